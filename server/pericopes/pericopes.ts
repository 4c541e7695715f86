import { readdirSync, readFileSync } from "node:fs";
import { pericope, type Pericope } from "./pericope.ts";

/** Reads all pericope files. Throws if one breaks the schema. */
export function readPericopes(): Pericope[] {
  const folder = new URL("./texts/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => pericope.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
}
