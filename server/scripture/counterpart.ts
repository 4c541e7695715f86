import type { Translation } from "../../shared/sermon.ts";
import { comparableWords, WORD } from "./bible-index.ts";
import { bareText } from "./exact-text.ts";
import type { VerseId } from "./corpus.ts";
import { printReference, versesIn, type PassageRange } from "./passage.ts";

/** What the King James says in older words, so that words which mean the same are found to be the same. */
const TODAY = new Map(
  "thou you, thee you, ye you, thy your, thine your, art are, hast have, hath has, doth does, shall will, shalt will, wilt will, unto to, upon on, spake spoke, saith says, yea yes"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]),
);
const today = (word: string): string => TODAY.get(word) ?? word.replace(/^(\p{L}{3,}?)e?th$/u, "$1s");

const NEGATIVE = /^(?:not?|never|neither|nor|none|nothing|cannot|without|lest|.+n't)$/u;
const isNegative = (words: readonly string[]): boolean => words.some((word) => NEGATIVE.test(word));

/** Words that say little by themselves. */
const FUNCTION =
  /^(?:an?|the|this|that|these|those|and|or|but|for|so|then|as|if|o|i|me|my|mine|you|your|yours|he|him|his|she|her|it|its|we|us|our|they|them|their|who|whom|which|what|of|to|in|on|at|by|with|from|into|out|up|over|be|am|is|are|was|were|been|do|does|did|have|has|had|will|would|should|may|let|there|when|also|even|not?|one|all)$/u;
const tellingWords = (words: readonly string[]): string[] => words.filter((word) => !FUNCTION.test(word) && !NEGATIVE.test(word));
/** So many first letters two forms of a word have in common. */
const STEM = 4;
/** Two parts say the same in much the same words if they share this much of what each says. */
const ALIKE = 0.5;

function likeness(words: readonly string[], others: readonly string[]): number {
  const [some, more] = [tellingWords(words), tellingWords(others)];
  if (some.length === 0) return more.length === 0 ? 1 : 0;
  const stems = new Set(more.map((word) => word.slice(0, STEM)));
  return some.filter((word) => stems.has(word.slice(0, STEM))).length / some.length;
}

/** Positions of the words that two texts have in common, in the same order (longest common subsequence). */
function commonWords(a: readonly string[], b: readonly string[]): Map<number, number> {
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs = new Map<number, number>();
  for (let i = 0, j = 0; i < a.length && j < b.length;)
    if (a[i] === b[j]) pairs.set(i++, j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return pairs;
}

/** Some verses in one translation: their text, where its words stand in it, and the words as they are compared. */
interface Wording {
  text: string;
  found: readonly RegExpMatchArray[];
  words: readonly string[];
}

/** A verse of the World English Bible and its words, as they are compared. */
interface VerseWords {
  id: VerseId;
  words: readonly string[];
}
const MOST_KNOWN = 500;
const known = new Map<string, VerseWords[]>();

/** The verses of a range, which is mostly asked for several times in a row. */
function wordsIn(range: PassageRange): VerseWords[] {
  const key = printReference(range);
  const verses = known.get(key) ?? versesIn(range).map(({ text, ...id }) => ({ id, words: comparableWords(text) }));
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, verses);
  return verses;
}

function wordingOf(range: PassageRange, translation: Translation): Wording {
  const text = versesIn(range, translation)
    .map((verse) => verse.text)
    .join(" ");
  return { text, found: [...text.matchAll(WORD)], words: comparableWords(text).map(today) };
}

/** What stands between a word and the next one: a space, a comma. */
function after({ text, found }: Wording, word: number): string {
  const one = found[word];
  return one ? text.slice((one.index ?? 0) + one[0].length, found[word + 1]?.index) : "";
}
const PAUSE = /[.,;:?!—]/u;
/** Words that begin the next part. */
const LEADS_ON = /^(?:and|but|for|so|then|even|o|also|that|which|who)$/u;
/** Words after which something is missing. */
const UNFINISHED = /^(?:be|is|are|was|were|will|the|an?|of|to|in|with|from|by|on|my|your|his|their|our|no|neither|nor)$/u;
const SENTENCE_END = /[.;:?!]/u;
/** Whether a text divides after this word: at the end of a sentence, or at a comma beside a word or two. */
const dividesAt = (wording: Wording, at: number, words: number): boolean =>
  (words < 2 ? PAUSE : SENTENCE_END).test(after(wording, at));
const hasPause = (wording: Wording, from: number, to: number): boolean =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => after(wording, from + i)).some((between) => PAUSE.test(between));
/** How far a part goes on to the next pause, in words. */
const MOST_ADDED = 4;

