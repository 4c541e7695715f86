import type { CharacterTimes } from "./word-spans.ts";

/** A word as it was spoken, and when, in seconds. */
export interface WordTime {
  word: string;
  start: number;
  end: number;
}

/** How far ahead a word is looked for: the server may have left some out, or said them in other words. */
const REACH = 60;
/** Share of the letters that must be found for the times to be believed. */
const BELIEVED = 0.6;

const letters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/**
 * The time of each character of the text, from the times of the words that were spoken: a found word shares its time out among its
 * characters, and what is between two found words lies between them. Null if too little of the text is found.
 */
export function charactersOfWords(text: string, words: readonly WordTime[]): CharacterTimes | null {
  const characters = Array.from(text);
  const lower = characters.map((character) => character.toLowerCase());
  const anchors: { from: number; to: number; start: number; end: number }[] = [];
  let next = 0;
  for (const { word, start, end } of words) {
    const wanted = Array.from(word.trim().toLowerCase());
    if (letters(word) === 0) continue;
    const at = lower.findIndex(
      (_, i) => i >= next && i <= next + REACH && wanted.every((character, k) => lower[i + k] === character),
    );
    if (at < 0) continue;
    next = at + wanted.length;
    anchors.push({ from: at, to: next, start, end });
  }
  const found = anchors.reduce((sum, { from, to }) => sum + letters(characters.slice(from, to).join("")), 0);
  if (found === 0 || found < letters(text) * BELIEVED) return null;

  const bounds = new Float64Array(characters.length + 1);
  const share = (from: number, to: number, start: number, end: number): void => {
    for (let i = from; i <= to; i++) bounds[i] = to === from ? end : start + ((end - start) * (i - from)) / (to - from);
  };
  let [at, time] = [0, 0];
  for (const { from, to, start, end } of anchors) {
    share(at, from, time, start);
    share(from, to, start, end);
    [at, time] = [to, end];
  }
  share(at, characters.length, time, time);
  const [starts, ends] = [Array.from(bounds.subarray(0, -1)), Array.from(bounds.subarray(1))];
  // A word ends where it was said to end, not where the next one begins.
  for (const { to, end } of anchors) ends[to - 1] = end;
  return { characters, starts, ends };
}
