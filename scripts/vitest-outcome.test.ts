import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { outcome } from "./test-reports.ts";

const ROOT = join(import.meta.dirname, "..");

test("failed tests, files that can't be loaded and errors that no test caught are named, without colours", () => {
  // Inside of the project, where `vitest` is found.
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".cache", "vitest-outcome-"));
  const report = join(folder, "outcome.json");
  const file = (name: string, lines: string): void =>
    writeFileSync(join(folder, name), `import { expect, test } from "vitest";\n${lines}`);
  // A test to do is told as skipped.
  file("a.test.ts", 'test("adds", () => expect(1 + 1).toBe(2)); test.todo("divides");');
  file("b.test.ts", 'test("takes away", () => expect(2 - 1).toBe(2));');
  file("c.test.ts", 'throw new Error("no such module");');
  file("d.test.ts", 'test("asks", async () => { void Promise.reject(new Error("nobody waited")); await 1; });');
  try {
    const args = ["run", "--root", folder, `--reporter=${join(import.meta.dirname, "vitest-outcome.ts")}`];
    const { VITEST: _, ...env } = process.env;
    const run = spawnSync(join(ROOT, "node_modules/.bin/vitest"), args, {
      env: { ...env, VITEST_OUTCOME: report, FORCE_COLOR: "1" },
    });
    expect(run.status).toBe(1);
    const { failures, ...counts } = outcome.parse(JSON.parse(readFileSync(report, "utf8")));
    expect(counts).toEqual({ passed: 2, failed: 3, skipped: 1 });
    expect(failures.toSorted().map((text) => text.split("\n    ").slice(0, 2))).toEqual([
      ["b.test.ts > takes away", "AssertionError: expected 1 to be 2 // Object.is equality"],
      ["c.test.ts", "Error: no such module"],
      ["outside of any test", "Error: nobody waited"],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
