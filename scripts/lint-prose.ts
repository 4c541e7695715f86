/** `npm run lint:prose [-- theme ...]`: checks the theme files of the built-in writer; exits 1 if there is anything to put right. */
import { readFileSync, readdirSync } from "node:fs";
import { lintThemes } from "../server/vendors/writer/composer/lint.ts";

const folder = new URL("../server/themes/texts/", import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no such theme: ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(2);
}

const files = new Map<string, unknown>();
let broken = 0;
for (const name of names) {
  try {
    files.set(name, JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")));
  } catch (error) {
    // An unreadable file of another theme must not hide the findings of the requested ones.
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.error(`${name}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
    broken++;
  }
}
const findings = lintThemes(files).filter((f) => wanted.length === 0 || wanted.some((name) => f.at.split("/")[0] === name));
for (const { at, message } of findings) console.error(`${at}: ${message}`);
const count = findings.length + broken;
console.log(`${files.size} themes read, ${count === 0 ? "nothing to put right" : `${count} to put right`}`);
process.exitCode = count === 0 ? 0 : 1;
