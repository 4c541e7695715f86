import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codePoints, unicodeRange } from "./select-letters.ts";

const ROOT = join(import.meta.dirname, "..");
const css = readFileSync(join(ROOT, "web/fonts/fonts.css"), "utf8");

/** The letters of each family and style that web/fonts/fonts.css has, by any of its files. */
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
  const files = ["newsreader-english.woff2", "source-sans-3-english.woff2"];
  expect(readdirSync(join(ROOT, "web/fonts"))).toEqual(expect.arrayContaining(files));
  const sizes = files.map((file) => readFileSync(join(ROOT, "web/fonts", file)).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(70_000);
});

test("a range is written as short as it can be, and read again", () => {
  const range = "U+0020-007E,U+00A0,U+2018-2019";
  expect(unicodeRange(codePoints(range))).toBe(range);
});
