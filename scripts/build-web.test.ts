import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finishBuild, hasInlineStyle, inlineScriptHashes } from "./build-web.ts";

let client: string;
beforeEach(async () => {
  client = await mkdtemp(join(tmpdir(), "build-web-"));
});
afterEach(() => rm(client, { recursive: true, force: true }));

const sha256 = (code: string) => `sha256-${createHash("sha256").update(code).digest("base64")}`;

test("every inline script of a page is hashed, files are not", () => {
  const html = `<head><script>one()</script><script type="module" async="">two\n()</script><script src="/a.js"></script></head>`;
  expect(inlineScriptHashes(html, "/x")).toEqual([sha256("one()"), sha256("two\n()")]);
});

test("JSON-LD data needs no hash, since no browser runs it", () => {
  const html = `<script type="application/ld+json">{"@context":"https://schema.org"}</script><script>one()</script>`;
  expect(inlineScriptHashes(html, "/x")).toEqual([sha256("one()")]);
});

test.each([
  ["a handler", `<p><button class="a" onclick="go()">Go</button></p>`],
  ["a javascript: address", `<a href="javascript:go()">Go</a>`],
  ["an unfinished script", `<script>go()`],
])("%s, which no hash covers, fails the build", (_, html) => {
  expect(() => inlineScriptHashes(html, "/x")).toThrow("/x: a script that no hash covers");
});

test("onclick= and style= in a page's text are not scripts or styles", () => {
  expect(inlineScriptHashes("<p>onclick= and javascript: are words</p>", "/x")).toEqual([]);
  expect(hasInlineStyle("<p>style= is a word</p>")).toBe(false);
});

test("text files get compressed copies, pages get their hashes by path", async () => {
  await mkdir(join(client, "about"));
  const html = "<script>a()</script>".repeat(20);
  await writeFile(join(client, "about", "index.html"), html);
  await writeFile(join(client, "font.woff2"), "binary");
  expect(await finishBuild(client)).toEqual({ "/about/index.html": { scripts: Array(20).fill(sha256("a()")), styles: [] } });
  expect(brotliDecompressSync(await readFile(join(client, "about", "index.html.br"))).toString()).toBe(html);
  expect(gunzipSync(await readFile(join(client, "about", "index.html.gz"))).toString()).toBe(html);
  await expect(readFile(join(client, "font.woff2.br"))).rejects.toThrow("ENOENT");
});

test("what a prerendered page uses of the style sheet is written into it, and the link stays for what comes later", async () => {
  await mkdir(join(client, "assets"));
  await writeFile(join(client, "assets", "a.css"), "p{color:red}i{color:blue}");
  const html = `<head><link rel="stylesheet" href="/assets/a.css"/></head><p>`;
  for (const page of ["index.html", "__spa-fallback.html"]) await writeFile(join(client, page), html);
  expect(await finishBuild(client)).toEqual({
    "/__spa-fallback.html": { scripts: [], styles: [] },
    "/index.html": { scripts: [], styles: [sha256("p{color:red}")] },
  });
  expect(await readFile(join(client, "index.html"), "utf8")).toBe(
    `<head><link rel="stylesheet" media="print" href="/assets/a.css"/><style>p{color:red}</style></head><p>`,
  );
  expect(await readFile(join(client, "__spa-fallback.html"), "utf8")).toBe(html);
});

test("a prerendered page never swaps a font that comes late, except the dashboard, whose document lasts for an evening", async () => {
  await mkdir(join(client, "assets"));
  await mkdir(join(client, "dashboard"));
  await writeFile(join(client, "assets", "a.css"), "@font-face{font-display:swap}");
  const link = `<link rel="stylesheet" href="/assets/a.css"/>`;
  await writeFile(join(client, "index.html"), `<head>${link}</head>`);
  const app = `<head><link rel="modulepreload" href="/a.js"/>${link}</head>`;
  for (const page of ["login.html", "dashboard/index.html"]) await writeFile(join(client, page), app);
  const { "/index.html": plain } = await finishBuild(client);
  expect(plain?.styles).toEqual([sha256("@font-face{font-display:optional}")]);
  const style = async (page: string) => /<style>(.*)<\/style>/.exec(await readFile(join(client, page), "utf8"))?.[1];
  for (const page of ["index.html", "login.html"]) expect(await style(page), page).toBe("@font-face{font-display:optional}");
  expect(await style("dashboard/index.html")).toBe("@font-face{font-display:swap}");
});

test("the scripts of a prerendered page are asked for once it is seen; the app's own page has nothing to show without them", async () => {
  await mkdir(join(client, "assets"));
  const html = `<head><link rel="modulepreload" href="/a.js"/></head><body><form></form><script type="module" async="">import "/a.js";import("/entry.js");</script></body>`;
  for (const page of ["index.html", "__spa-fallback.html"]) await writeFile(join(client, page), html);
  const { "/index.html": hashes } = await finishBuild(client);
  const page = await readFile(join(client, "index.html"), "utf8");
  const loader = /^<head><\/head><body><form><\/form><script>([^<]+)<\/script><\/body>$/.exec(page)?.[1] ?? "";
  expect(hashes?.scripts).toEqual([sha256(loader)]);
  const [, start = ""] = /"(\/assets\/start-[\w-]+\.js)"/.exec(loader) ?? [];
  expect(await readFile(join(client, start), "utf8")).toBe(`import "/a.js";`);
  expect(brotliDecompressSync(await readFile(join(client, `${start}.br`))).toString()).toBe(`import "/a.js";`);
  expect(await readFile(join(client, "__spa-fallback.html"), "utf8")).toBe(html);
});

test("an inline style fails a plain page, and is allowed where the framework runs", async () => {
  await writeFile(join(client, "__spa-fallback.html"), `<p style="color:red">`);
  await expect(finishBuild(client)).resolves.toEqual({ "/__spa-fallback.html": { scripts: [], styles: [] } });
  await writeFile(join(client, "index.html"), `<p style="color:red">`);
  await expect(finishBuild(client)).rejects.toThrow("/index.html: inline style");
});
