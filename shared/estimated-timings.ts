import { WORDS_PER_MINUTE } from "./constants.ts";
import { spokenSentences, type Block } from "./sermon-text.ts";
import type { Timings } from "./timings.ts";

/** When each word of a text would be heard at the usual speed: for a sermon that has no recording. */
export function estimateTimings(blocks: readonly Block[]): Timings {
  const wordSeconds = 60 / WORDS_PER_MINUTE;
  let time = 0;
  const sentences = spokenSentences(blocks).map(({ words }) => {
    const start = time;
    const spans = words.map((): [number, number] => [time, (time += wordSeconds)]);
    return { start, end: time, words: spans };
  });
  return { version: 1, seconds: Math.max(time, wordSeconds), sentences };
}
