import type { Translation } from "../../shared/sermon.ts";
import type { Chapter } from "../../shared/scripture.ts";
import { bookByOsis } from "./books.ts";
import { lastVerse, verseText } from "./corpus.ts";

/** WEB prints the end of Romans 16 in chapter 14; whoever opens chapter 16 finds it there too. */
const ROMANS_16_VERSES = 27;

/** One chapter of a translation, for reading around a quotation; null if there is no such chapter. */
export function readChapter(translation: Translation, book: string, chapter: number): Chapter | null {
  const name = bookByOsis.get(book)?.name;
  const printed = lastVerse(book, chapter, translation);
  if (!name || printed === 0) return null;
  const last = book === "Rom" && chapter === 16 ? ROMANS_16_VERSES : printed;
  const verses = Array.from({ length: last }, (_, i) => ({
    verse: i + 1,
    text: verseText({ book, chapter, verse: i + 1 }, translation),
  }));
  return { translation, book, name, chapter, verses: verses.flatMap(({ verse, text }) => (text ? [{ verse, text }] : [])) };
}
