import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { lockDataDir } from "./lock.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lock-"));
  return () => rm(dataDir, { recursive: true });
});

/** Another process that holds the lock until it is killed. */
async function holdElsewhere() {
  const program = `
    const { lockDataDir } = await import(${JSON.stringify(new URL("lock.ts", import.meta.url).href)});
    lockDataDir(${JSON.stringify(dataDir)}, "http://127.0.0.1:3000");
    console.log("held");
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  return holder;
}

test("a second process is told which one holds the directory and what it serves", async () => {
  const holder = await holdElsewhere();
  expect(() => lockDataDir(dataDir)).toThrow(
    expect.objectContaining({
      code: "already_running",
      message: expect.stringMatching(new RegExp(`process ${holder.pid}, which serves http://127.0.0.1:3000;`)),
    }),
  );
});

test("a holder that was killed outright leaves no lock behind", async () => {
  const holder = await holdElsewhere();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(() => lockDataDir(dataDir).release()).not.toThrow();
});

test("a process cannot take the lock twice, and a refused attempt does not release it", async () => {
  const lock = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(`by process ${process.pid}`);
  expect(() => lockDataDir(dataDir)).toThrow(`by process ${process.pid}`);
  lock.release();
  lock.release();
  lockDataDir(dataDir).release();
});
