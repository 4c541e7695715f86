import { readFileSync } from "node:fs";
import { z } from "zod";
import { BOOK_NAMES } from "../../shared/bible-books.ts";

/** What a slow reading of a passage without a homily of its own is composed from: a page on each book, and texts that fit any passage. */
const prose = z.string().min(1);
const texts = z.array(prose).min(2);

export const GENRES = ["narrative", "law", "psalm", "wisdom", "prophecy", "gospel", "letter", "vision"] as const;
const genre = z.enum(GENRES);

const book = z.strictObject({
  genre,
  /** Who speaks to whom, from what time, and what the book is about. */
  about: prose,
  /** What to listen for in any of its parts. */
  further: prose,
});
const books = z.record(z.string(), book).refine((found) => BOOK_NAMES.every(({ osis }) => osis in found), {
  message: "a book is missing",
});
export type BookPage = z.infer<typeof book>;

const slowReading = z.strictObject({
  openings: texts,
  /** Lead to the first reading of the whole. */
  before: texts,
  /** Lead to one part that is heard again: two for the first part, any number for the others, two for the last. */
  leads: z.array(prose).min(6),
  genres: z.record(
    genre,
    z.strictObject({
      /** How such texts want to be heard. */
      about: texts,
      /** Asked after a part was heard again. */
      questions: texts,
      /** Ways to stay with such a text. */
      further: texts,
    }),
  ),
  /** The passage within the whole Bible, by testament. */
  whole: z.strictObject({ ot: texts, nt: texts }),
  responses: texts,
  prayers: texts,
  blessings: texts,
  groupQuestions: z.array(prose).min(3),
  /** Said if only the beginning of what was asked for can be read. */
  goesOn: texts,
});
export type SlowReadingTexts = z.infer<typeof slowReading>;

export interface SlowReadingLibrary {
  books: Readonly<Record<string, BookPage>>;
  texts: SlowReadingTexts;
}

/** Reads both files. Throws if one breaks the schema. */
export function readSlowReading(): SlowReadingLibrary {
  const json = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
  return { books: books.parse(json("./books.json")), texts: slowReading.parse(json("./slow-reading.json")) };
}
