/** Levenshtein distance. */
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

// PostgreSQL's longest name.
const MAX_NAME = 63;

/** The candidate most similar to `word`, for a hint; null when none is similar in half of its letters. */
export function closest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_NAME) return null;
  let best: string | null = null;
  let bestLikeness = 0.5;
  for (const candidate of candidates) {
    const likeness = 1 - distance(word, candidate) / Math.max(word.length, candidate.length, 1);
    if (likeness > bestLikeness) [best, bestLikeness] = [candidate, likeness];
  }
  return best;
}
