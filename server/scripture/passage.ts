import { bcv_parser } from "bible-passage-reference-parser/esm/bcv_parser.js";
import * as en from "bible-passage-reference-parser/esm/lang/en.js";
import { SINGLE_CHAPTER } from "../../shared/bible-books.ts";
import type { Quotation, Translation } from "../../shared/sermon.ts";
import { balanceQuotes } from "./balance-quotes.ts";
import { bookByOsis } from "./books.ts";
import type { VerseId } from "./corpus.ts";
import { lastChapter, lastVerse, verseText } from "./corpus.ts";

/** A run of verses within one book, ends included. */
export interface PassageRange {
  from: VerseId;
  to: VerseId;
}

/** A reference found in a text: `at` and `end` are character positions; `verses` is false for "Genesis 50". */
export interface FoundReference {
  range: PassageRange;
  at: number;
  end: number;
  verses: boolean;
}

const parser = new bcv_parser(en);
// "bcv": a whole chapter given by its verses ("Psalm 121:1-8") stays a range of verses.
parser.set_options({ sequence_combination_strategy: "separate", osis_compaction_strategy: "bcv" });

function parseOsis(osis: string): PassageRange | null {
  const [first = "", second] = osis.split("-");
  const start = first.split(".");
  const end = second?.split(".") ?? start;
  const [book = ""] = start;
  const known = bookByOsis.has(book) && end[0] === book;
  const chapter = Number(start[1]);
  const toChapter = Number(end[1]);
  if (!known || !(chapter >= 1) || !(toChapter <= lastChapter(book))) return null;
  const from = { book, chapter, verse: start[2] ? Number(start[2]) : 1 };
  const to = { book, chapter: toChapter, verse: end[2] ? Number(end[2]) : lastVerse(book, toChapter) };
  return verseText(from) === undefined || verseText(to) === undefined ? null : { from, to };
}

/** "Luke 2:22-40. 14 residents": the next sentence begins with a number, which is no verse. Words that join verses are none. */
const NEXT_SENTENCE = /(?<=\d)\.(?=\s+\d+\s+(?!(?:and|to|through)\b)\p{L})/giu;
/** "Luke 2,22-40", as it is written on the continent. A list of chapters has a space, or no range after its first comma. */
const CONTINENTAL = /(?<=\p{L}\.? ?\d{1,3}),(?=\d{1,3}[-–]\d)/gu;

/** As the parser takes it, every character in its place. */
const forParser = (text: string): string => text.replace(NEXT_SENTENCE, "¶").replace(CONTINENTAL, ":");

/** The references that exist in WEB, in the order of the text. Impossible ones ("John 25:3") are not among them. */
export function findReferences(text: string): FoundReference[] {
  // A reference has a chapter or a verse in figures. Most paragraphs have none, and the parser takes milliseconds for each.
  if (!/\d/.test(text)) return [];
  const read = forParser(text);
  parser.parse(read);
  return parser.osis_and_indices().flatMap(({ osis, indices: [at, end] }) => {
    const range = parseOsis(osis);
    if (!range) return [];
    const verses = SINGLE_CHAPTER.has(range.from.book) || /\d\s*[:.]\s*\d|\bverses?\b/iu.test(read.slice(at, end));
    return [{ range, at, end, verses }];
  });
}

const read = new Map<string, readonly PassageRange[]>();

/**
 * The ranges of a reference that the library prints or cites ("Luke 10:31-33"). Each is parsed once per process, since a sermon compares
 * hundreds of them: what people write goes through `findReferences`.
 */
export function rangesOf(reference: string): readonly PassageRange[] {
  let ranges = read.get(reference);
  if (!ranges) read.set(reference, (ranges = findReferences(reference).map(({ range }) => range)));
  return ranges;
}

/** The verses of a range in order; gaps where the translation has no verse are left out. */
export function versesIn({ from, to }: PassageRange, translation: Translation = "WEB"): (VerseId & { text: string })[] {
  const found: (VerseId & { text: string })[] = [];
  for (let chapter = from.chapter; chapter <= to.chapter; chapter++) {
    // WEB numbers the end of Romans elsewhere, so a chapter may be asked beyond its last printed verse.
    const last = chapter === to.chapter ? to.verse : lastVerse(from.book, chapter, translation);
    for (let verse = chapter === from.chapter ? from.verse : 1; verse <= last; verse++) {
      const id = { book: from.book, chapter, verse };
      const text = verseText(id, translation);
      if (text) found.push({ ...id, text });
    }
  }
  return found;
}

/** Printed form: "Genesis 50:19–21", "Isaiah 40:31–41:2", "Jude 24–25", "Psalm 23:1". */
export function printReference({ from, to }: PassageRange): string {
  const name = bookByOsis.get(from.book)?.name ?? from.book;
  const start = SINGLE_CHAPTER.has(from.book) ? `${from.verse}` : `${from.chapter}:${from.verse}`;
  if (from.chapter !== to.chapter) return `${name} ${start}–${to.chapter}:${to.verse}`;
  return from.verse === to.verse ? `${name} ${start}` : `${name} ${start}–${to.verse}`;
}

/**
 * The passage named by a reference with chapter and verse ("Genesis 50:19-21"): exact text with its quotation marks balanced.
 * Null if the reference names no verses, more than one range, or verses that WEB does not have.
 */
export function passage(reference: string, translation: Translation = "WEB"): Quotation | null {
  const [found, ...more] = findReferences(reference);
  if (!found?.verses || more.length > 0) return null;
  return quoteRange(found.range, translation);
}

/** Whether the last mark of the chapter before this verse opened a speech. The King James has no such marks. */
function beginsInsideSpeech({ book, chapter, verse }: VerseId, translation: Translation): boolean {
  for (let v = verse - 1; v > 0; v--) {
    const text = verseText({ book, chapter, verse: v }, translation) ?? "";
    const opened = text.lastIndexOf("“");
    const closed = text.lastIndexOf("”");
    if (opened !== closed) return opened > closed;
  }
  return false;
}

/** The exact text of a range with its printed reference. */
export function quoteRange(range: PassageRange, translation: Translation = "WEB"): Quotation {
  const text = versesIn(range, translation)
    .map((verse) => verse.text)
    .join(" ");
  return {
    reference: printReference(range),
    text: balanceQuotes(text, beginsInsideSpeech(range.from, translation)),
    translation,
  };
}
