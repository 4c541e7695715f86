import type { SpeechToken } from "./speech-tokens.ts";

/** Abbreviations that are spoken in full with or without a full stop. */
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

    esp: "especially",
    viz: "namely",
    ibid: "the same",
    ot: "old testament",
    nt: "new testament",
    yhwh: "yahweh",
    jhwh: "yahweh",
  }),
);

/** Abbreviations that are words or names of their own without a full stop. */
const ABBREVIATIONS_WITH_POINT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    st: "saint",
    mt: "mount",
    rev: "reverend",
    fr: "father",
    vol: "volume",
    gen: "general",
    gov: "governor",
    sen: "senator",
    hon: "honorable",
    capt: "captain",
    col: "colonel",
    lt: "lieutenant",
    sgt: "sergeant",
    ave: "avenue",
    blvd: "boulevard",
    apr: "april",
    jul: "july",
    jan: "january",
    feb: "february",
    aug: "august",
    sept: "september",
    oct: "october",
    nov: "november",
    dec: "december",
  }),
);

/** The spoken words of an abbreviation, or null. `point`: a full stop follows directly. */
export function abbreviation(text: string, point: boolean): string[] | null {
  const short = text.toLowerCase();
  const full = ABBREVIATIONS.get(short) ?? (point || text === "St" ? ABBREVIATIONS_WITH_POINT.get(short) : undefined);
  return full?.split(" ") ?? null;
}

/**
 * Initialisms with a vowel; those without one need no list. "IT", "US" and "AM" are left out: they are more likely words in
 * capitals.
 */
const INITIALISMS = new Set("AA AD AI BCE CE CEO EMT ER ESV GPS HIV ICU ID IRS IV NASB NIV OCD UK UN USA PM".split(" "));

/** The letters of "TV", "U.S." or "NIV"; null for a word, also one in capitals ("LORD"). */
export function initialism(text: string): string[] | null {
  const spelled =
    /^(?:[A-Za-z]\.)+$/u.test(text) || (/^[A-Z]{2,5}$/u.test(text) && (INITIALISMS.has(text) || !/[AEIOUY]/u.test(text)));
  if (!spelled) return null;
  // Flite says the article for a lone "a"; the lexicon has the letter's name under "aey".
  return Array.from(text.toLowerCase().replaceAll(".", ""), (letter) => (letter === "a" ? "aey" : letter));
}

const MAX_LETTERS = 40;
const HAVE_OR_BE = /^(?:have|has|had|having|was|were|is|are|been|being|be|i've|you've|we've|they've)$/u;
const NOUN_PHRASE_AFTER_CLOSE = /^(?:your|my|our|his|her|their|the|this|that|it|ranks)$/u;
const SUBJECT_BEFORE_LIVES = /^(?:he|she|who|it|one|god|christ|jesus|lord|spirit|that|and|still)$/u;
const NOUN_AFTER_JOB =
  /^(?:loss|losses|search|searches|offer|offers|interview|interviews|market|security|hunting|one|title|titles)$/u;

const neighbour = (tokens: readonly SpeechToken[], at: number): string => {
  const token = tokens[at];
  return token?.kind === "word" ? token.text.toLowerCase() : "";
};

/**
 * The spelling under which the lexicon has the right pronunciation of a homograph: "have read", "close the door", "he lives",
 * Job.
 */
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
      return NOUN_PHRASE_AFTER_CLOSE.test(after) && before !== "is" ? "cloze" : "close";
    case "lives":
      return SUBJECT_BEFORE_LIVES.test(before) ? "livves" : "lives";
    case "job":
    case "job's":
      return text.startsWith("J") && !NOUN_AFTER_JOB.test(after) ? said.replace("job", "jobe") : said;
    default:
      return said;
  }
}
