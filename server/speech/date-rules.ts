import { cardinal, ordinal, year, yearOfEra } from "./number-words.ts";
import { isCount, isDigits, isMark, isWord, type Reading, type Rule } from "./rules.ts";
import type { SpeechToken } from "./speech-tokens.ts";

const MONTHS = "january february march april may june july august september october november december".split(" ");
const MONTH = new RegExp(
  `^(?:${MONTHS.map((name) => name.replace(/^./u, (letter) => letter.toUpperCase())).join("|")}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$`,
  "u",
);
const monthOf = (text: string): string =>
  MONTHS.find((name) => name.startsWith(text.toLowerCase().slice(0, 3))) ?? text.toLowerCase();

const isDay = (token: SpeechToken | undefined): token is SpeechToken =>
  isDigits(token) && Number(token.text) >= 1 && Number(token.text) <= 31;
const yearWords = (digits: string): string[] => year(digits) ?? cardinal(digits);
const hasEnding = (tokens: readonly SpeechToken[], at: number): 0 | 1 =>
  isWord(tokens[at], /^(?:st|nd|rd|th)$/u) && tokens[at]?.glued ? 1 : 0;

/** Says the year at `at`, after a comma or not; returns the tokens used. */
function sayYear({ tokens, say, pause }: Reading, at: number): number {
  const comma = isMark(tokens[at], ",") ? 1 : 0;
  const token = tokens[at + comma];
  if (!isDigits(token) || !/^[12]\d{3}$/u.test(token.text)) return 0;
  pause();
  say(token, ...yearWords(token.text));
  return comma + 1;
}

/** "March 3, 1984" -> March third, nineteen eighty four; in British March the third. */
const monthAndDay: Rule = (reading, at) => {
  const { tokens, accent, say } = reading;
  const month = tokens[at];
  const dot = isMark(tokens[at + 1], ".") ? 1 : 0;
  const dayAt = at + 1 + dot;
  const day = tokens[dayAt];
  if (!isWord(month, MONTH) || !isDay(day) || isCount(tokens, dayAt) || isMark(tokens[dayAt + 1], ":/%")) return 0;
  // A range of days is read as numbers: "March 3–5".
  if (isMark(tokens[dayAt + 1], "-–—") && isDigits(tokens[dayAt + 2])) return 0;
  say(month, monthOf(month.text));
  say(day, ...(accent === "british" ? ["the"] : []), ...ordinal(day.text));
  const next = dayAt + 1 + hasEnding(tokens, dayAt + 1);
  return next + sayYear(reading, next) - at;
};

/** "3 March 1984" -> the third of March, nineteen eighty four. */
const dayAndMonth: Rule = (reading, at) => {
  const { tokens, say } = reading;
  const day = tokens[at];
  const monthAt = at + 1 + hasEnding(tokens, at + 1);
  const month = tokens[monthAt];
  if (!isDay(day) || !isWord(month, MONTH) || isMark(tokens[at - 1], ":")) return 0;
  // "chapter 3 May we" is no date, and neither is "3 March" after a month: "March 3 March".
  const isName = month.text === "May" || month.text === "March";
  if (isName && !isDigits(tokens[monthAt + 1]) && isWord(tokens[monthAt + 1], /^[a-z]/u)) return 0;
  say(day, ...(isWord(tokens[at - 1], /^the$/iu) ? [] : ["the"]), ...ordinal(day.text));
  say(month, "of", monthOf(month.text));
  const dot = isMark(tokens[monthAt + 1], ".") && isDigits(tokens[monthAt + 2]) ? 1 : 0;
  const next = monthAt + 1 + dot;
  return next + sayYear(reading, next) - at;
};

/** "2024-12-25", and "12/25/2024", in which the month is first unless it can't be. */
const numericDate: Rule = ({ tokens, say, pause }, at) => {
  const [first, mark, second, again, third] = tokens.slice(at, at + 5);
  if (!isDigits(first) || !isDigits(second) || !isDigits(third) || !isMark(mark, "-/") || again?.text !== mark.text) return 0;
  if (![mark, second, again, third].every(({ glued }) => glued)) return 0;
  const isIso = mark.text === "-";
  const [y, a, b] = isIso ? [first, second, third] : [third, first, second];
  if (!/^[12]\d{3}$/u.test(y.text)) return 0;
  const [month, day] = Number(a.text) <= 12 ? [a, b] : [b, a];
  const name = MONTHS[Number(month.text) - 1];
  if (!name || !isDay(day)) return 0;
  say(first, name, ...ordinal(String(Number(day.text))));
  pause();
  say(first, ...yearWords(y.text));
  return 5;
};

const ERA = /^(?:BCE?|CE|AD|B\.C\.(?:E\.)?|C\.E\.|A\.D\.)$/u;
const letters = (era: SpeechToken): string[] =>
  Array.from(era.text.toLowerCase().replaceAll(".", ""), (letter) => (letter === "a" ? "aey" : letter));

/** "586 BC" -> five eighty six B C, "A.D. 70" -> A D seventy. */
const yearInEra: Rule = ({ tokens, say }, at) => {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (isDigits(first) && isWord(second, ERA)) {
    say(first, ...yearOfEra(first.text));
    say(second, ...letters(second));
    return 2;
  }
  if (!isWord(first, /^(?:AD|A\.D\.)$/u) || !isDigits(second)) return 0;
  say(first, ...letters(first));
  say(second, ...yearOfEra(second.text));
  return 2;
};

export const DATE_RULES: readonly Rule[] = [numericDate, monthAndDay, dayAndMonth, yearInEra];
