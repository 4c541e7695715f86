import { expect, test } from "vitest";
import { DURATIONS } from "../../../../shared/constants.ts";
import { TRANSLATIONS, type Translation } from "../../../../shared/sermon.ts";
import { readPericopes } from "../../../pericopes/pericopes.ts";
import { bareText } from "../../../scripture/exact-text.ts";
import { findReferences, versesIn } from "../../../scripture/passage.ts";
import { quoteInTranslation } from "../../../scripture/quote-in-translation.ts";
import { readThemes } from "../../../themes/themes.ts";
import { fitHomily, pericopeIn } from "./homily.ts";
import { slotsOfPericope } from "./lint-pericopes.ts";
import type { Slot } from "./lint-text.ts";
import { slotsOf } from "./lint.ts";

const pericopes = readPericopes();
const slots = [...readThemes().flatMap(slotsOf), ...pericopes.flatMap(slotsOfPericope)];
const quotedIn = (text: string): string[] => [...text.matchAll(/“([^“”]*)”/gu)].map(([, words = ""]) => words);

/** The text of the chapters that a slot is about or names. */
const chapters = new Map<string, string>();
function chaptersOf({ text, about = "" }: Slot, translation: Translation): string {
  return [...findReferences(about), ...findReferences(text)]
    .map(({ range: { from, to } }) => {
      const key = `${translation} ${from.book} ${from.chapter}-${to.chapter}`;
      const range = { from: { ...from, verse: 1 }, to: { ...to, verse: 200 } };
      const read =
        chapters.get(key) ??
        bareText(
          versesIn(range, translation)
            .map((verse) => verse.text)
            .join(" "),
        );
      chapters.set(key, read);
      return read;
    })
    .join(" | ");
}

test.for(TRANSLATIONS)(
  "every phrase that a theme or a homily quotes stands in its chapter of the %s, word for word",
  (translation) => {
    for (const slot of slots) {
      const text = quoteInTranslation(slot.text, translation, slot.about);
      const quoted = quotedIn(text);
      if (quoted.length === 0) continue;
      const there = chaptersOf(slot, translation);
      expect(
        quoted.filter((words) => !there.includes(bareText(words))),
        `${slot.at}: ${text}`,
      ).toEqual([]);
      if (translation === "KJV") expect(text.match(/“[^”]*Yahweh/u), slot.at).toBeNull();
    }
  },
);

test("most of what is quoted from the World English Bible is quoted from the King James too", () => {
  const count = (translation: Translation): number =>
    slots.reduce((sum, { text, about }) => sum + quotedIn(quoteInTranslation(text, translation, about)).length, 0);
  expect(count("KJV") / count("WEB")).toBeGreaterThan(0.75);
});

test("every homily fills its time in both translations", () => {
  for (const one of pericopes)
    for (const translation of TRANSLATIONS)
      for (const minutes of DURATIONS)
        for (const opening of [0, 1])
          expect(
            fitHomily(pericopeIn(one, translation), minutes, opening, translation),
            `${one.id}, ${translation}, ${minutes}`,
          ).not.toBeNull();
});
