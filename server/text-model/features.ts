import type { Concepts } from "./concepts.ts";

/** Which features a text has. Those without a comment are on or off. */
export interface FeatureKinds {
  /** The words as they are: `jumped`. Their stems, `~jump`, are always there. */
  words: boolean;
  /** Neighbours: `jumped from`, or by their stems `~jump from`. */
  pairs: "words" | "stems";
  /** Pairs of stems with one word between them: `jump _ bridge`. */
  skipPairs: boolean;
  /**
   * Concepts (`@partner`) beside a stem, `@partner hit`: any stem, but only of concepts that are marked as people; or of all concepts,
   * but only stems of words that have no concept.
   */
  besideConcepts: "people" | "without concept";
  /** Pairs of concepts anywhere in the text, `@baby+hospital`, with this value; 0 for none. */
  conceptPairs: number;
  /** A repeated concept counts so much more for each repetition, up to `most` repetitions. */
  repeated: { more: number; most: number };
  /** Upper bounds of the size classes in words (`#2`); without any there is no such feature. */
  sizes: readonly number[];
}

/** In a `concepts.txt`, the mark before the name of a concept that stands for people. */
const PEOPLE = "@";

/** The words of a text in the two forms that features are made of. */
export interface Reading {
  words: readonly string[];
  stems: readonly string[];
  /** The concepts that begin at each word. */
  concepts: ReturnType<Concepts["at"]>;
}

/** The features of a text with their values, 1 unless `FeatureKinds` says otherwise. Pure. */
export function featuresOf({ words, stems, concepts }: Reading, kinds: FeatureKinds): Map<string, number> {
  const found = new Map<string, number>();
  const count = new Map<string, number>();
  if (kinds.words) for (const word of words) found.set(word, 1);
  for (const [i, stem] of stems.entries()) {
    found.set(`~${stem}`, 1);
    const next = stems[i + 1];
    if (next !== undefined) found.set(kinds.pairs === "words" ? `${words[i]} ${words[i + 1]}` : `~${stem} ${next}`, 1);
    if (kinds.skipPairs && i + 2 < stems.length) found.set(`${stem} _ ${stems[i + 2]}`, 1);
    for (const concept of concepts[i] ?? []) {
      count.set(concept, (count.get(concept) ?? -1) + 1);
      found.set(`@${concept}`, 1);
      const counts = (at: number) =>
        kinds.besideConcepts === "people" ? concept.startsWith(PEOPLE) && at in stems : concepts[at]?.length === 0;
      if (counts(i + 1)) found.set(`@${concept} ${next}`, 1);
      if (counts(i - 1)) found.set(`${stems[i - 1]} @${concept}`, 1);
    }
  }
  for (const [concept, again] of count) found.set(`@${concept}`, 1 + kinds.repeated.more * Math.min(kinds.repeated.most, again));
  if (kinds.conceptPairs > 0) {
    const named = [...count.keys()].toSorted();
    for (const [i, one] of named.entries())
      for (const other of named.slice(i + 1)) found.set(`@${one}+${other}`, kinds.conceptPairs);
  }
  if (kinds.sizes.length > 0) found.set(`#${kinds.sizes.filter((size) => stems.length > size).length}`, 1);
  return found;
}
