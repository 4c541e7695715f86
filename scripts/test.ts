import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { runChecks } from "./check.ts";
import { outcome, playwrightReport, type Outcome } from "./test-reports.ts";

const ROOT = join(import.meta.dirname, "..");
const REPORTS = join(ROOT, ".cache/test-reports");

/** Runs a test runner and reads its report; without a report it has failed. */
function runner(
  title: string,
  bin: string,
  args: string[],
  env: Record<string, string>,
  report: string,
  schema: z.ZodType<Outcome>,
): Outcome {
  console.log(`\n=== ${title}`);
  const run = spawnSync(join(ROOT, "node_modules/.bin", bin), args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: [`${title}: no report`] };
  const read = schema.parse(JSON.parse(readFileSync(report, "utf8")));
  if (run.status === 0 || read.failed > 0) return read;
  return { ...read, failed: 1, failures: [`${title}: ended with ${String(run.status ?? run.signal)}`] };
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const vitest = join(REPORTS, "vitest.json");
const playwright = join(REPORTS, "playwright.json");

console.log("=== check");
const outcomes = [
  await runChecks(),
  runner(
    "unit and integration",
    "vitest",
    ["run", "--reporter=default", `--reporter=${join(import.meta.dirname, "vitest-outcome.ts")}`],
    { VITEST_OUTCOME: vitest },
    vitest,
    outcome,
  ),
  runner("end to end", "playwright", ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: playwright }, playwright, playwrightReport),
];
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\n=== failed\n${failures.join("\n")}`);
const sum = (key: "passed" | "failed" | "skipped"): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
const skipped = sum("skipped");
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
