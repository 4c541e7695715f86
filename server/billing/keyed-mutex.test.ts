import { expect, test } from "vitest";
import { withKeyedMutex } from "./keyed-mutex.ts";

test("work of one key waits for what came before, even if that failed; other keys do not wait", async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = withKeyedMutex("ada", () => first.promise.then(() => Promise.reject(new Error("gone"))));
  const second = withKeyedMutex("ada", async () => order.push("ada's second"));
  await withKeyedMutex("ben", async () => order.push("ben's"));
  order.push("first ends");
  first.resolve();
  await expect(failing).rejects.toThrow("gone");
  await second;
  expect(order).toEqual(["ben's", "first ends", "ada's second"]);
});

test("while the provider hangs, five people's work waits for it at most: the others' waits without a connection, in order", async () => {
  const provider = Promise.withResolvers<void>();
  const begun: number[] = [];
  const all = Array.from({ length: 8 }, (_, i) =>
    withKeyedMutex(`person ${i}`, async () => {
      begun.push(i);
      await provider.promise;
      if (i % 2) throw new Error("gone");
    }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  provider.resolve();
  await Promise.allSettled(all);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  // Every permit is free again, those of failed work too.
  await Promise.all(Array.from({ length: 8 }, (_, i) => withKeyedMutex(`person ${i}`, async () => begun.push(i))));
  expect(begun).toHaveLength(16);
});
