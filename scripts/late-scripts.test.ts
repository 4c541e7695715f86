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

const CODE = `import "/assets/a.js";\n\nimport("/assets/entry.js");`;

interface Browser {
  hidden?: boolean;
  held?: boolean;
  paints?: string[];
}

/** Runs a page's loader at `/login` in a browser of a few fields. `asked`: the addresses that it has asked for. */
async function runLoader({ hidden = false, held = false, paints = ["paint"] }: Browser = {}) {
  const head = `<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>`;
  const { html } = await lateScripts(`${head}<script type="module" async="">${CODE}</script>`, client);
  const [, loader = ""] = /^<script>([\s\S]+)<\/script>$/.exec(html) ?? [];
  const asked: string[] = [];
  let scriptsHaveRun = () => {};
  const document = {
    hidden,
    documentElement: { dataset: held ? { held: "" } : {} },
    createElement: () => ({}),
    head: {
      append({ href, src, onload }: { href?: string; src?: string; onload?: () => void }) {
        asked.push(href ?? src ?? "");
        if (onload) scriptsHaveRun = onload;
      },
    },
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
  const location = { pathname: "/login", reload: vi.fn<() => void>() };
  const load = vi.fn<(href: string) => Promise<void>>().mockResolvedValue();
  // oxlint-disable-next-line no-implied-eval -- what a browser does with the page's script
  const run = new Function(
    "document",
    "PerformanceObserver",
    "setTimeout",
    "location",
    "load",
    loader.replace("import(", "load("),
  );
  run(document, PerformanceObserver, setTimeout, location, load);
  const paint = (name: string) =>
    seen({ getEntriesByName: (wanted) => (wanted === name ? [name] : []) }, { disconnect: () => {} });
  return {
    asked,
    paint,
    timeIsUp: () => setTimeout.mock.calls[0]?.[0](),
    scriptsHaveRun: () => scriptsHaveRun(),
    location,
    load,
    dataset: document.documentElement.dataset,
  };
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

test("the page is rendered when all its scripts have run", async () => {
  const { timeIsUp, scriptsHaveRun, location, load } = await runLoader();
  timeIsUp();
  expect(load).not.toHaveBeenCalled();
  scriptsHaveRun();
  expect(load).toHaveBeenCalledExactlyOnceWith("/assets/entry.js");
  expect(location.reload).not.toHaveBeenCalled();
});

test("a page whose last script can't be fetched says that it did not load, as for every other script", async () => {
  const { timeIsUp, scriptsHaveRun, load, dataset } = await runLoader();
  load.mockRejectedValue(new TypeError("Failed to fetch"));
  timeIsUp();
  scriptsHaveRun();
  await expect.poll(() => dataset).toHaveProperty("failed", "");
});

test("where Back has led to another page's address meanwhile, that page is fetched, and this one is not rendered as that one", async () => {
  const { timeIsUp, scriptsHaveRun, location, load } = await runLoader();
  timeIsUp();
  location.pathname = "/my-sermons";
  scriptsHaveRun();
  expect(load).not.toHaveBeenCalled();
  expect(location.reload).toHaveBeenCalledOnce();
});

test("a page whose scripts do not end with the one that renders it is not built", async () => {
  await expect(lateScripts(`<script type="module" async="">import "/assets/a.js";</script>`, client)).rejects.toThrow(
    /do not end/,
  );
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
