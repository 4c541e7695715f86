import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test, vi } from "vitest";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

type Task = "answer" | "throw" | "exit" | "hang";

const PROGRAM = `
  const { parentPort, threadId } = require("node:worker_threads");
  parentPort.on("message", (task) => {
    if (task === "throw") throw new Error("broken");
    if (task === "exit") process.exit(3);
    if (task === "answer") parentPort.postMessage(threadId);
  });`;

const never = new AbortController().signal;

function pool(options: { size?: number; idleMs?: number } = {}): {
  pool: WorkerPool<Task, number>;
  started: () => number;
  onEmpty: () => void;
} {
  const start = vi.fn(() => new Worker(PROGRAM, { eval: true }));
  const onEmpty = vi.fn();
  const made = createWorkerPool<Task, number>({ size: 1, idleMs: 60_000, ...options, start, onEmpty });
  onTestFinished(() => made.close());
  return { pool: made, started: () => start.mock.calls.length, onEmpty };
}

test("A worker does one task after the other", async () => {
  const { pool: one, started } = pool();
  const ids = await Promise.all([one.run("answer", never), one.run("answer", never), one.run("answer", never)]);
  expect(new Set(ids).size).toBe(1);
  expect(started()).toBe(1);
});

test("No more workers start than there are tasks or places", async () => {
  const { pool: three, started } = pool({ size: 3 });
  await Promise.all([three.run("answer", never), three.run("answer", never)]);
  expect(started()).toBe(2);
});

test.each(["throw", "exit"] as const)(
  "A task that makes its worker %s is rejected and the next one gets another worker",
  async (task) => {
    const { pool: one, started } = pool();
    const broken = one.run(task, never);
    const next = one.run("answer", never);
    await expect(broken).rejects.toThrow(task === "throw" ? "broken" : "the worker thread ended");
    await expect(next).resolves.toBeGreaterThan(0);
    expect(started()).toBe(2);
  },
);

test("A task that hangs is ended by its signal, and one that waits never starts", async () => {
  const { pool: one, started } = pool();
  const [hanging, waiting] = [new AbortController(), new AbortController()];
  const hung = one.run("hang", hanging.signal);
  const waited = one.run("throw", waiting.signal);
  const next = one.run("answer", never);
  waiting.abort("not wanted");
  hanging.abort("too long");
  await expect(hung).rejects.toBe("too long");
  await expect(waited).rejects.toBe("not wanted");
  await expect(next).resolves.toBeGreaterThan(0);
  expect(started()).toBe(2);
});

test("A worker without work is ended, and work brings another", async () => {
  const { pool: one, started, onEmpty } = pool({ idleMs: 20 });
  await one.run("answer", never);
  await vi.waitFor(() => expect(onEmpty).toHaveBeenCalled(), { timeout: 200_000, interval: 10 });
  await one.run("answer", never);
  expect(started()).toBe(2);
});

test("Closing rejects what runs, what waits and what comes", async () => {
  const { pool: one } = pool();
  const tasks = [one.run("hang", never), one.run("answer", never)];
  const settled = Promise.allSettled(tasks);
  await one.close();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(one.run("answer", never)).rejects.toThrow("the pool is closed");
});
