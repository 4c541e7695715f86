import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { validate } from "dockerfile-utils";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Checks the Dockerfile, compose.yaml by the schema of Compose files, the systemd unit where systemd is, and the alert rules by their tests
 * where Prometheus is. Returns one line for each problem.
 */
export async function checkContainers(): Promise<string[]> {
  const dockerfile = await readFile(join(ROOT, "Dockerfile"), "utf8");
  const problems = validate(dockerfile).map(
    ({ range, message }) => `Dockerfile:${range.start.line + 1} ${typeof message === "string" ? message : message.value}`,
  );
  const lint = spawnSync(join(ROOT, "node_modules/.bin/dclint"), ["compose.yaml", "--max-warnings", "0", "--no-color"], {
    cwd: ROOT,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (lint.status !== 0) problems.push(lint.stdout, lint.stderr);
  const unit = spawnSync("systemd-analyze", ["verify", "deploy/lampstand.service"], { cwd: ROOT, encoding: "utf8" });
  // The program is not installed where it is checked.
  const said = (unit.stderr ?? "").split("\n").filter((line) => line && !/is not executable: No such file/.test(line));
  const rules = spawnSync("promtool", ["test", "rules", "deploy/monitoring/alerts.test.yml"], { cwd: ROOT, encoding: "utf8" });
  if (!rules.error && rules.status !== 0) problems.push(rules.stdout, rules.stderr);
  return [...problems, ...said].filter(Boolean);
}
