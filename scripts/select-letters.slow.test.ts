import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codePoints, selectLetters, unicodeRange } from "./select-letters.ts";

const ROOT = join(import.meta.dirname, "..");
const made = await selectLetters();
const css = new TextDecoder().decode(made["fonts.css"]);

/** The letters of each family and style that fonts.css has, by any of its files. */
function lettersOf(family: string, style: string): Set<number> {
  const rules = css.split("@font-face").filter((rule) => rule.includes(`"${family}"`) && rule.includes(`font-style: ${style};`));
  return new Set(rules.flatMap((rule) => codePoints(/unicode-range:([^;]+);/.exec(rule)?.[1] ?? "")));
}

test.each([
  ["Newsreader Variable", "normal", "newsreader"],
  ["Newsreader Variable", "italic", "newsreader"],
  ["Source Sans 3 Variable", "normal", "source-sans-3"],
])("%s (%s) has every letter that Fontsource has, English in a file of its own", (family, style, name) => {
  const scripts = JSON.parse(
    readFileSync(join(ROOT, `node_modules/@fontsource-variable/${name}/unicode.json`), "utf8"),
  ) as object;
  const letters = lettersOf(family, style);
  expect(
    Object.values(scripts)
      .flatMap(codePoints)
      .filter((point) => !letters.has(point)),
  ).toEqual([]);
});

test("the files that the first screen waits for stay below 70 kB together", () => {
  const sizes = ["newsreader-english.woff2", "source-sans-3-english.woff2"].map((file) => made[file]?.length ?? Infinity);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(70_000);
});

test("a range is written as short as it can be, and read again", () => {
  const range = "U+0020-007E,U+00A0,U+2018-2019";
  expect(unicodeRange(codePoints(range))).toBe(range);
});
