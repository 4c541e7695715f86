import { spokenSentences, type Block, type BlockKind } from "../../../../shared/sermon-text.ts";
import { readableWords } from "../../../speech/speech-text.ts";

/** What is read aloud of some sentences: for each displayed word its text, empty where there is nothing to read. */
export type Reading = readonly (readonly string[])[];

/** A block of the sermon and what is read of it. */
export interface Speech {
  kind: BlockKind | undefined;
  sentences: string[][];
}

/** More than the 15,000 characters that a sermon may have, with its numbers in words. What comes after is not read. */
const MAX_CHARS = 20_000;
/** OpenAI takes 4,096 characters at once, ElevenLabs 5,000 with the least of its models; shorter ones sound more even. */
const MAX_CHARS_AT_ONCE = 2_000;

export const hasSound = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export const textOf = (reading: Reading): string =>
  reading
    .flat()
    .filter((word) => word !== "")
    .join(" ");

/** What is read of each spoken block. */
export function speechesOf(blocks: readonly Block[]): Speech[] {
  const speeches = new Map<number, Speech>();
  let left = MAX_CHARS;
  for (const { block, words } of spokenSentences(blocks)) {
    const speech = speeches.get(block) ?? { kind: blocks[block]?.kind, sentences: [] };
    speech.sentences.push(readableWords(words).map((word) => ((left -= word.length + 1) > 0 ? word : "")));
    speeches.set(block, speech);
  }
  return [...speeches.values()];
}

/** Cuts what is read into parts for one request each: after a sentence, within one only if it alone is too long. */
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
