import { expect, test } from "vitest";
import { readThemes, wordsOf } from "../themes/themes.ts";
import { retell } from "./retell.ts";
import { spelledWords } from "./spelled-words.ts";

const words = new Set(spelledWords());

test("words of work and home that no sermon has are known", () => {
  const inSermons = wordsOf(readThemes());
  for (const word of ["lanyard", "spreadsheet", "radiographer", "tenancy"]) {
    expect(inSermons.has(word)).toBe(false);
    expect(words.has(word)).toBe(true);
  }
  expect(retell("I handed in my lanyard on Friday after 34 years.", new Set([...inSermons, ...words]))).toBe(
    "You handed in your lanyard on Friday after 34 years.",
  );
});

test("shorthand, misspellings and names are not", () => {
  for (const word of ["dont", "tmrw", "dougther", "lagos", "tomasz", "u"]) expect(words.has(word)).toBe(false);
});
