import { randomUUID } from "node:crypto";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseFeed } from "podcast-partytime";
import RssParser from "rss-parser";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import { feedErrors } from "../support/podcast-schema.ts";
import type { TestApp } from "../support/start-app.ts";

// A person's private feed, as podcast apps ask for it, and read by the parsers that they are made of.

let app: TestApp;
let ruth: Person;
let naomi: Person;
let id: string;
let address: string;
const MP3 = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));

async function openFeed({ client }: Person): Promise<string> {
  const { data, error } = await client.functions.invoke("open-podcast-feed", { body: {} });
  expect(error).toBeNull();
  return (data as { address: string }).address;
}

/** A sermon with a recording of 12 seconds and a picture. */
async function addSermon(person: Person, title: string): Promise<string> {
  const id = randomUUID();
  const path = `${person.id}/${id}/${"a".repeat(32)}`;
  const files = app.service().storage;
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: "#335577" } })
    .webp()
    .toBuffer();
  const timings = {
    version: 1,
    seconds: 12,
    sentences: [0, 2, 4, 8].map((start) => ({ start, end: start + 2, words: [] })),
  };
  await files.from("sermon-audio").upload(`${path}.mp3`, MP3, { contentType: "audio/mpeg" });
  await files.from("sermon-audio").upload(`${path}.json`, JSON.stringify(timings), { contentType: "application/json" });
  await files.from("sermon-images").upload(`${path}.webp`, picture, { contentType: "image/webp" });
  const content = `# ${title}\n\n*You may come in.*\n\n## The door\n\nSit down.\n\n## Prayer\n\nAmen.\n\n---\n\nScripture: Psalm 23.`;
  const row = { id, title: "my own words", content, audio_url: `${path}.mp3`, image_url: `${path}.webp` };
  const { error } = await person.client.from("sermons").insert(row);
  expect(error).toBeNull();
  return id;
}

beforeAll(async () => {
  app = await startApp();
  [ruth, naomi] = await Promise.all([signUpPerson(app, "ruth@example.com"), signUpPerson(app, "naomi@example.com")]);
  id = await addSermon(ruth, "Doors & 2 < 3");
  await addSermon(naomi, "Naomi's own");
  address = await openFeed(ruth);
});
afterAll(() => app.close());

const file = (extension: string, of = id): string => address.replace("feed.xml", `${of}.${extension}`);

test("the feed is RSS that real podcast parsers read, with recording, length, duration, picture, transcript and chapters", async () => {
  await app.database.query(
    `insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice, state) values ($1, $2, 'x', 'x', 5, 'John', 'finished')`,
    [id, ruth.id],
  );
  await app.database.query(
    `insert into public.generation_steps (generation_id, kind, output) values ($1, 'voice', '{"seconds": 312.4}')`,
    [id],
  );
  const answer = await fetch(address);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/rss+xml; charset=utf-8",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "cache-control": "private, no-cache",
    "access-control-allow-origin": "*",
    "referrer-policy": "no-referrer",
  });
  const xml = await answer.text();
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(feedErrors(xml)).toEqual([]);
  for (const secret of [ruth.id, "my own words", "Naomi", ruth.email]) expect(xml.includes(secret), secret).toBe(false);

  const { items, ...channel } = await new RssParser().parseString(xml);
  expect(channel).toMatchObject({ title: "My sermons from Lampstand", language: "en", itunes: { explicit: "false" } });
  expect(items).toEqual([
    expect.objectContaining({
      title: "Doors & 2 < 3",
      content: "You may come in.",
      guid: id,
      enclosure: { url: file("mp3"), length: "5000", type: "audio/mpeg" },
      itunes: expect.objectContaining({ duration: "00:05:12", image: file("jpg") }),
    }),
  ]);
  const parsed = parseFeed(xml);
  expect(parsed).toMatchObject({ medium: "podcast", itunesBlock: true });
  expect(parsed?.items).toEqual([
    expect.objectContaining({
      duration: 312,
      podcastChapters: { url: file("json"), type: "application/json+chapters" },
      podcastTranscripts: [expect.objectContaining({ url: file("vtt"), type: "text/vtt" })],
    }),
  ]);
});

