import type { Option } from "./knapsack.ts";
import type { Variant } from "./text-sources.ts";

/** The cost of a variant; cheaper ones are preferred. */
export type Price = (variant: { key: string; words: number; distance: number }) => number;

/**
 * Cost of a distance of 1. Less than the cost of the shortest text that was heard before, so that a new text of another theme is
 * preferred to a repetition.
 */
const DISTANCE = 1800;
const CHANCE = 300;
const PER_WORD_HEARD_BEFORE = 100;

/**
 * Costs by what the person has heard (sermon by sermon, newest last), by distance and by chance. A paragraph heard before costs
 * its length in words: more if it was recent, and more again by the `resemblance` of the sermon that it was in (an extra cost per
 * sermon).
 */
export function pricing(memory: readonly (readonly string[])[], resemblance: readonly number[], random: () => number): Price {
  const heard = new Map<string, number>();
  memory.forEach((keys, i) => {
    for (const key of keys) {
      const lately = PER_WORD_HEARD_BEFORE * (1 + (i + 1) / memory.length);
      heard.set(key, Math.max(heard.get(key) ?? 0, lately) + (resemblance[i] ?? 0));
    }
  });
  const chance = new Map<string, number>();
  return ({ key, words, distance }) => {
    if (!chance.has(key)) chance.set(key, CHANCE * random());
    return words * (heard.get(key) ?? 0) + DISTANCE * distance + (chance.get(key) ?? 0);
  };
}

/** Only so many of the cheapest candidates of a part are combined, which bounds the time for rich themes. */
const CANDIDATES = 9;

/** All combinations of `sizes` variants, each ordered by cost. */
export function combinations<T>(
  variants: readonly Variant<T>[],
  sizes: readonly number[],
  price: (variant: Variant<T>) => number,
): Option<Variant<T>[]>[] {
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
