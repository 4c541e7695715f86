import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** Folders, and the last file of each that was written before this rule. */
const FOLDERS = [
  { path: "supabase/migrations", last: "20261205999999" },
  { path: "packages/supabase-server/migrations", last: "0019" },
];

/** What a process of the version before, which still runs, would stumble over. */
const BREAKING: readonly [RegExp, string][] = [
  [/\bdrop\s+(table|column|view|schema|type)\b/i, "takes away what the version before still reads"],
  [/\brename\s+(to|column|constraint)\b|\brename\s+\S+\s+to\b/i, "renames what the version before still reads"],
  [/\balter\s+(column\s+)?\S+\s+set\s+not\s+null\b/i, "refuses rows that the version before still writes"],
  [/\badd\s+column\b(?![^;,]*\bdefault\b)[^;,]*\bnot\s+null\b/i, "refuses rows that the version before still writes"],
  [/\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i, "changes the type of what the version before still uses"],
];
/** `-- contract: <reason>` in front of the statement. */
const MARK = /--\s*contract:\s*\S/i;

/** A line for each statement of a migration that the version before could not live with, unless a reason stands in front of it. */
export function breaksOldProcesses(sql: string): string[] {
  const problems: string[] = [];
  for (const statement of sql.split(";")) {
    if (MARK.test(statement)) continue;
    const code = statement.replaceAll(/--.*$/gm, "");
    for (const [pattern, why] of BREAKING) {
      const found = pattern.exec(code)?.[0];
      if (found) problems.push(`"${found.replaceAll(/\s+/g, " ")}" ${why}`);
    }
  }
  return problems;
}

/** Checks that new migrations let old and new processes run side by side (CONTRIBUTING.md, "Add a migration"). */
export async function checkMigrations(): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, last } of FOLDERS)
    for (const file of (await readdir(join(ROOT, path))).filter((name) => name.endsWith(".sql") && name > last))
      for (const problem of breaksOldProcesses(await readFile(join(ROOT, path, file), "utf8")))
        problems.push(`${path}/${file}: ${problem}`);
  return problems;
}