test("a feed that lacks what RSS, Apple or Podcasting 2.0 ask for is found out, and so is what they do not know", async () => {
  const xml = await (await fetch(address)).text();
  for (const [part, other, error] of [
    ["<itunes:explicit>false</itunes:explicit>\n    <itunes:type>", "<itunes:type>", "rss channel itunes:explicit"],
    ['length="5000"', 'length="0"', "rss channel item 0 enclosure @length"],
    ["application/json+chapters", "application/json", "rss channel item 0 podcast:chapters @type"],
    ["GMT</pubDate>", "Z</pubDate>", "rss channel item 0 pubDate"],
    ["https://podcastindex.org/namespace/1.0", "https://example.com", "rss @xmlns:podcast"],
    ["<itunes:type>", "<itunes:invented/><itunes:type>", "rss channel"],
  ] as const) {
    expect(xml, part).toContain(part);
    expect(feedErrors(xml.replace(part, other)), part).toEqual([expect.stringMatching(`^${error}:`)]);
  }
});

test("a recording answers ranges and conditions, with true lengths", async () => {
  const whole = await fetch(file("mp3"));
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-length": "5000",
    "accept-ranges": "bytes",
    "content-type": "audio/mpeg",
    "x-robots-tag": "noindex, nofollow, noarchive",
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(MP3)).toBe(true);
  const part = await fetch(file("mp3"), { headers: { range: "bytes=1000-1999" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 1000-1999/5000"]);
  expect(Buffer.from(await part.arrayBuffer()).equals(MP3.subarray(1000, 2000))).toBe(true);
  expect((await fetch(file("mp3"), { headers: { range: "bytes=9000-" } })).status).toBe(416);
  const head = await fetch(file("mp3"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "5000"]);
  const again = await fetch(file("mp3"), { headers: { "if-none-match": whole.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});

test("transcript, chapters and a square picture stand beside a recording", async () => {
  const vtt = await fetch(file("vtt"));
  expect(vtt.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
  expect(await vtt.text()).toContain("00:00:04.000 --> 00:00:06.000\nSit down.");
  expect((await fetch(file("vtt"), { headers: { "if-none-match": vtt.headers.get("etag") ?? "" } })).status).toBe(304);
  expect(await (await fetch(file("json"))).json()).toEqual({
    version: "1.2.0",
    chapters: [
      { startTime: 0, title: "Opening" },
      { startTime: 4, title: "The door" },
      { startTime: 8, title: "Prayer" },
    ],
  });
  const picture = await sharp(Buffer.from(await (await fetch(file("jpg"))).arrayBuffer())).metadata();
  expect([picture.format, picture.width, picture.height]).toEqual(["jpeg", 1400, 1400]);
  const cover = await sharp(Buffer.from(await (await fetch(`${app.url}/podcast/cover.png`)).arrayBuffer())).metadata();
  expect([cover.format, cover.width]).toEqual(["png", 1400]);
});

test("an app that has the feed already gets no second one, until a sermon comes, changes or goes", async () => {
  const titles = async (): Promise<string[]> =>
    [...(await (await fetch(address)).text()).matchAll(/<item>\s*<title>([^<]*)/g)].map(([, title = ""]) => title);
  const known = async (): Promise<Record<string, string>> => {
    const { headers } = await fetch(address);
    return { etag: headers.get("etag") ?? "", modified: headers.get("last-modified") ?? "" };
  };
  const ask = async ({ etag = "", modified = "" }: Record<string, string>): Promise<number[]> => [
    (await fetch(address, { headers: { "if-none-match": etag } })).status,
    (await fetch(address, { headers: { "if-modified-since": modified } })).status,
  ];
  let before = await known();
  expect(await ask(before)).toEqual([304, 304]);

  const second = await addSermon(ruth, "Bread");
  expect(await ask(before)).toEqual([200, 200]);
  expect(await titles()).toEqual(["Bread", "Doors &amp; 2 &lt; 3"]);

  before = await known();
  await app.database.query("update public.sermons set deleted_at = now() where id = $1", [second]);
  expect(await ask(before)).toEqual([200, 200]);
  expect(await titles()).toEqual(["Doors &amp; 2 &lt; 3"]);
  for (const extension of ["mp3", "vtt", "json", "jpg"])
    expect((await fetch(file(extension, second))).status, extension).toBe(404);
});

test("a feed has nothing of anybody else, and its address alone opens it", async () => {
  const { data } = await naomi.client.from("sermons").select("id").single();
  expect((await fetch(file("mp3", String(data?.id)))).status).toBe(404);
  expect((await fetch(file("mp3", "../feed"))).status).toBe(404);
  const wrong = await fetch(address.replace(/podcast\/.{43}/, `podcast/${"A".repeat(43)}`));
  expect([wrong.status, wrong.headers.get("x-robots-tag")]).toEqual([404, "noindex, nofollow, noarchive"]);
  // Nobody reads or writes the digests; a person sees their own row, without it.
  expect((await ruth.client.from("podcast_feeds").select("secret_sha256")).error?.code).toBe("42501");
  expect((await ruth.client.from("podcast_feeds").select("created_at")).data).toHaveLength(1);
  expect((await naomi.client.from("podcast_feeds").select("created_at")).data).toEqual([]);
  expect((await ruth.client.rpc("podcast_owner", { p_secret_sha256: "x" })).error).not.toBeNull();
});

test("a new address ends the old one, a closed feed is gone at once, and a deleted account takes its feed along", async () => {
  const former = address;
  address = await openFeed(ruth);
  expect([(await fetch(former)).status, (await fetch(address)).status]).toEqual([404, 200]);
  await ruth.client.from("podcast_feeds").delete().eq("user_id", ruth.id);
  expect((await fetch(address)).status).toBe(404);

  const ofNaomi = await openFeed(naomi);
  expect((await fetch(ofNaomi)).status).toBe(200);
  await naomi.client.functions.invoke("delete-account", { body: { confirmation: naomi.email } });
  expect((await fetch(ofNaomi)).status).toBe(404);
  await expect.poll(async () => (await app.database.query("select from public.podcast_feeds")).rowCount).toBe(0);
});

test("a library of 10,000 sermons is a feed in pages that lead to each other, and each comes quickly", async () => {
  const mary = await signUpPerson(app, "mary@example.com");
  await app.database.query(
    `with made as (
       insert into public.sermons (user_id, title, content, audio_url, created_at)
       select $1::uuid, 'x', '# Sermon ' || n || E'\\n\\n' || repeat('Come in. ', 400),
         $1::uuid || '/' || gen_random_uuid() || '/' || md5(n::text) || '.mp3', now() - n * interval '1 minute'
       from generate_series(1, 10000) n returning audio_url)
     insert into storage.objects (bucket_id, name, metadata) select 'sermon-audio', audio_url, '{"size": 1}' from made`,
    [mary.id],
  );
  const feed = await openFeed(mary);
  const read = async (url: string) => {
    const started = performance.now();
    const xml = await (await fetch(url)).text();
    const ms = performance.now() - started;
    const { rss } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(xml) as {
      rss: { channel: { item: { title: string }[]; "atom:link": { rel: string; href: string }[] } };
    };
    const links = Object.fromEntries(rss.channel["atom:link"].map(({ rel, href }) => [rel, href]));
    const titles = rss.channel.item.map(({ title }) => title);
    return { titles, links, ms, bytes: xml.length, errors: feedErrors(xml) };
  };
  const first = await read(feed);
  expect(first.errors).toEqual([]);
  expect(first.titles).toHaveLength(100);
  expect(first.titles[0]).toBe("Sermon 1");
  expect(first.links).toEqual({ self: feed, first: feed, last: `${feed}?page=100`, next: `${feed}?page=2` });
  const last = await read(first.links["last"] ?? "");
  expect([last.titles.at(-1), last.links["next"], last.links["previous"]]).toEqual([
    "Sermon 10000",
    undefined,
    `${feed}?page=99`,
  ]);
  expect((await fetch(`${feed}?page=101`)).status).toBe(404);
  if (process.env["SHOW_FIGURES"]) console.log(first.ms, first.bytes, last.ms);
});

test("guessing at addresses is stopped, and says when to come back", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 25; guess++) {
    const answer = await fetch(`${app.url}/podcast/${randomUUID().replaceAll("-", "")}${"b".repeat(11)}/feed.xml`);
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
});
