import { expect, test } from "vitest";
import { readConcepts } from "./concepts.ts";
import { featuresOf, type FeatureKinds } from "./features.ts";
import { speller, vocabulary } from "./spelling.ts";

const { at, has, words } = readConcepts(
  `# a comment: with a colon
person: man, old man
@parent: father, old man
hurt: hurt, wound*`,
  (phrase) => phrase.split(" "),
);

test("a concept begins where its word or phrase does, and a prefix stands for every ending", () => {
  expect(at(["the", "old", "man", "wounded", "me"])).toEqual([[], ["person", "@parent"], ["person"], ["hurt"], []]);
});

test("a part of a phrase has no concept, and a comment is none", () => {
  expect([has("old"), has("a"), has("wounds")]).toEqual([false, false, true]);
  expect(words).toEqual(["man", "father", "hurt"]);
});

const KINDS: FeatureKinds = {
  words: false,
  pairs: "stems",
  skipPairs: false,
  besideConcepts: "people",
  conceptPairs: 0,
  repeated: { more: 0, most: 0 },
  sizes: [],
};
function features(text: string, kinds: Partial<FeatureKinds>): Record<string, number> {
  const words = text.split(" ");
  const stems = words.map((word) => word.replace(/s$/u, ""));
  return Object.fromEntries(featuresOf({ words, stems, concepts: at(words) }, { ...KINDS, ...kinds }));
}

test("each kind of feature can be had alone", () => {
  expect(features("dogs bark", {})).toEqual({ "~dog": 1, "~bark": 1, "~dog bark": 1 });
  expect(features("dogs bark", { words: true, pairs: "words" })).toEqual({
    dogs: 1,
    bark: 1,
    "~dog": 1,
    "~bark": 1,
    "dogs bark": 1,
  });
  expect(features("dogs bark loud", { skipPairs: true })).toHaveProperty(["dog _ loud"], 1);
  expect(features("one two three", { sizes: [2, 3] })).toHaveProperty(["#1"], 1);
});

test("concepts stand alone, beside stems, in pairs and more than once", () => {
  const father = features("my father hurt man", { conceptPairs: 0.5 });
  expect(father).toMatchObject({
    "@@parent": 1,
    "~my": 1,
    "my @@parent": 1,
    "@@parent hurt": 1,
    "@@parent+hurt": 0.5,
    "@hurt+person": 0.5,
  });
  expect(father).not.toHaveProperty(["@hurt man"]);
  expect(features("the man hurt me", { besideConcepts: "without concept" })).toMatchObject({ "the @person": 1, "@hurt me": 1 });
  expect(features("the man hurt me", { besideConcepts: "without concept" })).not.toHaveProperty(["@person hurt"]);
  expect(features("hurt hurt hurt", { repeated: { more: 0.3, most: 1 } })).toHaveProperty(["@hurt"], 1.3);
});

test("a misspelling becomes the most frequent known word that is one letter away", () => {
  const known = vocabulary([["swallow", "tablets"], ["swallow"], ["swallows", "tablets"], ["14"]]);
  expect(known).toEqual(["swallow", "tablets", "swallows"]);
  const spelled = speller(known, (word) => word === "tablet");
  expect(["swalow", "tablts", "tablet", "swallows", "swal", "swallowing"].map(spelled)).toEqual([
    "swallow",
    "tablets",
    "tablet",
    "swallows",
    "swal",
    "swallowing",
  ]);
  expect(vocabulary([["a", "b"], ["a"]], 2)).toEqual(["a"]);
});
