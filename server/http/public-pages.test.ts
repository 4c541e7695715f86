import Fastify, { type FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { publicText, sendText } from "./public-pages.ts";

let app: FastifyInstance;
beforeAll(() => {
  const page = publicText("text/html; charset=utf-8", "<p>Hope</p>");
  app = Fastify();
  app.get("/", (request, reply) => sendText(request, reply, page));
});
const codingOf = async (accepted: string): Promise<unknown> =>
  (await app.inject({ url: "/", headers: { "accept-encoding": accepted } })).headers["content-encoding"];

test.for([
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br ; q=0.1", "br"],
  ["br;level=4;q=0.0, identity", undefined],
  ["br;q=much", undefined],
  ["", undefined],
] as const)("who accepts %j is answered in %s", async ([accepted, coding]) => {
  expect(await codingOf(accepted)).toBe(coding);
});

test.for([`br${" ".repeat(60_000)}x`, `br;${" ".repeat(60_000)}x`, `br${"; ".repeat(30_000)}x`])(
  "a long header takes no more time than its length",
  async (accepted) => {
    const before = performance.now();
    await codingOf(accepted);
    expect(performance.now() - before).toBeLessThan(1000);
  },
);
