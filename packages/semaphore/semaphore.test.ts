import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

test("at most so many run at a time, the others in the order in which they came, whether the work succeeds or fails", async () => {
  const semaphore = createSemaphore(2);
  const gate = Promise.withResolvers<void>();
  const begun: number[] = [];
  const all = [0, 1, 2, 3, 4].map((i) =>
    semaphore.run(async () => {
      begun.push(i);
      await gate.promise;
      if (i % 2) throw new Error("gone");
      return i;
    }),
  );
  expect([begun, semaphore.waiting()]).toEqual([[0, 1], 3]);
  gate.resolve();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  // Every permit is free again.
  await Promise.all([semaphore.run(async () => begun.push(5)), semaphore.run(async () => begun.push(6))]);
  expect(begun).toHaveLength(7);
});

test("an aborted wait leaves the other ones in the queue", async () => {
  const semaphore = createSemaphore(1);
  const gate = Promise.withResolvers<void>();
  const first = semaphore.run(() => gate.promise);
  const abort = new AbortController();
  const second = semaphore.run(async () => "second", abort.signal);
  const third = semaphore.run(async () => "third", new AbortController().signal);
  abort.abort("enough");
  await expect(second).rejects.toBe("enough");
  gate.resolve();
  await first;
  expect(await third).toBe("third");
  await expect(semaphore.run(async () => "late", abort.signal)).rejects.toBe("enough");
  expect(semaphore.waiting()).toBe(0);
});
