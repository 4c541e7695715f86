import { spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";

/** The timings if they match this text (one entry for each spoken sentence), else null: then nothing is highlighted. */
export function matchingTimings(timings: Timings | undefined, blocks: readonly Block[]): Timings | null {
  const sentences = spokenSentences(blocks);
  if (timings?.sentences.length !== sentences.length) return null;
  return {
    ...timings,
    // Word times that do not match are dropped; the sentence is still highlighted.
    sentences: timings.sentences.map((times, i) =>
      times.words.length === sentences[i]?.words.length ? times : { ...times, words: [] },
    ),
  };
}