/** The words `start` to `end` of one wording, as the other has them. Null unless it is clear where they begin and end, and they are alike. */
function partOf(one: Wording, other: Wording, start: number, end: number): string | null {
  const pairs = commonWords(one.words, other.words);
  const paired = (word: number, added: number): number | null => {
    const there = pairs.get(word);
    return there === undefined ? null : there + added;
  };
  let from = paired(start, 0) ?? paired(start - 1, 1) ?? (start === 0 ? 0 : null);
  let to = paired(end - 1, 1) ?? paired(end, 0) ?? (end === one.words.length ? other.words.length : null);
  if (from === null || to === null) return null;
  const inside = [...pairs].filter(([word]) => word >= start && word < end);
  const [firstWord = end, firstThere = to] = inside[0] ?? [];
  const [lastWord = start, lastThere = from] = inside.at(-1) ?? [];
  // What a pause divides from the words that both have belongs to the sentence before or after.
  if (!hasPause(one, start, firstWord))
    for (let at = from; at < firstThere; at++) if (dividesAt(other, at, at - from)) from = at + 1;
  if (!hasPause(one, lastWord, end - 1))
    for (let at = to - 2; at >= lastThere; at--) if (dividesAt(other, at, to - at - 2)) to = at + 1;
  if (PAUSE.test(after(one, end - 1)) || end === one.words.length) {
    const next = Math.min(other.words.length, ...[...pairs].filter(([word]) => word >= end).map(([, there]) => there));
    for (let further = to; further <= Math.min(next, to + MOST_ADDED); further++)
      if (PAUSE.test(after(other, further - 1)) || further === other.words.length) {
        to = further;
        break;
      }
  }
  if (other.found[from]?.[0] === "LORD" && other.words[from - 1] === "the") from--;
  while (to > from && LEADS_ON.test(other.words[to - 1] ?? "")) to--;
  const words = one.words.slice(start, end);
  const there = other.words.slice(from, to);
  if (there.length === 0 || there.length > 2 * words.length + 2) return null;
  if (UNFINISHED.test(there.at(-1) ?? "") && there.at(-1) !== words.at(-1) && !PAUSE.test(after(other, to - 1))) return null;
  if (isNegative(words) !== isNegative(there)) return null;
  if (likeness(words, there) < ALIKE || likeness(there, words) < ALIKE) return null;
  const last = other.found[to - 1];
  return other.text.slice(other.found[from]?.index, last && (last.index ?? 0) + last[0].length);
}

/** Whether a text has these words, whole. */
function hasWords(text: string, quoted: string): boolean {
  const [all, some] = [` ${bareText(text)} `, bareText(quoted)];
  const at = all.indexOf(some);
  return at > 0 && !/\p{L}/u.test(`${all[at - 1] ?? ""}${all[at + some.length] ?? ""}`);
}

/** Words of the World English Bible in the first of these ranges that has them: the verses, and the word within them. */
function locate(quoted: string, ranges: readonly PassageRange[]): { range: PassageRange; start: number; end: number } | null {
  const words = comparableWords(quoted);
  for (const range of ranges) {
    const all = wordsIn(range).flatMap((verse) => verse.words.map((word, at) => ({ word, at, id: verse.id })));
    const found = all.findIndex((_, at) => words.every((word, i) => all[at + i]?.word === word));
    const [first, last] = [all[found], all[found + words.length - 1]];
    if (first && last) return { range: { from: first.id, to: last.id }, start: first.at, end: first.at + words.length };
  }
  return null;
}

/**
 * What another translation says in the place of words that are quoted from the World English Bible, in the first of `ranges` that has
 * them, without the last punctuation. Null where the translations differ so much that no part of the other's verse says the same.
 */
export function counterpart(quoted: string, ranges: readonly PassageRange[], translation: Translation): string | null {
  const place = locate(quoted, ranges);
  if (!place) return null;
  const other = wordingOf(place.range, translation);
  if (hasWords(other.text, quoted)) return quoted;
  return partOf(wordingOf(place.range, "WEB"), other, place.start, place.end);
}
