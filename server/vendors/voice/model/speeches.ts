import { spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import { spokenWords } from "../../../speech/reader-only.ts";
import { spokenAs, type SpokenAs } from "../../../speech/spoken-as.ts";
import { readableWords } from "../../../speech/speech-text.ts";

/** The text to read aloud for each displayed word; empty if there is nothing to read. */
export type Reading = readonly (readonly string[])[];

/** A block of the sermon and its text to read. */
export interface Speech extends SpokenAs {
  sentences: string[][];
}

/** Upper bound, above the 15,000 characters of a sermon with its numbers in words. The rest is not read. */
const MAX_CHARS = 20_000;
/** Characters per request. OpenAI allows 4,096, ElevenLabs 5,000 for its smallest model; shorter requests sound more even. */
const MAX_CHARS_AT_ONCE = 2_000;

export const hasSound = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export const textOf = (reading: Reading): string =>
  reading
    .flat()
    .filter((word) => word !== "")
    .join(" ");

/** The text to read of each spoken block. */
export function speechesOf(blocks: readonly Block[]): Speech[] {
  const speeches = new Map<number, Speech>();
  const manners = spokenAs(blocks);
  let left = MAX_CHARS;
  for (const { block, words } of spokenSentences(blocks)) {
    const speech = speeches.get(block) ?? { pause: 1, prayer: false, ...manners[block], sentences: [] };
    const read = readableWords(spokenWords(words, blocks[block]?.kind));
    speech.sentences.push(read.map((word) => ((left -= word.length + 1) > 0 ? word : "")));
    speeches.set(block, speech);
  }
  return [...speeches.values()];
}

/** Splits the text into parts for one request each: after a sentence; within a sentence only if it is too long. */
export function partsOf(sentences: Reading): Reading[] {
  const parts: string[][][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const sentence of sentences) {
    const whole = textOf([sentence]).length + 1;
    if (length + whole > MAX_CHARS_AT_ONCE) [length] = [0, parts.push([])];
    parts.at(-1)?.push([]);
    for (const word of sentence) {
      if (length + word.length + 1 > MAX_CHARS_AT_ONCE) [length] = [0, parts.push([[]])];
      parts.at(-1)?.at(-1)?.push(word);
      length += word.length + 1;
    }
  }
  return parts;
}
