import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { invalidatePidFile, identifyPostmaster, readPostmasterFile } from "./postmaster-file.ts";
import { inspectProcess } from "./processes.ts";

let cluster: string;
beforeEach(async () => {
  cluster = await mkdtemp(join(tmpdir(), "cluster-"));
  return () => rm(cluster, { recursive: true });
});

const CONTENT = "4711\n/data/postgres\n1763712000\n5432\n/run/socket\n\n  5432001 3\nready   \n";

test("a cluster that nobody runs has no postmaster file", async () => {
  expect(await readPostmasterFile(cluster)).toBeUndefined();
});

test("a running cluster's file says who serves it and where", async () => {
  await writeFile(join(cluster, "postmaster.pid"), CONTENT);
  expect(await readPostmasterFile(cluster)).toEqual({ pid: 4711, port: 5432, socketDir: "/run/socket", ready: true });
});

test("a server that is still starting is not ready", async () => {
  await writeFile(join(cluster, "postmaster.pid"), CONTENT.replace("ready   ", "starting"));
  expect(await readPostmasterFile(cluster)).toMatchObject({ ready: false });
});

test("an invalidated file has this process's pid and keeps the lines about the shared memory", async () => {
  await writeFile(join(cluster, "postmaster.pid"), CONTENT);
  await invalidatePidFile(cluster);
  expect(await readPostmasterFile(cluster)).toMatchObject({ pid: process.pid, socketDir: "/run/socket" });
});

test("a process that merely got the old server's number is unrelated", async () => {
  expect(await identifyPostmaster(process.pid, cluster)).toBe("unrelated");
});

test("a process that only mentions the cluster is not its server", async () => {
  const mention = spawn("/bin/sh", ["-c", "read line", "postgres", "-D", cluster], { stdio: ["pipe", "ignore", "ignore"] });
  onTestFinished(() => void mention.kill());
  await once(mention, "spawn");
  expect(await identifyPostmaster(mention.pid ?? 0, cluster)).toBe("unrelated");
});

test("a process that ended is gone", async () => {
  const ended = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(ended, "exit");
  expect(await identifyPostmaster(ended.pid ?? 0, cluster)).toBe("gone");
});

test.skipIf(process.platform === "win32")("a process that ended and was not reaped is a zombie", async () => {
  // The shell starts a child and becomes `sleep`, which never reaps it.
  const parent = spawn("/bin/sh", ["-c", "sleep 61 & echo $!; exec sleep 62"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill());
  const [pid] = (await once(parent.stdout, "data")) as [Buffer];
  await vi.waitFor(async () => expect((await inspectProcess(parent.pid ?? 0))?.command).toMatch(/^sleep/));
  process.kill(Number(pid), "SIGKILL");
  await vi.waitFor(async () => expect(await identifyPostmaster(Number(pid), cluster)).toBe("zombie"));
});
