import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { healthRoutes, type ReadinessChecks } from "./health.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

async function appWith(checks: ReadinessChecks): Promise<FastifyInstance> {
  const app = Fastify();
  await app.register(healthRoutes(checks));
  return app;
}
const status = async (app: FastifyInstance): Promise<number> => (await app.inject("/readyz")).statusCode;

test("a hundred requests at once share one check, which is repeated a second later", async () => {
  const database = vi.fn(async () => null);
  const app = await appWith({ database });
  const answers = await Promise.all(Array.from({ length: 100 }, () => status(app)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(database).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(999);
  await status(app);
  expect(database).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await status(app);
  expect(database).toHaveBeenCalledTimes(2);
});

test("a process that drains says so, whatever can be used", async () => {
  const app = Fastify();
  let draining = false;
  await app.register(healthRoutes({ database: async () => null }, () => draining));
  expect(await status(app)).toBe(200);
  draining = true;
  const answer = await app.inject("/readyz");
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: "draining" }]);
});

test("a request during a slow check waits for it and starts no other", async () => {
  const looked = Promise.withResolvers<null>();
  const storage = vi.fn(() => looked.promise);
  const app = await appWith({ storage });
  const first = status(app);
  await vi.waitFor(() => expect(storage).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(4_000);
  const second = status(app);
  looked.resolve(null);
  expect(await Promise.all([first, second])).toEqual([200, 200]);
  expect(storage).toHaveBeenCalledTimes(1);
});

test("a dependency that fails is named until it works again", async () => {
  const database = vi.fn(async () => null).mockRejectedValueOnce(new Error("away"));
  const app = await appWith({ database, queue: async () => null });
  const answer = await app.inject("/readyz");
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: "unavailable", database: "unavailable", queue: "ok" }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await status(app)).toBe(200);
});

test("a server that says nothing is unavailable after five seconds", async () => {
  const app = await appWith({ database: () => new Promise<never>(() => {}), storage: async () => null });
  const asked = app.inject("/readyz");
  await vi.advanceTimersByTimeAsync(5000);
  const answer = await asked;
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: "unavailable", database: "unavailable", storage: "ok" }]);
});
