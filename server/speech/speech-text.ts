import { BOOK_BY_SHORT_FORM, NUMBERED_BOOKS } from "./bible-books.ts";
import { cardinal, decade, numberWords, ordinal, singleDigits } from "./number-words.ts";
import { abbreviation, inContext, initialism } from "./speech-words.ts";
import { speechTokens, type SpeechToken } from "./speech-tokens.ts";

/** The spoken words for each displayed word: plain words of a-z and apostrophes; a comma after a word marks a pause. */
export type SpeechWords = string[][];

/** Most spoken words of one displayed word, so that 15,000 digits are still spoken in bounded time. */
const MAX_SPOKEN_PER_WORD = 24;

interface Reading {
  tokens: readonly SpeechToken[];
  say: (token: SpeechToken, ...words: string[]) => void;
  pause: () => void;
}

/** Tries to read the tokens from `at`: says them and returns how many it used, or 0 if the rule does not apply. */
type Rule = (reading: Reading, at: number) => number;

const isMark = (token: SpeechToken | undefined, marks: string): token is SpeechToken =>
  token?.kind === "mark" && marks.includes(token.text);
const isDigits = (token: SpeechToken | undefined): token is SpeechToken => token?.kind === "number" && /^\d+$/u.test(token.text);
const isWord = (token: SpeechToken | undefined, pattern: RegExp): token is SpeechToken =>
  token?.kind === "word" && pattern.test(token.text);

const CURRENCIES: ReadonlyMap<string, [unit: string, cent: string]> = new Map(
  Object.entries({
    $: ["dollar", "cent"],
    "£": ["pound", "penny"],
    "€": ["euro", "cent"],
    "¥": ["yen", "yen"],
  }),
);
const plural = (unit: string, count: string): string =>
  /^0*1$/u.test(count) || unit === "yen" ? unit : unit === "penny" ? "pence" : `${unit}s`;

/** "$14.99" -> fourteen dollars and ninety nine cents; "$5 million" -> five million dollars. */
const money: Rule = ({ tokens, say }, at) => {
  const [sign, amount, scale] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  const [unit, cent] = CURRENCIES.get(sign?.text ?? "") ?? [];
  if (sign?.kind !== "mark" || !unit || !cent || amount?.kind !== "number") return 0;
  if (isWord(scale, /^(?:thousand|million|billion|trillion)$/iu)) {
    say(amount, ...numberWords(amount.text));
    say(scale, scale.text.toLowerCase(), `${unit}s`);
    return 3;
  }
  const [whole = "", fraction = ""] = amount.text.replaceAll(",", "").split(".");
  if (fraction.length !== 2) say(amount, ...(fraction ? numberWords(amount.text) : cardinal(whole)), plural(unit, amount.text));
  else {
    say(amount, ...cardinal(whole), plural(unit, whole));
    if (fraction !== "00") say(amount, "and", ...cardinal(String(Number(fraction))), plural(cent, fraction));
  }
  return 2;
};

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

const CLOCK_CUE = /^(?:at|by|until|till|before|after|around|about|past)$/iu;
const HALF_OF_DAY = /^(?:am|pm|a\.m\.|p\.m\.)$/iu;

/** "7:30" after "at" or before "a.m." -> seven thirty. */
const clock: Rule = ({ tokens, say }, at) => {
  const [hour, colon, minute, half] = [tokens[at], tokens[at + 1], tokens[at + 2], tokens[at + 3]];
  if (!isDigits(hour) || !isMark(colon, ":") || !isDigits(minute) || !minute.glued) return 0;
  if (Number(hour.text) > 24 || !/^[0-5]\d$/u.test(minute.text)) return 0;
  const hasHalf = isWord(half, HALF_OF_DAY);
  if (!hasHalf && !isWord(tokens[at - 1], CLOCK_CUE)) return 0;
  say(hour, ...cardinal(String(Number(hour.text))));
  if (minute.text === "00") say(minute, ...(hasHalf ? [] : ["o'clock"]));
  else say(minute, ...(minute.text.startsWith("0") ? ["oh"] : []), ...cardinal(String(Number(minute.text))));
  return 3;
};

/** "13:4–7" -> thirteen, verses four to seven; "8:28–9:1" -> eight, verse twenty eight to nine, verse one. */
const verses: Rule = ({ tokens, say, pause }, at) => {
  const [chapter, colon, verse] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!isDigits(chapter) || !isMark(colon, ":") || !colon.glued || !isDigits(verse) || !verse.glued) return 0;
  let next = at + 3;
  const skipLetter = (): void => {
    if (isWord(tokens[next], /^[a-c]$/u) && tokens[next]?.glued) next++;
  };
  skipLetter();
  const [dash, last] = [tokens[next], tokens[next + 1]];
  const hasRange = isMark(dash, "-–—") && dash.glued && isDigits(last) && last.glued;
  const intoChapter = hasRange && isMark(tokens[next + 2], ":") && isDigits(tokens[next + 3]);
  const hasList = isMark(dash, ",") && isDigits(last) && !isMark(tokens[next + 2], ":");
  say(chapter, ...cardinal(chapter.text));
  pause();
  say(verse, (hasRange && !intoChapter) || hasList ? "verses" : "verse", ...cardinal(verse.text));
  if (!hasRange) return next - at;
  say(last, "to", ...cardinal(last.text));
  next += 2;
  const lastVerse = tokens[next + 1];
  if (intoChapter && lastVerse) {
    pause();
    say(lastVerse, "verse", ...cardinal(lastVerse.text));
    next += 2;
  }
  skipLetter();
  return next - at;
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

