import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readPostmasterFile } from "../../packages/embedded-postgres/postmaster-file.ts";
import { inspectProcess } from "../../packages/embedded-postgres/processes.ts";
import { launchProgram, startProgram, type Program } from "../support/program.ts";
import { freePort } from "../support/free-port.ts";

// The supervisor that `npm start` and `npm run serve` run, with the embedded PostgreSQL.

let dataDir: string;
let url: string;
let env: Record<string, string>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lampstand-supervisor-"));
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  url = `http://localhost:${port}`;
  env = { PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${sandboxPort}`, DATA_DIR: dataDir };
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<Program> {
  const program = await startProgram(env, "supervise.ts");
  onTestFinished(() => program.end("SIGTERM"));
  return program;
}

/** Id of the process that serves requests. */
const serverPid = async (): Promise<number> =>
  (JSON.parse(await readFile(join(dataDir, "lock.json"), "utf8")) as { pid: number }).pid;

const postgresPid = async (): Promise<number> => (await readPostmasterFile(join(dataDir, "postgres")))?.pid ?? 0;

async function isRunning(pid: number): Promise<boolean> {
  const facts = await inspectProcess(pid);
  return facts !== undefined && !facts.zombie;
}

const isReady = async (): Promise<boolean> => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;

async function servesAgain(program: Program, before: number): Promise<void> {
  await expect.poll(serverPid).not.toBe(before);
  await expect.poll(isReady).toBe(true);
  expect(program.process.exitCode).toBeNull();
}

test("a killed server is started again, and the output says why", async () => {
  const program = await start();
  const killed = await serverPid();
  process.kill(killed, "SIGKILL");
  await servesAgain(program, killed);
  expect(program.said()).toContain("Lampstand was ended by SIGKILL. Starting again in 1 s.");
});

test("a killed PostgreSQL is started again with the server", async () => {
  const program = await start();
  const before = await serverPid();
  process.kill(await postgresPid(), "SIGKILL");
  await servesAgain(program, before);
  // The server or a job of its queue may notice it first.
  expect(program.said()).toContain("Lampstand ended with code 1. Starting again in 1 s.");
});

test("Ctrl-C, which reaches every process, and the supervisor twice, ends all of them in order", async () => {
  const program = await start();
  const pids = [await serverPid(), await postgresPid()];
  const group = program.process.pid ?? 0;
  const ended = once(program.process, "exit");
  process.kill(-group, "SIGINT");
  process.kill(group, "SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(program.said().match(/Stopping: finishing what is running/g)).toHaveLength(1);
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
});

test("SIGTERM to the supervisor alone, as a container's runtime sends it, ends all of them in order", async () => {
  const program = await start();
  const pids = [await serverPid(), await postgresPid()];
  await program.end("SIGTERM");
  expect(program.process.exitCode).toBe(0);
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false]);
});

test("a killed supervisor leaves no server and no PostgreSQL behind", async () => {
  const program = await start();
  const pids = [await serverPid(), await postgresPid()];
  expect(await Promise.all(pids.map(isRunning))).toEqual([true, true]);
  await program.end("SIGKILL");
  await expect.poll(() => Promise.all(pids.map(isRunning))).toEqual([false, false]);
});

test("an invalid setting ends it at once, with one message", async () => {
  const program = launchProgram({ ...env, JWT_SECRET: "short" }, "supervise.ts");
  const [code] = (await once(program.process, "close")) as [number | null];
  expect(code).toBe(78);
  expect(program.said().match(/JWT_SECRET must have at least 32 characters/g)).toHaveLength(1);
  expect(program.said()).not.toContain("Starting again");
});

test("a second one on the same data directory ends at once, and the first keeps running", async () => {
  const program = await start();
  const other = launchProgram(env, "supervise.ts");
  const [code] = (await once(other.process, "close")) as [number | null];
  expect(code).toBe(78);
  expect(other.said()).toContain(`which serves ${url}`);
  expect(other.said()).not.toContain("Starting again");
  expect(await isReady()).toBe(true);
  expect(program.process.exitCode).toBeNull();
});
