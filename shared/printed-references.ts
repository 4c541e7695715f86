import { BOOK_NAMES, SINGLE_CHAPTER } from "./bible-books.ts";

/** A reference as sermons print it: "Genesis 50:19–21", "Isaiah 40:31–41:2", "Jude 24", "Romans 8". */
export interface PrintedReference {
  /** OSIS id of the book. */
  book: string;
  from: { chapter: number; verse: number };
  /** Null for a whole chapter. */
  to: { chapter: number; verse: number } | null;
  /** Character positions in the text. */
  at: number;
  end: number;
}

const osisByName = new Map(BOOK_NAMES.map(({ name, osis }) => [name, osis])).set("Psalms", "Ps");
const NAMES = [...osisByName.keys()].toSorted((a, b) => b.length - a.length);
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NAMES.join("|")}) (\\d{1,3})(?::(\\d{1,3}))?(?:[–-](?:(\\d{1,3}):)?(\\d{1,3}))?(?![\\d:]*\\d)`,
  "gu",
);

/** Finds the Bible references in a sermon's text. Whether they exist is not checked here: the server did when the text was written. */
export function findPrintedReferences(text: string): PrintedReference[] {
  return [...text.matchAll(PATTERN)].flatMap<PrintedReference>(
    ({ 0: found, 1: name = "", 2: first, 3: second, 4: toChapter, 5: last, index: at }) => {
      const book = osisByName.get(name);
      if (!book) return [];
      const place = { book, at, end: at + found.length };
      const single = SINGLE_CHAPTER.has(book) && second === undefined;
      if (!single && second === undefined) {
        // "Romans 8–9": only the first chapter is opened.
        return [{ ...place, from: { chapter: Number(first), verse: 1 }, to: null }];
      }
      const from = single ? { chapter: 1, verse: Number(first) } : { chapter: Number(first), verse: Number(second) };
      const to = { chapter: toChapter ? Number(toChapter) : from.chapter, verse: last ? Number(last) : from.verse };
      return [{ ...place, from, to }];
    },
  );
}
