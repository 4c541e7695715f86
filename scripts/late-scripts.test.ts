import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lateScripts } from "./late-scripts.ts";

let client: string;
beforeEach(async () => {
  client = await mkdtemp(join(tmpdir(), "late-scripts-"));
  await mkdir(join(client, "assets"));
});
afterEach(() => rm(client, { recursive: true, force: true }));

interface Browser {
  hidden?: boolean;
  held?: boolean;
  paints?: string[];
}

/** Runs a page's loader in a browser of a few fields. `asked`: the addresses that it has asked for; `ran`: the files that it has run by then. */
async function runLoader({ hidden = false, held = false, paints = ["paint"] }: Browser = {}) {
  const names = ["entry", "a", "b"];
  const code = { a: 'import{x}from"./b.js";import"./c.js"', b: 'import"./c.js"', c: "", entry: 'import"./b.js"' };
  for (const [name, text] of Object.entries(code)) await writeFile(join(client, `assets/${name}.js`), text);
  const head = names.map((name) => `<link rel="modulepreload" href="/assets/${name}.js"/>`).join("");
  const begin = `import "/assets/a.js";import("/assets/entry.js");`;
  const { html } = await lateScripts(`${head}<script type="module" async="">${begin}</script>`, client);
  const [, loader = ""] = /^<script>([\s\S]+)<\/script>$/.exec(html) ?? [];
  const asked: string[] = [];
  const ran: string[] = [];
  /** Stands in for `import()`; the last file can't be loaded. */
  const load = async (href: string) => {
    ran.push(href);
    if (href.endsWith("a.js")) throw new Error("no network");
  };
  const document = {
    hidden,
    documentElement: { dataset: held ? { held: "" } : {} },
    createElement: () => ({}),
    head: { append: (element: { href?: string; src?: string }) => asked.push(element.href ?? element.src ?? "") },
  };
  type Seen = (list: { getEntriesByName: (name: string) => string[] }, observer: { disconnect: () => void }) => void;
  let seen: Seen = () => {};
  class PerformanceObserver {
    static supportedEntryTypes = paints;
    constructor(callback: Seen) {
      seen = callback;
    }
    observe() {}
  }
  const later = vi.fn<(start: () => void) => void>();
  const setTimeout = (task: () => void, ms?: number) => (ms ? later(task) : globalThis.setTimeout(task));
  // oxlint-disable-next-line no-implied-eval -- what a browser does with the page's script
  const run = new Function("document", "PerformanceObserver", "setTimeout", "load", loader.replace("import(part)", "load(part)"));
  run(document, PerformanceObserver, setTimeout, load);
  const paint = (name: string) =>
    seen({ getEntriesByName: (wanted) => (wanted === name ? [name] : []) }, { disconnect: () => {} });
  return { asked, ran, paint, timeIsUp: () => later.mock.calls[0]?.[0]() };
}

const START = expect.stringMatching(/^\/assets\/start-[\w-]{8}\.js$/);
const FETCHED = ["/assets/entry.js", "/assets/a.js", "/assets/b.js", START];
/** What is fetched, and then the start itself. */
const ALL = [...FETCHED, START];

test("the scripts are asked for when the page is seen, once", async () => {
  const { asked, paint, timeIsUp } = await runLoader();
  paint("first-paint");
  expect(asked).toEqual([]);
  paint("first-contentful-paint");
  expect(asked).toEqual(FETCHED);
  await expect.poll(() => asked).toEqual(ALL);
  timeIsUp();
  expect(asked).toEqual(ALL);
});

test("each file runs in a task of its own after those that it imports, and the page starts last, also when one has failed", async () => {
  const { asked, ran, timeIsUp } = await runLoader();
  let tasks = 0;
  timeIsUp();
  expect(ran).toEqual(["/assets/c.js"]);
  while (asked.length < ALL.length && tasks++ < 100) await new Promise((resolve) => setTimeout(resolve));
  expect(ran).toEqual(["/assets/c.js", "/assets/b.js", "/assets/a.js"]);
  expect(tasks).toBeGreaterThan(2);
  expect(asked.at(-1)).toEqual(START);
});

test("a page that the browser does not paint for seconds gets its scripts all the same", async () => {
  const { asked, timeIsUp } = await runLoader();
  timeIsUp();
  await expect.poll(() => asked).toEqual(ALL);
});

test.each<[string, Browser]>([
  ["in a tab behind others", { hidden: true }],
  ["in a page that is hidden until React knows the session", { held: true }],
  ["in a browser that tells of no paint", { paints: [] }],
])("%s the scripts are asked for at once", async (_, browser) => {
  const { asked } = await runLoader(browser);
  expect(asked).toEqual(FETCHED);
  await expect.poll(() => asked).toEqual(ALL);
});
