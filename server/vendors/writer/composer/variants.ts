import type { Option } from "./knapsack.ts";
import type { Variant } from "./text-sources.ts";

/** How little we want a variant. */
export type Price = (variant: { key: string; words: number; distance: number }) => number;

/** For a whole step of distance: less than the shortest text that was heard before, so that a fresh one is fetched from farther away. */
const DISTANCE = 1800;
const CHANCE = 300;
const PER_WORD_HEARD_BEFORE = 100;

/**
 * Prices by what the person has heard (sermon by sermon, newest last), by distance and by chance. A paragraph heard before costs its
 * length, more if it was lately, and more again if it was in a sermon that this one already takes too much from (`resemblance`, per sermon).
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

/** At most this many candidates of a part are combined, the cheapest, so that a rich theme stays quick. */
const CANDIDATES = 9;

/** All ways to take `sizes` of the variants; within a way the order is by price and chance, not by the file. */
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
