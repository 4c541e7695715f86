import { expect, test } from "vitest";
import { NAMES } from "../../../speech/names/names.ts";
import { compileFlite, loadFlite } from "./flite-program.ts";
import { lexiconAddenda } from "./lexicon.ts";
import { createPronouncer } from "./synthesise.ts";

const ACCENTS = ["american", "british"] as const;
const PHONES = new Set(
  "aa ae ah ao aw ax ay b ch d dh eh er ey f g hh ih iy jh k l m n ng ow oy p r s sh t th uh uw v w y z zh".split(" "),
);

test.each(ACCENTS)("At least 400 biblical names have phones that Flite knows, with one vowel stressed: %s", (accent) => {
  expect(NAMES[accent].size).toBeGreaterThan(400);
  for (const [name, phones] of NAMES[accent]) {
    const parts = phones.split(" ");
    expect(
      parts.filter((phone) => !PHONES.has(phone.replace("1", ""))),
      name,
    ).toEqual([]);
    expect(parts.filter((phone) => phone.endsWith("1")).length, name).toBeGreaterThan(0);
  }
});

test.each(ACCENTS)("Flite says every name as the list has it: %s", async (accent) => {
  const pronounce = createPronouncer(loadFlite(await compileFlite()));
  const said = pronounce(NAMES[accent].keys(), accent);
  // The voice that looks words up has "aa" for "ah" as well.
  const heard = (phones: string): string => phones.replaceAll("1", "").replaceAll(/\bah\b/gu, "aa");
  const differing = [...NAMES[accent]].filter(([name, phones]) => said.get(name)?.join(" ") !== heard(phones));
  expect(differing.map(([name]) => [name, said.get(name)?.join(" ")])).toEqual([]);
});

test.each([
  ["isaiah", "american", "ay0 z ey1 ax0"],
  ["isaiah", "british", "ay0 z ay1 ax0"],
  ["jacob's", "american", "jh ey1 k ax0 b z"],
  ["moses's", "british", "m ow1 z ax0 z ax0 z"],
  ["ahab's", "american", "ey1 hh ae0 b z"],
  ["wound", "american", "w uw1 n d"],
] as const)("%s in %s is given to Flite as %s", (word, accent, phones) => {
  expect(lexiconAddenda([word], accent)).toBe(`"${word}" 0 : ${phones}\n`);
});

test("Only words of the text are given to Flite", () => {
  expect(lexiconAddenda(["grace", "and", "constructor", "grace"], "american")).toBe("");
});
