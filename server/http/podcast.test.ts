import Fastify from "fastify";
import { expect, test } from "vitest";
import { podcastRoutes } from "./podcast.ts";

const COVER = Buffer.from("a picture");

const app = Fastify();
const podcasts = {
  findOwner: async () => null,
  describe: async () => null,
  openFile: async () => null,
  cover: async () => COVER,
};
await app.register(podcastRoutes({ podcasts, sendFile: async () => false }));

test("the picture of every feed is not sent again to whoever has it", async () => {
  const sent = await app.inject("/podcast/cover.png");
  expect([sent.statusCode, sent.rawPayload]).toEqual([200, COVER]);
  const headers = { "if-none-match": String(sent.headers.etag) };
  for (const method of ["GET", "HEAD"] as const) {
    const again = await app.inject({ method, url: "/podcast/cover.png", headers });
    expect([again.statusCode, again.body, again.headers["cache-control"]]).toEqual([304, "", "public, max-age=86400"]);
  }
});
