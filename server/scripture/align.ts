import type { BibleIndex } from "./bible-index.ts";

/** Where a quoted text stands in the Bible: `from` and `to` are word positions, `likeness` is 1 if every word is the same. */
export interface Match {
  from: number;
  to: number;
  likeness: number;
}

/**
 * Best match of `words` inside the Bible's words `from` to `to`: fewest words changed, left out or put in, both ends free
 * (semi-global edit distance over words).
 */
export function align(index: BibleIndex, words: readonly string[], from: number, to: number): Match {
  const start = Math.max(0, from);
  const text = index.between(start, Math.min(index.size, to));
  let before = text.map((_, j) => ({ distance: 0, at: j })).concat({ distance: 0, at: text.length });
  words.forEach((word, i) => {
    const row = [{ distance: i + 1, at: 0 }];
    for (let j = 1; j <= text.length; j++) {
      const diagonal = before[j - 1];
      const above = before[j];
      const left = row[j - 1];
      if (!diagonal || !above || !left) break;
      const same = diagonal.distance + (word === text[j - 1] ? 0 : 1);
      const best = Math.min(same, above.distance + 1, left.distance + 1);
      row.push({ distance: best, at: best === same ? diagonal.at : best === above.distance + 1 ? above.at : left.at });
    }
    before = row;
  });
  let end = 0;
  before.forEach((cell, j) => {
    if (cell.distance < (before[end]?.distance ?? Infinity)) end = j;
  });
  const cell = before[end] ?? { distance: words.length, at: 0 };
  return { from: start + cell.at, to: start + end, likeness: 1 - cell.distance / words.length };
}
