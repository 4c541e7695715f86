/**
 * The groups of neighbouring characters of a word, of these sizes; `^` and `$` stand for its beginning and end. A misspelt word has most of
 * them in common with the right one. A word that is no longer than a group with its ends has only itself.
 */
export function characterGroups(word: string, sizes: readonly number[]): string[] {
  const bounded = Array.from(`^${word}$`);
  return sizes.flatMap((size) =>
    Array.from({ length: Math.max(0, bounded.length - size + 1) }, (_, at) => bounded.slice(at, at + size).join("")),
  );
}
