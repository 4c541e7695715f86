import { align } from "./align.ts";
import type { Match } from "./align.ts";
import { comparableWords } from "./bible-index.ts";
import type { BibleIndex } from "./bible-index.ts";
import type { PassageRange } from "./passage.ts";

/**
 * From this likeness by words (1 = every word) a quotation is taken for the verse. A verse with one word in ten changed stays above
 * it and is found in 98 of 100 cases.
 */
export const REPAIR = 0.8;
/** Fewer words cannot be located in the Bible. */
export const MIN_QUOTE_WORDS = 3;
/** Longer verses do not replace a paraphrase inside a paragraph. */
export const WHOLE_VERSE_MAX_WORDS = 80;
/** A repaired quotation is extended to the end of its clause by at most this many words. */
const MAX_ADDED_WORDS = 3;
const ELLIPSIS = /\s*(?:…|\.\s?\.\s?\.|\[\s*…\s*\])\.?\s*/u;

/** Without "the" before "Lord": WEB has the name Yahweh where other Bibles print "the Lord". */
function withoutArticle(words: readonly string[]): string[] {
  return words.filter((word, i) => !(word === "the" && /^lord(?:'s)?$/u.test(words[i + 1] ?? "")));
}

/** The match with the highest likeness, the first of equals; null if there is none. */
export function bestMatch(matches: readonly (Match | null)[]): Match | null {
  return matches.reduce((best, match) => (match && (!best || match.likeness > best.likeness) ? match : best), null);
}

/** The most similar words within a range of verses; null if the translation does not have it. */
export function matchWithin(index: BibleIndex, words: readonly string[], range: PassageRange): Match | null {
  const span = index.span(range);
  return span && bestMatch([words, withoutArticle(words)].map((w) => align(index, w, span.from, span.to)));
}

/** The most similar words in the whole Bible; null for less than `MIN_QUOTE_WORDS`, or if nothing is similar. */
export function matchAnywhere(index: BibleIndex, words: readonly string[]): Match | null {
  if (words.length < MIN_QUOTE_WORDS) return null;
  return bestMatch(
    [words, withoutArticle(words)].flatMap((w) => index.locate(w).map((at) => align(index, w, at - 12, at + w.length + 20))),
  );
}

/**
 * Extends a match to the clause that it nearly fills, within `bounds`: positions of words in `index`. A quotation that begins in
 * lower case keeps its start.
 */
export function extendToClause(
  index: BibleIndex,
  { from, to, likeness }: Match,
  raw: string,
  bounds: { from: number; to: number } | null = null,
): Match {
  const endsClause = (position: number): boolean => /[.,;:!?—][”’\s]*$/u.test(index.print(position - 1, position));
  const steps = Array.from({ length: MAX_ADDED_WORDS + 1 }, (_, i) => i);
  const start = /^\p{Ll}/u.test(raw) ? 0 : (steps.find((i) => from - i > 0 && endsClause(from - i)) ?? 0);
  const end = steps.find((i) => to + i <= index.size && endsClause(to + i)) ?? 0;
  return { from: Math.max(from - start, bounds?.from ?? 0), to: Math.min(to + end, bounds?.to ?? index.size), likeness };
}

/**
 * The Bible's words for a quotation with an ellipsis ("Come to me … and I will give you rest"), with those that it leaves out;
 * null if it has no ellipsis, or its parts do not stand there one after the other.
 */
export function bridgeEllipsis(index: BibleIndex, raw: string, cited: PassageRange | undefined): string | null {
  const parts = raw
    .split(ELLIPSIS)
    .map(comparableWords)
    .filter((words) => words.length > 0);
  const [first, ...rest] = parts;
  if (!first || rest.length === 0) return null;
  const start = bestMatch([cited ? matchWithin(index, first, cited) : null, matchAnywhere(index, first)]);
  if (!start || start.likeness < REPAIR) return null;
  let { to } = start;
  for (const words of rest) {
    const next = align(index, words, to, to + WHOLE_VERSE_MAX_WORDS);
    if (next.likeness < REPAIR) return null;
    ({ to } = next);
  }
  const whole = extendToClause(index, { ...start, to }, raw);
  return whole.to - whole.from <= WHOLE_VERSE_MAX_WORDS ? index.print(whole.from, whole.to) : null;
}
