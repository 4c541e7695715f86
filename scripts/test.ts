import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { runChecks } from "./check.ts";

const ROOT = join(import.meta.dirname, "..");
const REPORTS = join(ROOT, ".cache/test-reports");

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const vitestReport = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number(), success: z.boolean() })
  .transform((r): Count => ({
    passed: r.numPassedTests,
    failed: Math.max(r.numFailedTests, r.success ? 0 : 1),
    skipped: r.numPendingTests,
  }));

const playwrightReport = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
    errors: z.array(z.unknown()),
  })
  // A flaky test, which passes at the second try, counts as failed.
  .transform(({ stats, errors }): Count => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }));

/** Runs a test runner and reads its report; without a report it has failed. */
function runner(
  title: string,
  bin: string,
  args: string[],
  env: Record<string, string>,
  report: string,
  schema: z.ZodType<Count>,
): Count {
  console.log(`\n=== ${title}`);
  const run = spawnSync(join(ROOT, "node_modules/.bin", bin), args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const count = schema.parse(JSON.parse(readFileSync(report, "utf8")));
  return run.status === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const vitest = join(REPORTS, "vitest.json");
const playwright = join(REPORTS, "playwright.json");

console.log("=== check");
const counts = [
  await runChecks(),
  runner(
    "unit and integration",
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitest}`],
    {},
    vitest,
    vitestReport,
  ),
  runner("end to end", "playwright", ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: playwright }, playwright, playwrightReport),
];
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum("skipped");
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
