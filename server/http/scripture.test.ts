import Fastify from "fastify";
import { expect, test } from "vitest";
import { readChapter } from "../scripture/chapter.ts";
import { chapter } from "../../shared/scripture.ts";
import { scriptureRoutes } from "./scripture.ts";

const app = Fastify();
await app.register(scriptureRoutes({ readChapter }));
const get = (path: string) => app.inject(`/scripture/${path}`);

test("a chapter can be read in either translation, and kept for long", async () => {
  const web = await get("WEB/Ps/23.json");
  expect(web.headers["cache-control"]).toBe("public, max-age=2592000");
  expect(chapter.parse(web.json())).toMatchObject({
    name: "Psalm",
    chapter: 23,
    verses: expect.arrayContaining([{ verse: 1, text: "Yahweh is my shepherd: I shall lack nothing." }]),
  });
  expect(chapter.parse((await get("KJV/Jude/1.json")).json()).verses).toHaveLength(25);
  expect(chapter.parse((await get("WEB/Luke/17.json")).json()).verses.some(({ verse }) => verse === 36)).toBe(false);
  expect(chapter.parse((await get("WEB/Rom/16.json")).json()).verses.at(-1)).toMatchObject({ verse: 27 });
});

test.for([
  "WEB/Ps/151.json",
  "WEB/Ps/0.json",
  "NIV/Ps/23.json",
  "WEB/Hezekiah/1.json",
  "WEB/..%2f..%2fetc/1.json",
  "WEB/Ps/23",
  "WEB/Ps/1e1.json",
])("%s is no chapter, and says so in a code", async (path) => {
  const response = await get(path);
  expect([response.statusCode, response.json().code]).toEqual([404, "passage_not_found"]);
});

test("a chapter that is kept is not sent again", async () => {
  const sent = await get("WEB/Ps/23.json");
  const etag = String(sent.headers.etag);
  const ask = (method: "GET" | "HEAD", tag: string) =>
    app.inject({ method, url: "/scripture/WEB/Ps/23.json", headers: { "if-none-match": tag } });
  for (const method of ["GET", "HEAD"] as const) {
    const again = await ask(method, etag);
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  }
  expect((await ask("GET", '"another"')).body).toBe(sent.body);
  expect((await get("KJV/Ps/23.json")).headers.etag).not.toBe(etag);
});
