import type { Timings } from "./timings.ts";

/** The sentence and the word in it that are being spoken; -1 for none. */
export interface ReadingPosition {
  sentence: number;
  word: number;
}

/** Index of the last item that has begun at `time`, or -1. Starts ascend. */
function lastBegun(count: number, start: (index: number) => number, time: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where the voice is at `time` seconds. In a pause the light stays on what was last spoken, so that nothing blinks. */
export function positionAt({ sentences }: Timings, time: number): ReadingPosition {
  const sentence = lastBegun(sentences.length, (i) => sentences[i]?.start ?? 0, time);
  const words = sentences[sentence]?.words ?? [];
  return { sentence, word: lastBegun(words.length, (i) => words[i]?.[0] ?? 0, time) };
}
