import type { SpeechToken } from "./speech-tokens.ts";

/** Short forms that are said in full whether or not a point follows. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mr: "mister",
    mrs: "missus",
    ms: "miz",
    dr: "doctor",
    jr: "junior",
    sr: "senior",
    prof: "professor",
    vs: "versus",
    etc: "et cetera",
    cf: "compare",
    ff: "and following",
    approx: "approximately",
    "e.g.": "for example",
    "i.e.": "that is",
    phd: "p h d",
  }),
);

/** Short forms that are words or names of their own unless a point follows. */
const ABBREVIATIONS_WITH_POINT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    st: "saint",
    mt: "mount",
    rev: "reverend",
    fr: "father",
    vol: "volume",
    jan: "january",
    feb: "february",
    aug: "august",
    sept: "september",
    oct: "october",
    nov: "november",
    dec: "december",
  }),
);

/** The words to say for an abbreviation, or null. `point`: a full stop is glued to it. */
export function abbreviation(text: string, point: boolean): string[] | null {
  const short = text.toLowerCase();
  const full = ABBREVIATIONS.get(short) ?? (point || text === "St" ? ABBREVIATIONS_WITH_POINT.get(short) : undefined);
  return full?.split(" ") ?? null;
}

/** Initialisms with a vowel in them; those without one need no list. "IT", "US" and "AM" are left out: a shouted word is likelier. */
const INITIALISMS = new Set("AA AD AI BCE CE CEO EMT ER ESV GPS HIV ICU ID IRS IV NASB NIV OCD UK UN USA PM".split(" "));

/** The letters to say for "TV", "U.S." or "NIV"; null for a word, however it is written ("LORD"). */
export function initialism(text: string): string[] | null {
  const spelled =
    /^(?:[A-Za-z]\.)+$/u.test(text) || (/^[A-Z]{2,5}$/u.test(text) && (INITIALISMS.has(text) || !/[AEIOUY]/u.test(text)));
  if (!spelled) return null;
  // Flite says the article for a lone "a"; the lexicon has the letter's name under "aey".
  return Array.from(text.toLowerCase().replaceAll(".", ""), (letter) => (letter === "a" ? "aey" : letter));
}

const MAX_LETTERS = 40;
const HAVE_OR_BE = /^(?:have|has|had|having|was|were|is|are|been|being|be|i've|you've|we've|they've)$/u;
const OBJECT = /^(?:your|my|our|his|her|their|the|this|that|it|ranks)$/u;
const LIVING = /^(?:he|she|who|it|one|god|christ|jesus|lord|spirit|that|and|still)$/u;
const JOB_THE_WORK =
  /^(?:loss|losses|search|searches|offer|offers|interview|interviews|market|security|hunting|one|title|titles)$/u;

const neighbour = (tokens: readonly SpeechToken[], at: number): string => {
  const token = tokens[at];
  return token?.kind === "word" ? token.text.toLowerCase() : "";
};

/** Spelling by which the lexicon tells apart words that are written alike: "have read", "close the door", "he lives", Job. */
export function inContext(tokens: readonly SpeechToken[], at: number): string {
  const text = tokens[at]?.text ?? "";
  const before = neighbour(tokens, at - 1);
  const after = neighbour(tokens, at + 1);
  const said = text.toLowerCase().slice(0, MAX_LETTERS);
  switch (said) {
    case "read":
      return HAVE_OR_BE.test(before) ? "red" : "reed";
    case "lead":
      return "leed";
    case "close":
      return OBJECT.test(after) && before !== "is" ? "cloze" : "close";
    case "lives":
      return LIVING.test(before) ? "livves" : "lives";
    case "job":
    case "job's":
      return text.startsWith("J") && !JOB_THE_WORK.test(after) ? said.replace("job", "jobe") : said;
    default:
      return said;
  }
}
