import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("work of one key waits for what came before, even if that failed; other keys do not wait", async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = oneAtATime("ada", () => first.promise.then(() => Promise.reject(new Error("gone"))));
  const second = oneAtATime("ada", async () => order.push("ada's second"));
  await oneAtATime("ben", async () => order.push("ben's"));
  order.push("first ends");
  first.resolve();
  await expect(failing).rejects.toThrow("gone");
  await second;
  expect(order).toEqual(["ben's", "first ends", "ada's second"]);
});
