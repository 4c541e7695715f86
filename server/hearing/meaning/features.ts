import { readFileSync } from "node:fs";
import { plainText } from "../../safety/plain-text.ts";
import { type Concepts, readConcepts } from "../../text-model/concepts.ts";
import { type FeatureKinds, featuresOf } from "../../text-model/features.ts";
import { stem } from "../../text-model/stem.ts";

let committed: Concepts | undefined;

/** The concepts in concepts.txt, by stems. */
function concepts(): Concepts {
  return (committed ??= readConcepts(readFileSync(new URL("./concepts.txt", import.meta.url), "utf8"), (phrase) =>
    wordsOf(phrase).map(stem),
  ));
}

const KINDS: FeatureKinds = {
  words: false,
  pairs: "stems",
  skipPairs: false,
  besideConcepts: "people",
  conceptPairs: 0.5,
  repeated: { more: 0.3, most: 3 },
  // A heading, a sentence, a few sentences; longer topics are stories.
  sizes: [4, 11, 29],
};

/** The words of a topic, contractions and shorthand written out as for the crisis gate. */
export const wordsOf = (topic: string): string[] => plainText(topic).match(/[\p{L}\p{N}']+/gu) ?? [];

/** Whether a word has a concept, in any of its forms. */
export const hasConcept = (word: string): boolean => concepts().has(stem(word));

/** The features of a list of words. */
export function features(words: readonly string[]): Map<string, number> {
  const stems = words.map(stem);
  return featuresOf({ words, stems, concepts: concepts().at(stems) }, KINDS);
}
