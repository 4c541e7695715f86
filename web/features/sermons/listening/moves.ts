import { chapterAt, type Chapter } from "../../../../shared/chapters.ts";

/** Back and on, in seconds. */
export const SKIP_SECONDS = 15;
/** By an arrow key. */
export const STEP_SECONDS = 5;
/** This far into a chapter, "previous" leads to its own beginning, as with records. */
const BEGINNING_SECONDS = 3;

export function previousChapter(chapters: readonly Chapter[], time: number): number {
  const now = chapterAt(chapters, time);
  const start = chapters[now]?.start ?? 0;
  return time - start > BEGINNING_SECONDS ? start : (chapters[now - 1]?.start ?? 0);
}

export function nextChapter(chapters: readonly Chapter[], time: number): number | null {
  return chapters[chapterAt(chapters, time) + 1]?.start ?? null;
}
