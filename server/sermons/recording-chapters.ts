import { spokenSentences, textOf, type Block } from "../../shared/sermon-text.ts";
import type { Timings } from "../../shared/timings.ts";

/** A part of a recording, in seconds from its start. */
export interface Chapter {
  name: string;
  start: number;
  end: number;
}

const OPENING = "Opening";

/** The opening of a recording, then a chapter for each heading; none where the times do not fit the text, or nothing divides it. */
export function recordingChapters(blocks: readonly Block[], timings: Timings): Chapter[] {
  const sentences = spokenSentences(blocks);
  if (timings.sentences.length !== sentences.length) return [];
  const begun = [{ name: OPENING, start: 0 }];
  for (const [index, { kind, words }] of blocks.entries()) {
    const first = sentences.findIndex(({ block }) => block > index);
    const start = timings.sentences[first]?.start;
    if (kind !== "heading" || start === undefined) continue;
    // Nothing is spoken under the heading before this one, or before the first.
    if (first === 0 || begun.at(-1)?.start === start) begun.pop();
    begun.push({ name: textOf(words), start: first === 0 ? 0 : start });
  }
  if (begun.length < 2) return [];
  return begun.map(({ name, start }, i) => ({ name, start, end: begun[i + 1]?.start ?? timings.seconds }));
}
