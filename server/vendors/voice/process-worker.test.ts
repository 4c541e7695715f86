import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { startProcess } from "./process-worker.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";

const PROGRAM = `
  import { answerTasks } from ${JSON.stringify(new URL("./answer-tasks.ts", import.meta.url).href)};
  answerTasks(async (task) => {
    if (task.what === "crash") process.abort();
    if (task.what === "work") for (;;);
    return { id: process.pid, sum: task.numbers.reduce((a, b) => a + b, 0), secrets: Object.keys(process.env) };
  });`;

interface Task {
  what: "add" | "crash" | "work";
  numbers: Int16Array;
}
interface Answer {
  id: number;
  sum: number;
  secrets: string[];
}

const never = new AbortController().signal;
const task = (what: Task["what"]): Task => ({ what, numbers: Int16Array.of(1, 2, 3) });

async function pool(): Promise<WorkerPool<Task, Answer>> {
  const dir = await mkdtemp(join(tmpdir(), "lampstand-process-"));
  const file = join(dir, "program.mjs");
  await writeFile(file, PROGRAM);
  const made = createWorkerPool<Task, Answer>({
    size: 1,
    idleMs: 60_000,
    start: () => startProcess(pathToFileURL(file)),
    onEmpty: () => {},
  });
  onTestFinished(async () => {
    await made.close();
    await rm(dir, { recursive: true });
  });
  return made;
}

const runs = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

test("A process does one task after the other, and is given arrays of numbers but no environment", async () => {
  const one = await pool();
  const [first, second] = await Promise.all([one.run(task("add"), never), one.run(task("add"), never)]);
  expect(first).toMatchObject({ sum: 6, secrets: [] });
  expect(second.id).toBe(first.id);
});

test("A process yields to what serves pages, without starving beside other programs", async () => {
  const one = await pool();
  const { id } = await one.run(task("add"), never);
  expect(getPriority(id)).toBeGreaterThan(getPriority());
  expect(getPriority(id)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
});

test("One that crashes fails its task alone, and the next one gets another process", async () => {
  const one = await pool();
  const { id } = await one.run(task("add"), never);
  await expect(one.run(task("crash"), never)).rejects.toThrow();
  expect((await one.run(task("add"), never)).id).not.toBe(id);
});

test("One that is in the middle of its work is ended when the work is called off", async () => {
  const one = await pool();
  const { id } = await one.run(task("add"), never);
  const leaving = new AbortController();
  const working = one.run(task("work"), leaving.signal);
  leaving.abort("gone");
  await expect(working).rejects.toBe("gone");
  await vi.waitFor(() => expect(runs(id)).toBe(false), { timeout: 200_000, interval: 20 });
});

test("Closing waits until the process is gone", async () => {
  const one = await pool();
  const { id } = await one.run(task("add"), never);
  await one.close();
  expect(runs(id)).toBe(false);
});
