/** A random number generator in [0, 1) that gives the same sequence for the same 32-bit number: mulberry32. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same for a text: mulberry32, seeded by an FNV-1a hash. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return mulberry32(Math.imul(state ^ (state >>> 16), 0x85ebca6b));
}
