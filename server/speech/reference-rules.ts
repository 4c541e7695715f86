import { BOOK_BY_SHORT_FORM, BOOKS_OF_ONE_CHAPTER, BOOKS_WITH_CHAPTERS, NUMBERED_BOOKS } from "./bible-books.ts";
import { cardinal } from "./number-words.ts";
import { isCount, isDigits, isMark, isWord, type Reading, type Rule } from "./rules.ts";
import type { SpeechToken } from "./speech-tokens.ts";

const ORDINAL_OF_BOOK: ReadonlyMap<string, string> = new Map(
  Object.entries({ 1: "first", 2: "second", 3: "third", I: "first", II: "second", III: "third" }),
);

/** "1 Cor." -> First Corinthians, "2 Peter" -> Second Peter. A roman I is also a pronoun, so it needs a chapter behind the book. */
const numberedBook: Rule = ({ tokens, say }, at) => {
  const [number, book] = [tokens[at], tokens[at + 1]];
  const first = ORDINAL_OF_BOOK.get(number?.text ?? "");
  if (!number || !first || !isWord(book, /^[A-Z]/u)) return 0;
  const short = book.text.toLowerCase();
  const full = BOOK_BY_SHORT_FORM.get(short);
  if (!NUMBERED_BOOKS.has(full ?? short)) return 0;
  const dot = full && isMark(tokens[at + 2], ".") ? 1 : 0;
  if (number.kind === "word" && tokens[at + 2 + dot]?.kind !== "number") return 0;
  say(number, first);
  say(book, full ?? short);
  return 2 + dot;
};

/** "Gen. 50" -> Genesis fifty. */
const bookShortForm: Rule = ({ tokens, say }, at) => {
  const book = tokens[at];
  const name = isWord(book, /^[A-Z]/u) ? BOOK_BY_SHORT_FORM.get(book.text.toLowerCase()) : undefined;
  const dot = isMark(tokens[at + 1], ".") ? 1 : 0;
  if (!book || !name || tokens[at + 1 + dot]?.kind !== "number") return 0;
  say(book, name);
  return 1 + dot;
};

/** What the number at `at` is called by the book before it: nothing in a psalm; null without a book. */
function partOfBook(tokens: readonly SpeechToken[], at: number): "chapter" | "verse" | "" | null {
  const nameAt = isMark(tokens[at - 1], ".") ? at - 2 : at - 1;
  const book = tokens[nameAt];
  if (!isWord(book, /^[A-Z]/u)) return null;
  const short = book.text.toLowerCase();
  const name = BOOK_BY_SHORT_FORM.get(short) ?? short;
  if (/^psalms?$/u.test(name)) return "";
  const isLetterOfJohn = name === "john" && /^(?:[23]|III?)$/u.test(tokens[nameAt - 1]?.text ?? "");
  if (BOOKS_OF_ONE_CHAPTER.has(name) || isLetterOfJohn) return "verse";
  return BOOKS_WITH_CHAPTERS.has(name) ? "chapter" : null;
}

/** The second number of a range "13–15" that begins at `at`, or nothing. */
function rangeEnd(tokens: readonly SpeechToken[], at: number): SpeechToken | undefined {
  const [dash, last] = [tokens[at + 1], tokens[at + 2]];
  return isMark(dash, "-–—") && dash.glued && isDigits(last) && last.glued ? last : undefined;
}

/** "John 3" -> John, chapter three; "Genesis 1–3" -> Genesis, chapters one to three; "Jude 3" -> Jude, verse three. */
const chapterOfBook: Rule = ({ tokens, say, pause }, at) => {
  const number = tokens[at];
  const part = partOfBook(tokens, at);
  if (!isDigits(number) || !part || isMark(tokens[at + 1], ":") || isCount(tokens, at)) return 0;
  const last = rangeEnd(tokens, at);
  if (last && isMark(tokens[at + 3], ":")) return 0;
  pause();
  say(number, last ? `${part}s` : part, ...cardinal(number.text));
  if (last) say(last, "to", ...cardinal(last.text));
  return last ? 3 : 1;
};

/** The letter of a half verse: "16a". */
const letterAt = (tokens: readonly SpeechToken[], at: number): 0 | 1 =>
  isWord(tokens[at], /^[a-c]$/u) && tokens[at]?.glued ? 1 : 0;

function sayChapter({ tokens, accent, say, pause }: Reading, at: number, chapter: SpeechToken): void {
  const part = partOfBook(tokens, at);
  // A book of one chapter has verses only.
  if (part !== "verse") {
    if (part) pause();
    say(chapter, ...(part === "" ? [] : ["chapter"]), ...cardinal(chapter.text, accent));
  }
  pause();
}

/** "13:4–7" -> chapter thirteen, verses four to seven; "8:28–9:1" -> chapter eight, verse twenty eight to chapter nine, verse one. */
const verses: Rule = (reading, at) => {
  const { tokens, accent, say, pause } = reading;
  const [chapter, colon, verse] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!isDigits(chapter) || !isMark(colon, ":") || !colon.glued || !isDigits(verse) || !verse.glued) return 0;
  let next = at + 3;
  next += letterAt(tokens, next);
  const [dash, last] = [tokens[next], tokens[next + 1]];
  const hasRange = isMark(dash, "-–—") && dash.glued && isDigits(last) && last.glued;
  const intoChapter = hasRange && isMark(tokens[next + 2], ":") && isDigits(tokens[next + 3]);
  const hasList = isMark(dash, ",") && isDigits(last) && !isMark(tokens[next + 2], ":") && !isWord(tokens[next + 2], /^[A-Z]/u);
  sayChapter(reading, at, chapter);
  say(verse, (hasRange && !intoChapter) || hasList ? "verses" : "verse", ...cardinal(verse.text, accent));
  if (!hasRange) return next - at;
  say(last, "to", ...(intoChapter ? ["chapter"] : []), ...cardinal(last.text, accent));
  next += 2;
  const lastVerse = tokens[next + 1];
  if (intoChapter && lastVerse) {
    pause();
    say(lastVerse, "verse", ...cardinal(lastVerse.text, accent));
    next += 2;
  }
  return next + letterAt(tokens, next) - at;
};

const VERSE_MARKERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ v: "verse", vv: "verses", vs: "verse", ch: "chapter", chs: "chapters", p: "page", pp: "pages", no: "number" }),
);

/** "v. 3" -> verse three, "ch. 4" -> chapter four, "No. 5" -> number five. */
const verseMarker: Rule = ({ tokens, say }, at) => {
  const marker = tokens[at];
  const name = marker?.kind === "word" ? VERSE_MARKERS.get(marker.text.toLowerCase()) : undefined;
  const dot = isMark(tokens[at + 1], ".") ? 1 : 0;
  if (!marker || !name || tokens[at + 1 + dot]?.kind !== "number" || (name === "number" && dot === 0)) return 0;
  say(marker, name);
  return 1 + dot;
};

export const REFERENCE_RULES: readonly Rule[] = [numberedBook, bookShortForm];
export const VERSE_RULES: readonly Rule[] = [verses, chapterOfBook, verseMarker];
