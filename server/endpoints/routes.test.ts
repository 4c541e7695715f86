import Fastify, { type LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { PoolBusyError } from "@lampstand/database";
import type { FunctionContext } from "./context.ts";
import { errors, FunctionError } from "./errors.ts";
import { functionRoutes } from "./routes.ts";

type Asked = "GET" | "HEAD" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "POST";

/** Asks a function; `refusal` is what reading its caller throws. */
async function ask(
  method: Asked,
  url: string,
  refusal: Error = errors.signInRequired(),
  wait = 0,
): Promise<LightMyRequestResponse> {
  const used: Partial<FunctionContext> = {
    secondsOverLimits: async () => wait,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    callerOf: async () => {
      throw refusal;
    },
  };
  const server = Fastify();
  await server.register(functionRoutes(used as FunctionContext));
  const answer = await server.inject({ method, url, ...(method === "POST" && { payload: {} }) });
  await server.close();
  return answer;
}

test.for(["GET", "HEAD", "PUT", "PATCH", "DELETE"] as const)(
  "%s of a function is told that it is called with POST",
  async (method) => {
    const answer = await ask(method, "/generate-sermon");
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST, OPTIONS"]);
    if (method !== "HEAD") expect(answer.json()).toEqual({ code: "method_not_allowed", message: expect.any(String) });
  },
);

test("OPTIONS of a function tells its methods", async () => {
  const answer = await ask("OPTIONS", "/generate-sermon");
  expect([answer.statusCode, answer.headers.allow]).toEqual([204, "POST, OPTIONS"]);
});

test.for(["GET", "POST", "OPTIONS"] as const)("%s of a function that there is not is told so", async (method) => {
  const answer = await ask(method, "/generate-sermons");
  expect([answer.statusCode, answer.json()]).toEqual([404, { code: "function_not_found", message: expect.any(String) }]);
});

test("every refusal with 429 tells when to come back, whatever throws it, and so does a full pool", async () => {
  const daily = new FunctionError(429, "too_many_generations", "x", { retryAfter: 1234 });
  expect((await ask("POST", "/generate-sermon", daily)).headers["retry-after"]).toBe("1234");
  expect(
    Number((await ask("POST", "/generate-sermon", new FunctionError(429, "any", "x"))).headers["retry-after"]),
  ).toBeGreaterThan(0);
  const limited = await ask("POST", "/complete-sign-up", undefined, 5);
  expect([limited.statusCode, limited.headers["retry-after"], limited.json<{ code: string }>().code]).toEqual([
    429,
    "5",
    "over_request_rate_limit",
  ]);
  const busy = await ask("POST", "/generate-sermon", new PoolBusyError(2));
  expect([busy.statusCode, Number(busy.headers["retry-after"])]).toEqual([503, expect.any(Number)]);
  expect((await ask("POST", "/generate-sermon")).headers).not.toHaveProperty("retry-after");
});
