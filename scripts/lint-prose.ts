/**
 * `npm run lint:prose [-- name ...]`: checks the theme and pericope files of the built-in writer; exits 1 if there is anything to put
 * right.
 */
import { readFileSync, readdirSync } from "node:fs";
import { lintPericopes } from "../server/vendors/writer/composer/lint-pericopes.ts";
import { lintThemes } from "../server/vendors/writer/composer/lint.ts";

const wanted = process.argv.slice(2);
const names = new Set<string>();
let broken = 0;

function read(folder: URL): Map<string, unknown> {
  const files = new Map<string, unknown>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const name = file.slice(0, -".json".length);
    names.add(name);
    try {
      files.set(name, JSON.parse(readFileSync(new URL(file, folder), "utf8")));
    } catch (error) {
      // An unreadable file of another author must not hide the findings of the requested ones.
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      console.error(`${name}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
      broken++;
    }
  }
  return files;
}

const themes = read(new URL("../server/themes/texts/", import.meta.url));
const pericopes = read(new URL("../server/pericopes/texts/", import.meta.url));
const unknown = wanted.filter((name) => !names.has(name));
if (unknown.length > 0) {
  console.error(`no such theme or pericope: ${unknown.join(", ")}; there are ${[...names].join(", ")}`);
  process.exit(2);
}

const ofPericopes = lintPericopes(pericopes);
const findings = [...ofPericopes.findings, ...lintThemes(themes, ofPericopes.slots, wanted)].filter(
  (f) => wanted.length === 0 || wanted.some((name) => f.at.split("/")[0] === name),
);
for (const { at, message } of findings) console.error(`${at}: ${message}`);
const count = findings.length + broken;
console.log(
  `${themes.size} themes and ${pericopes.size} pericopes read, ${count === 0 ? "nothing to put right" : `${count} to put right`}`,
);
process.exitCode = count === 0 ? 0 : 1;
