import { expect, test } from "vitest";
import type { Claims } from "./claims.ts";
import { PoolBusyError } from "./pool.ts";
import { withUserConcurrency } from "./user-concurrency.ts";

const person = (sub: string): Claims => ({ role: "authenticated", sub });

test("one user runs three at a time, queues a hundred and is refused more, without affecting other users", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let running = 0;
  const slow = async (): Promise<void> => {
    running++;
    await released;
  };
  const mine = Array.from({ length: 103 }, () => withUserConcurrency(person("mallory"), slow));
  expect(running).toBe(3);
  await expect(withUserConcurrency(person("mallory"), slow)).rejects.toBeInstanceOf(PoolBusyError);
  await expect(withUserConcurrency(person("ann"), async () => "answered")).resolves.toBe("answered");
  await expect(withUserConcurrency({ role: "anon" }, async () => "answered")).resolves.toBe("answered");
  release();
  await Promise.all(mine);
  expect(running).toBe(103);
});

test("failed work frees its slot", async () => {
  const fail = (): Promise<never> => withUserConcurrency(person("ben"), () => Promise.reject(new Error("no")));
  for (let i = 0; i < 5; i++) await expect(fail()).rejects.toThrow("no");
  await expect(withUserConcurrency(person("ben"), async () => "answered")).resolves.toBe("answered");
});
