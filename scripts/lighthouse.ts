/**
 * `npm run lighthouse [-- --runs 3] [/path ...]`: starts the built program on a directory of its own, measures every public page, the sign-in screens
 * and a member's dashboard as Lighthouse's phone does, and prints the median of the runs. Fails below 97 (the dashboard: 95), or with a layout
 * shift above 0.02 (the product's figures). `--slow` prints instead when the forms are seen, and when they work, on a slow line.
 * `--cpu 2.5` slows the processor by so much instead of Lighthouse's 4, which is meant for a fast desktop; the column "index" is what
 * Lighthouse finds this machine to be (its docs/throttling.md says which slowdown makes a phone of it).
 * Lighthouse is fetched by npm for each run instead of installed: it would be the largest of all packages, and nothing else needs it.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { PRERENDERED_SCREENS } from "../shared/site.ts";
import { browserPath } from "./browser.ts";
import { createMember, profileOf } from "./lighthouse-member.ts";
import { measureSlowLine } from "./slow-line.ts";
import { STATIC_PAGES } from "../web/static-pages.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const MIN_SCORE = 97;
/** A screen for members, which no search engine sees. */
const DASHBOARD = "/dashboard";
const MIN_DASHBOARD_SCORE = 95;
const MAX_LAYOUT_SHIFT = 0.02;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const ROOT = join(import.meta.dirname, "..");
/** The browser of the tests. */
const { executablePath: CHROME } = await browserPath();

const score = z.object({ score: z.number() }).transform((category) => Math.round(category.score * 100));
const figure = z.object({ numericValue: z.number() }).transform((audit) => audit.numericValue);
const report = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({ performance: score, accessibility: score, "best-practices": score, seo: score }),
  audits: z.object({
    "first-contentful-paint": figure,
    "largest-contentful-paint": figure,
    "total-blocking-time": figure,
    "cumulative-layout-shift": figure,
  }),
});
type Report = z.infer<typeof report>;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function start(dataDir: string): Promise<{ url: string; program: ChildProcess }> {
  const [port, sandbox] = await Promise.all([freePort(), freePort()]);
  const program = spawn(process.execPath, [join(ROOT, "server/main.ts")], {
    env: {
      ...process.env,
      PORT: `${port}`,
      PAYMENTS_SANDBOX_PORT: `${sandbox}`,
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}`;
  while (program.exitCode === null) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { url, program };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error("the program did not start");
}

/** `session`: a member's, who comes with an empty cache; null for a visitor. */
async function measure(url: string, page: string, file: string, session: string | null): Promise<Report> {
  const address = url + page;
  const profile = session ? ` --user-data-dir=${await profileOf(session, url, dirname(file))}` : "";
  const chrome = `--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage${profile}`;
  const slowdown = `--throttling.cpuSlowdownMultiplier=${values.cpu}`;
  const options = ["--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${chrome}`, slowdown];
  if (session) options.push("--disable-storage-reset");
  await promisify(execFile)("npm", ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address, ...options], {
    cwd: tmpdir(),
    env: { ...process.env, CHROME_PATH: CHROME },
    shell: process.platform === "win32",
  });
  return report.parse(JSON.parse(await readFile(file, "utf8")));
}

/** Retries, because Chromium sometimes loses a trace. */
async function measureWithRetries(...[url, page, file, session]: Parameters<typeof measure>): Promise<Report> {
  for (let tries = 3; ; tries--) {
    try {
      return await measure(url, page, file, session);
    } catch (error) {
      if (tries <= 1) throw error;
    }
  }
}

const median = (reports: Report[]): Report | undefined =>
  reports.toSorted((a, b) => a.categories.performance - b.categories.performance)[Math.floor(reports.length / 2)];

const { values, positionals } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    cpu: { type: "string", default: "4" },
    slow: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const runs = z.coerce.number().int().min(1).parse(values.runs);
const folder = await mkdtemp(join(tmpdir(), "lampstand-lighthouse-"));
const { url, program } = await start(join(folder, "data"));

async function printScores(pages: string[], sessionOn: (page: string) => string | null): Promise<void> {
  console.log(
    ["page".padEnd(16), ...CATEGORIES.map((name) => name.padStart(15)), "  FCP s  LCP s  TBT ms  CLS    index"].join(""),
  );
  for (const page of pages) {
    const reports: Report[] = [];
    const file = join(folder, "report.json");
    for (let run = 0; run < runs; run++) reports.push(await measureWithRetries(url, page, file, sessionOn(page)));
    const middle = median(reports);
    if (!middle) throw new Error(`${page} was not measured`);
    const { categories, audits, environment } = middle;
    const shift = audits["cumulative-layout-shift"];
    const isDashboard = page === DASHBOARD;
    const judged = isDashboard ? CATEGORIES.filter((name) => name !== "seo") : CATEGORIES;
    const least = isDashboard ? MIN_DASHBOARD_SCORE : MIN_SCORE;
    const fails = judged.some((name) => categories[name] < least) || shift > MAX_LAYOUT_SHIFT;
    if (fails) process.exitCode = 1;
    const seconds = (name: "first-contentful-paint" | "largest-contentful-paint"): string =>
      (audits[name] / 1000).toFixed(1).padStart(7);
    console.log(
      [
        page.padEnd(16),
        ...CATEGORIES.map((name) => `${categories[name]}`.padStart(15)),
        seconds("first-contentful-paint"),
        seconds("largest-contentful-paint"),
        audits["total-blocking-time"].toFixed(0).padStart(8),
        `  ${shift.toFixed(3)}`,
        environment.benchmarkIndex.toFixed(0).padStart(7),
        fails ? "  FAILED" : "",
      ].join(""),
    );
  }
}

async function printSlowLine(pages: string[], sessionOn: (page: string) => string | null): Promise<void> {
  console.log("400 kbit/s, 400 ms   header, form s     form works s       scripts kB  files");
  for (const page of pages) {
    const { seen, works, scripts } = await measureSlowLine(url, page, sessionOn(page));
    const columns = [seen / 1000, works / 1000, scripts.bytes / 1000].map((value) => value.toFixed(1).padStart(16));
    console.log(`${page.padEnd(16)}${columns.join("")}${`${scripts.files}`.padStart(5)}`);
  }
}

try {
  const forms: string[] = [...PRERENDERED_SCREENS];
  const pages = positionals.length > 0 ? positionals : values.slow ? ["/", ...forms] : [...STATIC_PAGES, ...forms];
  const member = pages.includes(DASHBOARD) ? await createMember(url) : null;
  const sessionOn = (page: string): string | null => (page === DASHBOARD ? member : null);
  await (values.slow ? printSlowLine : printScores)(pages, sessionOn);
} finally {
  program.kill();
  await new Promise((resolve) => program.once("exit", resolve));
  await rm(folder, { recursive: true, force: true });
}
