import { expect, test } from "vitest";
import { rankThemes, heardAspects, weighPhrases } from "./choose-theme.ts";
import { stem, words } from "./stem.ts";
import type { Theme } from "../themes/theme.ts";
import { readThemes } from "../themes/themes.ts";

const shipped = readThemes();
const best = (topic: string, themes: readonly Theme[] = shipped): string | undefined => rankThemes(topic, themes)[0]?.theme.id;

const stems = (family: string): string[] => [...new Set(words(family).map(stem))];

test("the forms of a word have one stem", () => {
  expect(stems("forgive forgives forgiving forgiven forgiveness")).toHaveLength(1);
  expect(stems("worry worries worried worrying")).toHaveLength(1);
  expect(stems("lonely loneliness")).toHaveLength(1);
  expect(stems("run running runs")).toHaveLength(1);
});

test.each([
  ["thesis", "the"],
  ["praise", "pray"],
  ["news", "new"],
])("“%s” is no form of “%s”", (word, other) => {
  expect(stem(word)).not.toBe(stem(other));
});

test.each([
  "forgiving my father",
  "I can’t let it go",
  "He never said sorry",
  "RESENTMENT towards my sister",
  "how can I forgive an enemy?",
])("“%s” is a matter of forgiveness", (topic) => {
  expect(best(topic)).toBe("forgiveness");
});

test("a topic that no theme knows reaches none, and one word that points several ways is not enough", () => {
  expect(best("bees")).toBeUndefined();
  expect(best("my brother")).toBeUndefined();
});

test("the longest phrase wins its words", () => {
  const [first] = shipped;
  if (!first) throw new Error("no themes");
  const themes = [
    { ...first, id: "others", lexicon: { strong: ["forgive"], weak: [], aspects: {} } },
    { ...first, id: "oneself", lexicon: { strong: ["forgive myself"], weak: [], aspects: {} } },
  ];
  expect([...weighPhrases("forgiving myself", themes).keys()]).toEqual(["oneself"]);
});

test("who sits beside a deathbed is not told what it is to die", () => {
  const facing = shipped.find(({ id }) => id === "facing-death");
  if (!facing) throw new Error("no theme facing-death");
  expect([...heardAspects("my mother is dying, the doctor gives her days", facing)]).toEqual(["beside"]);
  expect([...heardAspects("I am dying and the doctor gives me days", facing)]).not.toContain("beside");
});
