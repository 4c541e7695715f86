import type { Accent } from "../../../speech/accent.ts";
import { NAMES } from "../../../speech/names/names.ts";

/**
 * Other words that Flite's own lexicon or letter rules get wrong, as CMU phones with 1 after a stressed vowel and 0 after another. The first group
 * are the spellings by which speech-words.ts tells homographs apart and names the letter A.
 */
const PRONUNCIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aey: "ey1",
    cloze: "k l ow1 z",
    jobe: "jh ow1 b",
    "jobe's": "jh ow1 b z",
    livves: "l ih1 v z",
    leed: "l iy1 d",
    live: "l ih1 v",
    lives: "l ay1 v z",

    prophesy: "p r aa1 f ax0 s ay0",
    saith: "s eh1 th",
    shaddai: "sh ae1 d ay0",
    sow: "s ow1",
    sowed: "s ow1 d",
    sows: "s ow1 z",
    wound: "w uw1 n d",
  }),
);

/** The phones of a possessive's ending: "Moses's", "Jacob's", "Ahab's". */
function possessive(phones: string): string {
  const last = phones.slice(phones.lastIndexOf(" ") + 1);
  if (/^(?:s|z|sh|zh|ch|jh)$/u.test(last)) return `${phones} ax z`;
  return `${phones} ${/^(?:p|t|k|f|th)$/u.test(last) ? "s" : "z"}`;
}

function phonesOf(word: string, accent: Accent): string | undefined {
  const names = NAMES[accent];
  const owner = word.endsWith("'s") ? names.get(word.slice(0, -2)) : undefined;
  return PRONUNCIATIONS.get(word) ?? names.get(word) ?? (owner && possessive(owner));
}

/** Flite wants a stress on every vowel: "ey" -> "ey0". */
const withStress = (phones: string): string => phones.replace(/\b[aeiou][a-z]\b/gu, "$&0");

/**
 * Those of `words` that are pronounced by this list, in the form of Flite's `-add_lex` file: one "word part-of-speech : phones" a line, 0
 * for any part of speech. Flite reads the file anew for every sentence, so it gets only the words in it.
 */
export function lexiconAddenda(words: Iterable<string>, accent: Accent): string {
  return Array.from(new Set(words), (word) => {
    const phones = phonesOf(word, accent);
    return phones ? `"${word}" 0 : ${withStress(phones)}\n` : "";
  }).join("");
}
