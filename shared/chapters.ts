import { spokenSentences, textOf, type Block } from "./sermon-text.ts";
import type { Timings } from "./timings.ts";

/** A part of a recording, in seconds from its start. */
export interface Chapter {
  name: string;
  start: number;
  end: number;
}

/** What is heard before the first heading: title and focus. */
const OPENING = "Opening";

/** The chapters of a recording: its opening, then one for each heading. None where the times do not fit the text, or nothing divides it. */
export function chaptersOf(blocks: readonly Block[], timings: Timings | null): Chapter[] {
  const sentences = spokenSentences(blocks);
  if (timings?.sentences.length !== sentences.length) return [];
  const begun: { name: string; start: number }[] = [{ name: OPENING, start: 0 }];
  for (const [index, { kind, words }] of blocks.entries()) {
    if (kind !== "heading") continue;
    const start = timings.sentences[sentences.findIndex(({ block }) => block > index)]?.start;
    const last = begun.at(-1);
    if (start === undefined) continue;
    // Nothing was spoken under the heading before, or before the first one.
    if (last && (last.start === start || (sentences[0]?.block ?? 0) > index)) last.name = textOf(words);
    else begun.push({ name: textOf(words), start });
  }
  if (begun.length < 2) return [];
  return begun.map(({ name, start }, i) => ({ name, start, end: begun[i + 1]?.start ?? timings.seconds }));
}

/** Index of the chapter that a time is in; -1 if there are none. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.length === 0
    ? -1
    : Math.max(
        0,
        chapters.findLastIndex(({ start }) => start <= time),
      );
