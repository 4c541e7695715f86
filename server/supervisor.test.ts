import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EX_CONFIG, supervise, type Supervised } from "./supervisor.ts";

class Program extends EventEmitter implements Supervised {
  pid: number | undefined = 1;
  readonly sent: string[] = [];
  send(message: string): boolean {
    this.sent.push(message);
    return true;
  }
}

let launched: { program: Program; at: number }[];
let said: string[];
beforeEach(() => {
  vi.useFakeTimers();
  launched = [];
  said = [];
});
afterEach(() => void vi.useRealTimers());

function start() {
  return supervise({
    launch: () => {
      const program = new Program();
      launched.push({ program, at: performance.now() });
      return program;
    },
    say: (line) => void said.push(line),
  });
}
const newest = (): Program => (launched.at(-1) as { program: Program }).program;
const serves = (): boolean => newest().emit("message", "serving");
const crashes = (): boolean => newest().emit("exit", null, "SIGKILL");
/** The times between the starts, in seconds. */
const waits = (): number[] => launched.slice(1).map(({ at }, i) => (at - (launched[i]?.at ?? 0)) / 1000);

test("a program that crashes is started again after 1, 2, 4, 8, 16, then each 30 seconds, and each time says why", async () => {
  start();
  for (let crash = 0; crash < 7; crash++) {
    serves();
    crashes();
    await vi.advanceTimersToNextTimerAsync();
  }
  expect(waits()).toEqual([1, 2, 4, 8, 16, 30, 30]);
  expect(said[1]).toBe("Lampstand was ended by SIGKILL. Starting again in 2 s.");
  expect(said).toHaveLength(7);
});

test("one that served for a minute is started again after a second, whatever was before", async () => {
  start();
  for (let crash = 0; crash < 4; crash++) {
    serves();
    crashes();
    await vi.advanceTimersToNextTimerAsync();
  }
  serves();
  await vi.advanceTimersByTimeAsync(60_000);
  newest().emit("exit", 1, null);
  await vi.advanceTimersToNextTimerAsync();
  expect(waits()).toEqual([1, 2, 4, 8, 61]);
  expect(said.at(-1)).toBe("Lampstand ended with code 1. Starting again in 1 s.");
});

test.each([0, EX_CONFIG])("one that ends with code %i is not started again", async (code) => {
  const { ended } = start();
  serves();
  newest().emit("exit", code, null);
  expect(await ended).toBe(code);
  expect(vi.getTimerCount()).toBe(0);
});

test("a first start that fails by itself is not repeated, one that was killed is", async () => {
  const failing = start();
  newest().emit("exit", 1, null);
  expect(await failing.ended).toBe(1);
  start();
  crashes();
  await vi.advanceTimersToNextTimerAsync();
  newest().emit("exit", 3, null);
  expect(launched).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

test("one that can't even be launched again is tried again", async () => {
  start();
  serves();
  crashes();
  await vi.advanceTimersToNextTimerAsync();
  newest().pid = undefined;
  newest().emit("error", new Error("spawn EAGAIN"));
  expect(said.at(-1)).toBe("Lampstand could not be started (spawn EAGAIN). Starting again in 2 s.");
});

test("a request to stop is passed on once, a third one ends the program at once, and its code is the answer", async () => {
  const supervision = start();
  serves();
  supervision.stop();
  supervision.stop();
  expect(newest().sent).toEqual(["stop"]);
  supervision.stop();
  expect(newest().sent).toEqual(["stop", "exit"]);
  newest().emit("exit", 0, null);
  expect(await supervision.ended).toBe(0);
});

test("a crash while it stops is no reason to start again", async () => {
  const supervision = start();
  serves();
  supervision.stop();
  crashes();
  expect(await supervision.ended).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("a request to stop between two starts ends the waiting", async () => {
  const supervision = start();
  serves();
  crashes();
  supervision.stop();
  expect(await supervision.ended).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
