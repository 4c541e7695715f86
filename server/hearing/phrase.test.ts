import { expect, test } from "vitest";
import { findAt, readPhrase } from "./phrase.ts";
import { stem, words } from "./stem.ts";

const found = (phrase: string, topic: string): boolean => {
  const stems = words(topic).map(stem);
  return stems.some((_, i) => findAt(readPhrase(phrase), stems, i) !== null);
};

test.for([
  ["forgive my father", "Forgiving my father", true],
  ["forgive my father", "forgive his father", false],
  ["@child left the faith", "our daughter left the faith", true],
  ["@child left the faith", "my neighbor left the faith", false],
  ["left|lost … faith", "he lost all of his faith", true],
  ["left|lost … faith", "lost in the dark woods without any faith", false],
  ["@parent hates me", "my mother-in-law hates me", false],
  ["@inlaw hates me", "my mother in law hates me", true],
  ["can't sleep", "I cannot sleep", true],
  ["doesn't believe", "she doesnt believe", true],
  ["lonely", "so lonley", true],
  ["turning @number", "turning 80", true],
  ["numb", "cancel her phone number", false],
  ["happen to me", "what happened to me", true],
  ["happy", "what happened to me", false],
] as const)("“%s” in “%s”: %s", ([phrase, topic, expected]) => {
  expect(found(phrase, topic)).toBe(expected);
});

test("a phrase with an unknown class of words, or none at all, is refused", () => {
  expect(() => readPhrase("my @children died")).toThrow("@children");
  expect(() => readPhrase("…")).toThrow("no word");
});
