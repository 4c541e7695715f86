import { readFileSync, readdirSync } from "node:fs";
import { theme } from "./theme.ts";
import type { Theme } from "./theme.ts";

const FOLDER = new URL("./texts/", import.meta.url);

/** The theme for topics that match no other theme. */
export const GENERAL_THEME = "in-everything";

/** Reads and parses every theme file. Throws if one breaks the schema. */
export function readThemes(): Theme[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => theme.parse(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"))));
}
