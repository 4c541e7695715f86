/**
 * `npm run lighthouse [-- --runs 3] [/path ...]`: starts the built program on a directory of its own, measures every public page and sign-in screen as
 * Lighthouse's phone does, and prints the median of the runs. Fails below 97, or with a layout shift above 0.02 (the product's figures).
 * Lighthouse is fetched by npm for each run instead of installed: it would be the largest of all packages, and nothing else needs it.
 */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { z } from "zod";
import { PRERENDERED_SCREENS } from "../shared/site.ts";
import { browserPath } from "./browser.ts";
import { STATIC_PAGES } from "../web/static-pages.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const MIN_SCORE = 97;
const MAX_LAYOUT_SHIFT = 0.02;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const ROOT = join(import.meta.dirname, "..");
/** The browser of the tests. */
const { executablePath: CHROME } = await browserPath();

const score = z.object({ score: z.number() }).transform((category) => Math.round(category.score * 100));
const figure = z.object({ numericValue: z.number() }).transform((audit) => audit.numericValue);
const report = z.object({
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

async function measure(address: string, file: string): Promise<Report> {
  const chrome = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage";
  const options = ["--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${chrome}`];
  await promisify(execFile)("npm", ["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", address, ...options], {
    cwd: tmpdir(),
    env: { ...process.env, CHROME_PATH: CHROME },
    shell: process.platform === "win32",
  });
  return report.parse(JSON.parse(await readFile(file, "utf8")));
}

/** Retries, because Chromium sometimes loses a trace. */
async function measureWithRetries(address: string, file: string, tries = 3): Promise<Report> {
  return measure(address, file).catch((error: unknown) => {
    if (tries <= 1) throw error;
    return measureWithRetries(address, file, tries - 1);
  });
}

const median = (reports: Report[]): Report | undefined =>
  reports.toSorted((a, b) => a.categories.performance - b.categories.performance)[Math.floor(reports.length / 2)];

const { values, positionals } = parseArgs({ options: { runs: { type: "string", default: "3" } }, allowPositionals: true });
const runs = z.coerce.number().int().min(1).parse(values.runs);
const folder = await mkdtemp(join(tmpdir(), "lampstand-lighthouse-"));
const { url, program } = await start(join(folder, "data"));
try {
  console.log(["page".padEnd(16), ...CATEGORIES.map((name) => name.padStart(15)), "  FCP s  LCP s  TBT ms  CLS"].join(""));
  for (const page of positionals.length > 0 ? positionals : [...STATIC_PAGES, ...PRERENDERED_SCREENS]) {
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await measureWithRetries(`${url}${page}`, join(folder, "report.json")));
    const middle = median(reports);
    if (!middle) throw new Error(`${page} was not measured`);
    const { categories, audits } = middle;
    const shift = audits["cumulative-layout-shift"];
    const fails = CATEGORIES.some((name) => categories[name] < MIN_SCORE) || shift > MAX_LAYOUT_SHIFT;
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
        fails ? "  FAILED" : "",
      ].join(""),
    );
  }
} finally {
  program.kill();
  await new Promise((resolve) => program.once("exit", resolve));
  await rm(folder, { recursive: true, force: true });
}
