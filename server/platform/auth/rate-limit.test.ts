import Fastify from "fastify";
import { expect, test } from "vitest";
import { limitAddresses } from "./rate-limit.ts";
import { renderError } from "./render-error.ts";

async function app() {
  const server = Fastify();
  await server.register(
    async (room) => {
      room.setErrorHandler(renderError);
      await limitAddresses(room);
      for (const path of ["/token", "/signup", "/recover"]) room.post(path, async () => ({}));
      room.get("/health", async () => ({}));
    },
    { prefix: "/auth/v1" },
  );
  return async (url: string, remoteAddress: string, times: number) => {
    const answers = [];
    for (let i = 0; i < times; i++) {
      const method = url === "/health" ? "GET" : "POST";
      answers.push(
        await server.inject({
          method,
          url: `/auth/v1${url}`,
          remoteAddress,
          headers: { "x-supabase-api-version": "2024-01-01" },
        }),
      );
    }
    return answers;
  };
}

test("an address that signs in too often is told to wait, in the dialect's words", async () => {
  const ask = await app();
  const answers = await ask("/token", "203.0.113.5", 151);
  expect(answers.slice(0, 150).every((answer) => answer.statusCode === 200)).toBe(true);
  expect(answers[150]?.statusCode).toBe(429);
  expect(answers[150]?.headers["x-sb-error-code"]).toBe("over_request_rate_limit");
  expect(answers[150]?.json()).toMatchObject({ code: "over_request_rate_limit", message: "Request rate limit reached" });
});

test("whatever mails shares one count; other addresses, this machine and other paths have their own or none", async () => {
  const ask = await app();
  await ask("/signup", "203.0.113.6", 20);
  const recovers = await ask("/recover", "203.0.113.6", 11);
  expect(recovers.map((answer) => answer.statusCode)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await ask("/recover", "203.0.113.7", 1))[0]?.statusCode).toBe(200);
  expect((await ask("/token", "203.0.113.6", 1))[0]?.statusCode).toBe(200);
  expect((await ask("/signup", "127.0.0.1", 40)).at(-1)?.statusCode).toBe(200);
  expect((await ask("/health", "203.0.113.6", 60)).at(-1)?.statusCode).toBe(200);
});
