import { readFileSync, readdirSync } from "node:fs";
import { TEXT_SLOTS, theme } from "./theme.ts";
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

/** Words of the texts and phrases of themes, in small letters with plain apostrophes: words that are spelled right. */
export function wordsOf(themes: readonly Theme[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { lexicon, passages, ...slots } of themes) {
    const texts = [
      ...TEXT_SLOTS.flatMap((slot) => slots[slot].map(({ text }) => text)),
      ...passages.map(({ context, exposition, further }) => `${context} ${exposition.join(" ")} ${further}`),
      ...lexicon.strong,
      ...lexicon.weak,
      ...Object.values(lexicon.aspects).flat(),
    ];
    for (const text of texts)
      for (const [word] of text
        .toLowerCase()
        .replaceAll("’", "'")
        .matchAll(/\p{L}+(?:'\p{L}+)*/gu))
        found.add(word);
  }
  return found;
}
