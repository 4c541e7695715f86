/** How many letters have to be inserted, removed or replaced to make one word of the other (Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

// The longest name in PostgreSQL; the work grows with the square of the length.
const MAX_NAME = 63;

/** The candidate most similar to `word`, for the hint "Perhaps you meant"; null if half of the longer word or more is different. */
export function closest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_NAME) return null;
  let best: string | null = null;
  let leastChange = 0.5;
  for (const candidate of candidates) {
    const change = distance(word, candidate) / Math.max(word.length, candidate.length, 1);
    if (change < leastChange) [best, leastChange] = [candidate, change];
  }
  return best;
}
