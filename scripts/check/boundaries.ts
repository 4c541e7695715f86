import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const CONFIG = join(ROOT, ".dependency-cruiser.cjs");

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

function cruise(folder: string, rooms: readonly string[]): z.infer<typeof report>["summary"] {
  // The exit code is ignored: it is the number of violations, which the planted tree has on purpose.
  const bin = join(ROOT, "node_modules/.bin/depcruise");
  const run = spawnSync(bin, ["--config", CONFIG, "--output-type", "json", ...rooms], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === "win32",
  });
  if (!run.stdout) throw new Error(`dependency-cruiser said: ${run.stderr}`);
  return report.parse(JSON.parse(run.stdout)).summary;
}

/**
 * Checks that the import rules hold for every module, and that each of them catches its planted breach. Returns one line for each
 * problem.
 */
export function checkBoundaries(): string[] {
  const problems: string[] = [];
  const tree = cruise(ROOT, ["packages", "shared", "server", "web", "scripts", "tests/support"]);
  for (const { from, to, rule } of tree.violations) problems.push(`${rule.name}: ${from} -> ${to}`);
  // A cruiser that finds no modules also finds no violations.
  if (tree.totalCruised < 200) problems.push(`only ${tree.totalCruised} modules were checked`);

  const planted = cruise(join(ROOT, "tests/boundaries/planted"), ["packages", "shared", "server", "web"]);
  const caught = new Set(planted.violations.map((violation) => violation.rule.name));
  const config = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] };
  for (const { name } of config.forbidden) if (!caught.has(name)) problems.push(`the planted breach of ${name} was not caught`);
  return problems;
}
