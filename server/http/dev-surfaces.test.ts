import Fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { devSurfaces } from "./dev-surfaces.ts";

async function appWith(publicUrl: string, password: string | null = null): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: true });
  await app.register(devSurfaces({ publicUrl, password }, async (pages) => void pages.get("/inbox", async () => "mails")));
  return app;
}
const HERE = "http://localhost:3000";

async function status(app: FastifyInstance, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1"): Promise<number> {
  return (await app.inject({ url: "/inbox", headers: { host: "localhost:3000", ...headers }, remoteAddress })).statusCode;
}

test("the pages answer on this machine", async () => {
  const app = await appWith(HERE);
  expect(await status(app)).toBe(200);
  expect(await status(app, { host: "127.0.0.1:3000" })).toBe(200);
  expect(await status(app, {}, "::ffff:127.0.0.1")).toBe(200);
});

test("requests from elsewhere get a 404", async () => {
  const app = await appWith(HERE);
  expect(await status(app, {}, "10.0.0.5")).toBe(404);
  expect(await status(app, { host: "example.com" })).toBe(404);
  for (const header of [
    "x-forwarded-for",
    "forwarded",
    "x-real-ip",
    "x-forwarded-host",
    "via",
    "x-forwarded-proto",
    "cf-connecting-ip",
    "x-client-ip",
  ])
    expect(await status(app, { [header]: "127.0.0.1" }), header).toBe(404);
  expect(await status(await appWith("https://example.com"))).toBe(404);
});

test("a forwarding header does not make a remote request local", async () => {
  expect(await status(await appWith(HERE), { "x-forwarded-for": "127.0.0.1" }, "10.0.0.5")).toBe(404);
});

test("the password opens them elsewhere, a wrong one does not", async () => {
  const app = await appWith("https://example.com", "a password of mine");
  const basic = (text: string): Record<string, string> => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  expect(await status(app, {}, "10.0.0.5")).toBe(401);
  expect(await status(app, basic("dev:a password of mine"), "10.0.0.5")).toBe(200);
  expect(await status(app, basic("dev:another"), "10.0.0.5")).toBe(404);
  expect(await status(app, basic("root:a password of mine"), "10.0.0.5")).toBe(404);
});

test("the password can't be guessed: wrong ones are limited for each address, and for all together", async () => {
  const app = await appWith("https://example.com", "a password of mine");
  const basic = (text: string): Record<string, string> => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  const guesses = async (count: number, address: (i: number) => string): Promise<number[]> => {
    const answers = [];
    for (let i = 0; i < count; i++) answers.push(await status(app, basic(`dev:guess ${i}`), address(i)));
    return answers;
  };
  expect(await guesses(11, () => "10.0.0.5")).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
  // From that network the right password is not checked any more; from another one it still works.
  expect(await status(app, basic("dev:a password of mine"), "10.0.0.5")).toBe(429);
  expect(await status(app, basic("dev:a password of mine"), "10.0.0.6")).toBe(200);
  const refused = await app.inject({ url: "/inbox", headers: basic("dev:x"), remoteAddress: "10.0.0.5" });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);

  const many = await guesses(200, (i) => `10.1.0.${i}`);
  expect(many.filter((each) => each === 429)).toHaveLength(110);
  // A network that has given the right password is not locked out.
  expect(await status(app, basic("dev:a password of mine"), "10.0.0.6")).toBe(200);
});
