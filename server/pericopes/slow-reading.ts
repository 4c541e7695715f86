import { readFileSync } from "node:fs";
import { z } from "zod";
import { BOOK_NAMES } from "../../shared/bible-books.ts";

/** What a slow reading of a passage without a homily of its own is composed from: a page on each book, and texts that fit any passage. */
const prose = z.string().min(1);
const texts = z.array(prose).min(2);
/** A text that fits only a passage in which one of these words stands: a question about nations needs a nation. */
const fitting = z.union([prose, z.strictObject({ text: prose, where: texts })]);
export type Fitting = z.infer<typeof fitting>;

/** Occasions at which people are not asked anything and get no tasks. */
const SOLEMN = ["wedding", "funeral", "baptism"] as const;
export type Solemn = (typeof SOLEMN)[number];
export const isSolemn = (occasion: string | null): occasion is Solemn => SOLEMN.some((one) => one === occasion);

export const GENRES = ["narrative", "law", "psalm", "wisdom", "love", "prophecy", "gospel", "letter", "vision"] as const;
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
      questions: z.array(fitting).min(2),
      /** Ways to stay with such a text. */
      further: z.array(fitting).min(2),
    }),
  ),
  /** What is said instead at a wedding, a funeral or a baptism. */
  occasions: z.record(z.enum(SOLEMN), z.strictObject({ openings: texts, further: texts, prayers: texts, blessings: texts })),
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
