import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("so many work at a time, the others in the order in which they came, whether the work succeeds or fails", async () => {
  const turns = createTurns(2);
  const gate = Promise.withResolvers<void>();
  const begun: number[] = [];
  const all = [0, 1, 2, 3, 4].map((i) =>
    turns.take(async () => {
      begun.push(i);
      await gate.promise;
      if (i % 2) throw new Error("gone");
      return i;
    }),
  );
  expect([begun, turns.waiting()]).toEqual([[0, 1], 3]);
  gate.resolve();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  // Every place is free again.
  await Promise.all([turns.take(async () => begun.push(5)), turns.take(async () => begun.push(6))]);
  expect(begun).toHaveLength(7);
});

test("who gives up waiting loses only the own turn", async () => {
  const turns = createTurns(1);
  const gate = Promise.withResolvers<void>();
  const first = turns.take(() => gate.promise);
  const impatient = new AbortController();
  const second = turns.take(async () => "second", impatient.signal);
  const third = turns.take(async () => "third", new AbortController().signal);
  impatient.abort("enough");
  await expect(second).rejects.toBe("enough");
  gate.resolve();
  await first;
  expect(await third).toBe("third");
  await expect(turns.take(async () => "late", impatient.signal)).rejects.toBe("enough");
  expect(turns.waiting()).toBe(0);
});
