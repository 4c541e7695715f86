import { readSermon, spokenSentences, textOf } from "./sermon-text.ts";
import type { Timings } from "./timings.ts";

export interface Chapter {
  /** Seconds. */
  startTime: number;
  title: string;
}

/** A recording's chapters, one for each heading at the first sentence that is spoken after it. None if the times are not those of the text. */
export function podcastChapters(content: string, timings: Timings): Chapter[] {
  const blocks = readSermon(content);
  const sentences = spokenSentences(blocks);
  if (sentences.length !== timings.sentences.length) return [];
  const chapters: Chapter[] = [];
  const title = blocks.find(({ kind }) => kind === "title");
  blocks.forEach(({ kind, words }, index) => {
    if (kind !== "heading") return;
    const first = sentences.findIndex(({ block }) => block > index);
    const startTime = timings.sentences[first]?.start;
    if (startTime === undefined) return;
    // Of two headings without a sentence between them the second one counts.
    if (chapters.at(-1)?.startTime === startTime) chapters.pop();
    chapters.push({ startTime, title: textOf(words) });
  });
  const opening = { startTime: 0, title: title ? textOf(title.words) : "Opening" };
  return chapters[0]?.startTime === 0 ? chapters : [opening, ...chapters];
}
