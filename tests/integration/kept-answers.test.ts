import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { STATIC_PAGES } from "../../web/static-pages.ts";
import { startApp } from "../support/app.ts";
import { invoke } from "../support/contact.ts";
import { raw, signUpPerson } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";
import { storeSermon } from "../support/stored-sermon.ts";

// Every answer that a cache may keep, in one list: who has it already is answered with 304 and no bytes.

let app: TestApp;
let addresses: Record<string, { url: string; headers?: Record<string, string> }>;

const ASSETS = join(import.meta.dirname, "../../build/client/assets");
const asset = (ending: string): string => `/assets/${readdirSync(ASSETS).find((name) => name.endsWith(ending)) ?? ""}`;

beforeAll(async () => {
  app = await startApp();
  const ruth = await signUpPerson(app, "ruth@example.com");
  const sermon = await storeSermon(app, ruth.id);
  const { link } = (await invoke(ruth.client, "make-sermon-link", { sermonId: sermon.id })) as { link: { address: string } };
  const feed = (await invoke(ruth.client, "open-podcast-feed", {})) as { address: string };
  const owner = { authorization: `Bearer ${ruth.token}`, apikey: app.keys.anonKey };
  const signed = await ruth.client.storage.from("sermon-audio").createSignedUrl(sermon.audioPath, 60);
  const token = new URL(signed.data?.signedUrl ?? "").searchParams.get("token") ?? "";
  const stored = `${app.url}/storage/v1/object`;
  const ofSite = (path: string): [string, { url: string }] => [path, { url: app.url + path }];
  addresses = {
    ...Object.fromEntries([...STATIC_PAGES, "/login", "/sign-up", "/reset-request", "/my-sermons", "/docs/api"].map(ofSite)),
    ...Object.fromEntries(["/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/service-worker.js"].map(ofSite)),
    ...Object.fromEntries(["/favicon.svg", "/icon-192.png", "/podcast/cover.png", "/read-along.js"].map(ofSite)),
    "a script": { url: app.url + asset(".js") },
    "a style sheet": { url: app.url + asset(".css") },
    "a font": { url: app.url + asset(".woff2") },
    "a chapter": { url: `${app.url}/scripture/WEB/Ps/23.json` },
    "a recording": { url: `${stored}/authenticated/sermon-audio/${sermon.audioPath}`, headers: owner },
    "a recording by its signed address": { url: signed.data?.signedUrl ?? "" },
    "a recording by the proxy": {
      url: `${app.url}/audio-cors-proxy?bucket=sermon-audio&path=${encodeURIComponent(sermon.audioPath)}&token=${token}`,
    },
    "a picture": { url: `${stored}/authenticated/sermon-images/${sermon.imagePath}`, headers: owner },
    "a link's recording": { url: `${link.address}/sermon.mp3` },
    "a link's words": { url: `${link.address}/words.json` },
    "a link's picture": { url: `${link.address}/picture.webp` },
    "a link's card": { url: `${link.address}/card.jpg` },
    "a feed": { url: feed.address },
    "a feed's recording": { url: feed.address.replace("feed.xml", `${sermon.id}.mp3`) },
  };
});
afterAll(() => app.close());

test("every answer that may be kept has an ETag, and is sent once to whoever shows it", async () => {
  const answered: Record<string, unknown> = {};
  for (const [name, { url, headers }] of Object.entries(addresses)) {
    const { pathname, search } = new URL(url);
    // Not fetch: its If-None-Match comes with `cache-control: no-cache`, which asks for the bytes.
    const first = await raw(app, pathname + search, headers);
    const etag = first.headers.etag?.toString();
    const again = await raw(app, pathname + search, { ...headers, "if-none-match": etag ?? "" });
    answered[name] = [
      [first.status, first.body !== "", etag !== undefined],
      [again.status, again.body, again.headers.etag === etag],
      again.headers["cache-control"] === first.headers["cache-control"],
    ];
  }
  const wanted = [[200, true, true], [304, "", true], true];
  expect(answered).toEqual(Object.fromEntries(Object.keys(addresses).map((name) => [name, wanted])));
});
