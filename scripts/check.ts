import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkBoundaries } from "./check/boundaries.ts";
import { checkContainers } from "./check/containers.ts";
import { checkInlineScripts } from "./check/inline-scripts.ts";
import { checkLockfile } from "./check/lockfile.ts";
import { checkMigrations } from "./check/migrations.ts";
import { checkSecurityDocument } from "./check/security-document.ts";
import { checkWords } from "./check/words.ts";
import type { Outcome } from "./test-reports.ts";

const ROOT = join(import.meta.dirname, "..");

/** Runs a command of node_modules/.bin: no problem when it succeeds, all of its output when it does not. */
function command(name: string, ...args: string[]): () => string[] {
  return () => {
    const run = spawnSync(join(ROOT, "node_modules/.bin", name), args, {
      cwd: ROOT,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    return run.status === 0 ? [] : [`${name} ${args.join(" ")}`, run.stdout, run.stderr].filter(Boolean);
  };
}

const CHECKS: Record<string, () => string[] | Promise<string[]>> = {
  format: command("oxfmt", "--check"),
  "route types": command("react-router", "typegen"),
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
  prose: command("node", "scripts/lint-prose.ts"),
};

/** Runs every check, each printed with its problems. */
export async function runChecks(): Promise<Outcome> {
  const failures: string[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const started = performance.now();
    const problems = await check();
    console.log(
      `${problems.length === 0 ? "ok    " : "FAILED"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    );
    for (const problem of problems) console.log(`    ${problem.trimEnd().replaceAll("\n", "\n    ")}`);
    if (problems.length > 0) failures.push(`check: ${name}`);
  }
  return { passed: Object.keys(CHECKS).length - failures.length, failed: failures.length, skipped: 0, failures };
}

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
