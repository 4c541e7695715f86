import { readFileSync } from "node:fs";
import { type Concepts, readConcepts } from "../../text-model/concepts.ts";
import { type FeatureKinds, featuresOf } from "../../text-model/features.ts";
import { stem } from "../../text-model/stem.ts";
import { plainText } from "../plain-text.ts";

/** The words of a topic and its sentence ends, as the rules read them. */
function tokens(topic: string): string[] {
  return plainText(topic).match(/[a-z0-9'é]+|[.!?;]/gu) ?? [];
}

let committed: Concepts | undefined;

/** The concepts in concepts.txt, by words as they are. */
export function concepts(): Concepts {
  return (committed ??= readConcepts(readFileSync(new URL("./concepts.txt", import.meta.url), "utf8"), tokens));
}

const KINDS: FeatureKinds = {
  words: true,
  pairs: "words",
  skipPairs: true,
  besideConcepts: "without concept",
  conceptPairs: 0,
  repeated: { more: 0, most: 0 },
  sizes: [],
};

/** The features of a list of words. */
export function features(words: readonly string[]): Map<string, number> {
  return featuresOf({ words, stems: words.map(stem), concepts: concepts().at(words) }, KINDS);
}

/** Length of a window over a long sentence, in words. */
const WINDOW_WORDS = 18;
const MAX_UNSPLIT_WORDS = WINDOW_WORDS * 1.5;

/**
 * The parts of a topic that are classified: each sentence, each pair of neighbouring sentences, and the whole topic if it is
 * short. A longer sentence is cut into overlapping windows, so that one clause in a long message is read as if it stood alone.
 */
export function parts(topic: string, spelled: (word: string) => string): string[][] {
  const sentences: string[][] = [[]];
  for (const token of tokens(topic)) {
    if (/[.!?;]/u.test(token)) sentences.push([]);
    else sentences.at(-1)?.push(spelled(token));
  }
  const said = sentences.filter((sentence) => sentence.length > 0);
  const all = said.flat();
  const found = all.length <= MAX_UNSPLIT_WORDS ? [all] : [];
  for (const [i, sentence] of said.entries()) {
    const before = said[i - 1];
    if (before && before.length + sentence.length <= MAX_UNSPLIT_WORDS) found.push([...before, ...sentence]);
    if (sentence.length <= MAX_UNSPLIT_WORDS) {
      if (sentence.length > 2) found.push(sentence);
      continue;
    }
    for (let start = 0; start + WINDOW_WORDS / 2 < sentence.length; start += WINDOW_WORDS / 2)
      found.push(sentence.slice(start, start + WINDOW_WORDS));
  }
  return [...new Map((found.length > 0 ? found : [all]).map((words) => [words.join(" "), words])).values()];
}
