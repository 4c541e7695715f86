import { createHash } from "node:crypto";
import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import type { Option } from "./fit.ts";

/** One alternative of a slot. */
export interface Variant<T> {
  /** Key under which it is remembered. */
  key: string;
  words: number;
  value: T;
}

/** How little we want a variant: what the person has had before, newest first, and then chance. */
export type Price = (variant: { key: string; words: number }) => number;

/** Prices by memory (newest last) and chance. A paragraph heard before costs its length, more if it was lately. */
export function pricing(memory: readonly string[], random: () => number): Price {
  const position = new Map(memory.map((key, i) => [key, (i + 1) / memory.length]));
  return ({ key, words }) => {
    const lately = position.get(key);
    return (lately === undefined ? 0 : 100 * words * (1 + lately)) + 10 * random();
  };
}

export function spoken(markdown: string): number {
  return countSpokenWords(readSermon(markdown));
}

/** Keys survive a reordering of the theme file, and change with the text. */
export function textVariants(place: string, texts: readonly string[]): Variant<string>[] {
  return texts.map((text) => ({
    key: `${place}/${createHash("sha256").update(text).digest("hex").slice(0, 8)}`,
    words: spoken(text),
    value: text,
  }));
}

/** At most this many candidates of a slot are combined, the cheapest, so that a rich theme stays quick. */
const CANDIDATES = 9;

/** All ways to take `sizes` of the variants; within a way the order is by chance, not by the file. */
export function waysToTake<T>(variants: readonly Variant<T>[], sizes: readonly number[], price: Price): Option<Variant<T>[]>[] {
  const candidates = variants
    .map((variant) => ({ variant, cost: price(variant) }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, CANDIDATES);
  const ways: Option<Variant<T>[]>[] = [];
  const take = (from: number, taken: typeof candidates): void => {
    if (sizes.includes(taken.length))
      ways.push({
        words: taken.reduce((sum, { variant }) => sum + variant.words, 0),
        cost: taken.reduce((sum, { cost }) => sum + cost, 0),
        value: taken.map(({ variant }) => variant),
      });
    if (taken.length >= Math.max(...sizes)) return;
    for (let i = from; i < candidates.length; i++) {
      const candidate = candidates[i];
      if (candidate) take(i + 1, [...taken, candidate]);
    }
  };
  take(0, []);
  return ways;
}
