import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkBoundaries } from "./check/boundaries.ts";
import { checkContainers } from "./check/containers.ts";
import { checkInlineScripts } from "./check/inline-scripts.ts";
import { checkLockfile } from "./check/lockfile.ts";
import { checkMigrations } from "./check/migrations.ts";
import { checkSecurityDocument } from "./check/security-document.ts";
import { checkWords } from "./check/words.ts";
import type { Outcome } from "./test-reports.ts";

const ROOT = join(import.meta.dirname, "..");

const execute = promisify(execFile);

/** Runs a command of node_modules/.bin: no problem when it succeeds, all of its output when it does not. */
function command(name: string, ...args: string[]): () => Promise<string[]> {
  return async () => {
    try {
      await execute(join(ROOT, "node_modules/.bin", name), args, {
        cwd: ROOT,
        maxBuffer: Infinity,
        shell: process.platform === "win32",
      });
      return [];
    } catch (error) {
      const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
      return [message.split("\n")[0] ?? "", stdout, stderr].filter(Boolean);
    }
  };
}

type Check = () => string[] | Promise<string[]>;

/** Makes what the types of routes are read from, so it runs before all others. */
const ROUTE_TYPES: [string, Check] = ["route types", command("react-router", "typegen")];

/** The longest first, since two run at a time. */
const CHECKS: Record<string, Check> = {
  prose: command("node", "scripts/lint-prose.ts"),
  format: command("oxfmt", "--check"),
  types: command("tsc", "-b"),
  lint: command("oxlint", "--type-aware"),
  boundaries: checkBoundaries,
  "unused code": command("knip"),
  lockfile: checkLockfile,
  containers: checkContainers,
  migrations: checkMigrations,
  "inline scripts": checkInlineScripts,
  "security document": checkSecurityDocument,
  words: checkWords,
};

/** Runs every check, each printed with its problems. */
export async function runChecks(): Promise<Outcome> {
  const failures: string[] = [];
  const run = async (name: string, check: Check): Promise<void> => {
    const started = performance.now();
    const problems = await check();
    console.log(
      `${problems.length === 0 ? "ok    " : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    );
    for (const problem of problems) console.log(`    ${problem.trimEnd().replaceAll("\n", "\n    ")}`);
    if (problems.length > 0) failures.push(`check: ${name}`);
  };
  await run(...ROUTE_TYPES);
  const checks = Object.entries(CHECKS);
  const left = checks.values();
  const lane = async (): Promise<void> => {
    for (const [name, check] of left) await run(name, check);
  };
  await Promise.all([lane(), lane()]);
  return { passed: checks.length + 1 - failures.length, failed: failures.length, skipped: 0, failures };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
