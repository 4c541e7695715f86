import type { Timings } from "./timings.ts";

/** Index of the sentence being spoken and of the word within it; -1 for none. */
export interface ReadingPosition {
  sentence: number;
  word: number;
}

/** Binary search: index of the last item whose start is at or before `time`, or -1. Starts must ascend. */
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

/** The position at `time` seconds. During a pause it stays on the last spoken word, so that the highlight does not flicker. */
export function positionAt({ sentences }: Timings, time: number): ReadingPosition {
  const sentence = lastBegun(sentences.length, (i) => sentences[i]?.start ?? 0, time);
  const words = sentences[sentence]?.words ?? [];
  return { sentence, word: lastBegun(words.length, (i) => words[i]?.[0] ?? 0, time) };
}
