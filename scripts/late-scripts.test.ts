import { mkdir, mkdtemp, rm } from "node:fs/promises";
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

/** Runs a page's loader in a browser of a few fields. `asked`: the addresses that it has asked for. */
async function runLoader({ hidden = false, held = false, paints = ["paint"] }: Browser = {}) {
  const head = `<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>`;
  const { html } = await lateScripts(`${head}<script type="module" async="">import "/assets/a.js";</script>`, client);
  const [, loader = ""] = /^<script>([\s\S]+)<\/script>$/.exec(html) ?? [];
  const asked: string[] = [];
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
  const setTimeout = vi.fn<(start: () => void) => void>();
  // oxlint-disable-next-line no-implied-eval -- what a browser does with the page's script
  new Function("document", "PerformanceObserver", "setTimeout", loader)(document, PerformanceObserver, setTimeout);
  const paint = (name: string) =>
    seen({ getEntriesByName: (wanted) => (wanted === name ? [name] : []) }, { disconnect: () => {} });
  return { asked, paint, timeIsUp: () => setTimeout.mock.calls[0]?.[0]() };
}

const START = expect.stringMatching(/^\/assets\/start-[\w-]{8}\.js$/);
const ALL = ["/assets/a.js", "/assets/b.js", START];

test("the scripts are asked for when the page is seen, once", async () => {
  const { asked, paint, timeIsUp } = await runLoader();
  paint("first-paint");
  expect(asked).toEqual([]);
  paint("first-contentful-paint");
  expect(asked).toEqual(ALL);
  timeIsUp();
  expect(asked).toEqual(ALL);
});

test("a page that the browser does not paint for seconds gets its scripts all the same", async () => {
  const { asked, timeIsUp } = await runLoader();
  timeIsUp();
  expect(asked).toEqual(ALL);
});

test.each<[string, Browser]>([
  ["in a tab behind others", { hidden: true }],
  ["in a page that is hidden until React knows the session", { held: true }],
  ["in a browser that tells of no paint", { paints: [] }],
])("%s the scripts are asked for at once", async (_, browser) => {
  expect((await runLoader(browser)).asked).toEqual(ALL);
});