const EMERGENCY_NUMBERS = new Set(["911", "988", "999"]);
const FRACTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "1/2": "one half", "1/3": "one third", "2/3": "two thirds", "1/4": "one quarter", "3/4": "three quarters" }),
);

/** Every other number: "21st", "1990s", "5–10", "1/2", "40", "1,200", "3.5". */
const number: Rule = ({ tokens, say }, at) => {
  const [first, mark, second] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (first?.kind !== "number") return 0;
  if (isWord(mark, /^(?:st|nd|rd|th)$/iu) && mark.glued) {
    say(first, ...ordinal(first.text.replaceAll(",", "")));
    return 2;
  }
  if (isWord(mark, /^s$/u) && mark.glued) {
    say(first, ...decade(first.text));
    return 2;
  }
  if (mark?.glued && second?.glued && second.kind === "number") {
    if (isMark(mark, "-–—")) {
      say(first, ...numberWords(first.text));
      say(second, "to", ...numberWords(second.text));
      return 3;
    }
    const fraction = isMark(mark, "/") ? FRACTIONS.get(`${first.text}/${second.text}`) : undefined;
    if (fraction) {
      say(first, ...fraction.split(" "));
      return 3;
    }
  }
  say(first, ...(EMERGENCY_NUMBERS.has(first.text) ? singleDigits(first.text) : numberWords(first.text)));
  return 1;
};

const word: Rule = ({ tokens, say }, at) => {
  const token = tokens[at];
  if (token?.kind !== "word") return 0;
  const dot = isMark(tokens[at + 1], ".") && tokens[at + 1]?.glued === true;
  const expanded = abbreviation(token.text, dot);
  say(token, ...(expanded ?? initialism(token.text) ?? [inContext(tokens, at)]));
  return expanded && dot ? 2 : 1;
};

const SAID_MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&": "and", "+": "plus", "=": "equals", "%": "percent", "@": "at", "°": "degrees" }),
);

const mark: Rule = ({ tokens, say, pause }, at) => {
  const token = tokens[at];
  if (!token) return 0;
  const said = SAID_MARKS.get(token.text);
  if (said) say(token, said);
  else if (token.text === "#" && tokens[at + 1]?.kind === "number") say(token, "number");
  else if (",;:.?!()—–".includes(token.text)) pause();
  else if (token.text === "-" && !(token.glued && tokens[at + 1]?.glued)) pause();
  return 1;
};

const RULES: readonly Rule[] = [money, numberedBook, bookShortForm, clock, verses, verseMarker, number, word, mark];

/** The spoken words for each displayed word, and which displayed words a rule for numbers or references has changed. */
function read(words: readonly { text: string }[]): { said: SpeechWords; inWords: ReadonlySet<number> } {
  const said: SpeechWords = words.map(() => []);
  const inWords = new Set<number>();
  let last: string[] | undefined;
  const tokens = speechTokens(words);
  const reading: Reading = {
    tokens,
    say: (token, ...spoken) => {
      const room = MAX_SPOKEN_PER_WORD - (said[token.owner]?.length ?? MAX_SPOKEN_PER_WORD);
      if (room <= 0 || spoken.length === 0) return;
      last = said[token.owner];
      last?.push(...spoken.slice(0, room));
    },
    pause: () => {
      const word = last?.at(-1);
      if (last && word && !word.endsWith(",")) last[last.length - 1] = `${word},`;
    },
  };
  for (let at = 0; at < tokens.length;) {
    let used = 0;
    const rule = RULES.find((rule) => (used = rule(reading, at)) > 0);
    if (rule !== word && rule !== mark) for (const { owner } of tokens.slice(at, at + used)) inWords.add(owner);
    at += used;
  }
  return { said, inWords };
}

/**
 * Converts the displayed words of a sentence for Flite: entry i says displayed word i (empty if it is not spoken). Flite fails on
 * anything but ASCII, and misreads references, years and abbreviations.
 */
export function speechWords(words: readonly { text: string }[]): SpeechWords {
  return read(words).said;
}

/** Characters that a voice could take for markup ("<break>", "[laughs]") or cannot read, such as emoji. */
const UNREADABLE = /[^\p{L}\p{M}\p{N}\p{P}]|[[\]{}\p{Variation_Selector}]/gu;
const MAX_CHARS_PER_WORD = 60;
const OPENING = /^[^\p{L}\p{N}]*/u;
const CLOSING = /[^\p{L}\p{N}]*$/u;

/**
 * The same for a voice that reads English by itself: the displayed words, with numbers, amounts and references in words:
 * "(13:4–7)." -> "(thirteen, verses four to seven)." Dashes stay, because they are pauses; other words without speech are empty.
 */
export function readableWords(words: readonly { text: string }[]): string[] {
  const { said, inWords } = read(words);
  return words.map(({ text }, i) => {
    const shown = text.replace(UNREADABLE, "");
    if (!inWords.has(i)) return /[\p{L}\p{N}–—]/u.test(shown) ? Array.from(shown).slice(0, MAX_CHARS_PER_WORD).join("") : "";
    const spoken = said[i]?.join(" ") ?? "";
    if (spoken === "") return "";
    const opening = OPENING.exec(shown)?.[0] ?? "";
    // The full stop of an abbreviation is not a pause: "1 Cor. 13".
    return opening + (spoken.endsWith(",") ? spoken.slice(0, -1) + (CLOSING.exec(shown)?.[0] || ",") : spoken);
  });
}
