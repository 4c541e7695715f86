import { globalRegex, regexSource } from "../../shared/regex.ts";
import { BOOKS } from "./books.ts";

/** A reference written in words ("Romans chapter eight, verse one"), and how it is written in figures ("Romans 8:1"). */
export interface SpelledReference {
  at: number;
  end: number;
  figures: string;
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS: Record<string, string> = {
  first: "one",
  second: "two",
  third: "three",
  fifth: "five",
  eighth: "eight",
  ninth: "nine",
  twelfth: "twelve",
};

/** 1 to 199 from figures, words, or either as an ordinal; NaN for anything else. */
export function numberOf(written: string): number {
  const figures = /^(\d{1,3})(?:st|nd|rd|th)?$/u.exec(written);
  if (figures) return Number(figures[1]);
  return written
    .toLowerCase()
    .split(/[- ]+/u)
    .filter((word) => word !== "and" && word !== "a")
    .map((word) => ORDINALS[word] ?? word.replace(/ieth$/u, "y").replace(/th$/u, ""))
    .reduce((sum, word) => {
      if (word === "hundred") return Math.max(1, sum) * 100;
      return sum + (UNITS.includes(word) ? UNITS.indexOf(word) : TENS.includes(word) ? TENS.indexOf(word) * 10 : NaN);
    }, 0);
}

const anyOf = (list: readonly string[]): string => list.join("|");
const units = anyOf(UNITS.slice(1));
const tens = anyOf(TENS.slice(2));
const HUNDRED = "(?:(?:one|a) )?hundred";
/** "nineteen", "twenty-three", "a hundred and nineteen". */
const SPELLED = regexSource`
  (?:${HUNDRED}(?: and)?[ -])?(?:(?:${tens})(?:[- ](?:${anyOf(UNITS.slice(1, 10))}))?|${units})\b|
  ${HUNDRED}\b
`;
/** "third", "twenty-third", "hundred and nineteenth", "23rd". */
const ORDINAL = regexSource`
  (?:${HUNDRED}(?: and)?[ -])?(?:
    (?:(?:${tens})[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|
    (?:ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)th|
    (?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ieth|
    hundredth
  )\b|
  \d{1,3}(?:st|nd|rd|th)\b
`;
const NUMBER = regexSource`(?:\d{1,3}\b|${SPELLED})`;
const NAMES = [...new Set(BOOKS.map(({ name }) => name.replace(/^\d /u, "")))];
const BOOK = regexSource`
  (?:(?:[1-4]|I{1,3}|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|1st|2nd|3rd) )?(?:${anyOf(NAMES)}|Psalms|Song of Songs)
`;
const VERSES = `[Vv]erses? (?<v>${NUMBER})(?:(?: to | through | and |-|–)(?:verse )?(?<w>${NUMBER}))?`;
const VERSE_OF = `(?:${VERSES}|the (?<v>${ORDINAL}) verse)`;
const CHAPTER = `(?:chapter )?(?<c>${NUMBER})`;

const FORMS: readonly RegExp[] = [
  // "verse four of Psalm 23", "the fourth verse of the twenty-third Psalm", "verse one of the eighth chapter of Romans"
  globalRegex`
    ${VERSE_OF} (?:of|in) (?:
      (?<b>${BOOK}),? ${CHAPTER}|
      the (?<c>${ORDINAL}) (?<b>[Pp]salm)|
      (?:the (?<c>${ORDINAL}) chapter|[Cc]hapter (?<c>${NUMBER})) (?:of|in) (?<b>${BOOK})
    )
  `,
  // "the eighth chapter of Romans, verse one", "the twenty-third Psalm"
  globalRegex`
    (?:the )?(?<c>${ORDINAL}) (?:
      (?:chapter|psalm) (?:of|in) (?<b>${BOOK})|
      (?<b>[Pp]salm)
    )(?:,? (?:at |in )?${VERSE_OF})?
  `,
  globalRegex`[Cc]hapter (?<c>${NUMBER}) (?:of|in) (?<b>${BOOK})(?:,? (?:at |in )?${VERSE_OF})?`,
  // "Romans chapter eight, verses one to three", "Romans 8, verse 1"
  globalRegex`(?<b>${BOOK}),? ${CHAPTER},? (?:and |at )?${VERSE_OF}`,
  // "Second Timothy one seven", "John three: sixteen"
  globalRegex`(?<b>${BOOK}) (?<c>${SPELLED}),?:? (?<v>${SPELLED})(?:(?: to | through |-|–)(?<w>${SPELLED}))?`,
  // "Psalm twenty-three", "John chapter 25"
  globalRegex`(?<b>${BOOK}),? (?:chapter (?<c>${NUMBER})|(?<c>${SPELLED}))`,
];

const PREFIX: Record<string, string> = { first: "1", second: "2", third: "3", fourth: "4", "1st": "1", "2nd": "2", "3rd": "3" };

/** The references of a text that have a word where figures could stand, longest form first; they do not overlap. */
export function findSpelledReferences(text: string): SpelledReference[] {
  const found: SpelledReference[] = [];
  for (const form of FORMS)
    for (const match of text.matchAll(form)) {
      const at = match.index;
      const end = at + match[0].length;
      if (found.some((other) => at < other.end && other.at < end)) continue;
      if (/^\p{L}/u.test(text.slice(end)) || /[\p{L}\p{N}]$/u.test(text.slice(0, at))) continue;
      const { b = "", c = "", v, w } = match.groups ?? {};
      const book = b.replace(/^\S+(?= )/u, (first) => PREFIX[first.toLowerCase()] ?? first).replace(/^psalm$/u, "Psalm");
      const verses = v ? `:${numberOf(v)}${w ? `-${numberOf(w)}` : ""}` : "";
      found.push({ at, end, figures: `${book} ${numberOf(c)}${verses}` });
    }
  return found.toSorted((a, b) => a.at - b.at);
}
