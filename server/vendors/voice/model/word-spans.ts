import type { Pause } from "./pcm.ts";
import { hasSound, textOf, type Reading } from "./speeches.ts";

/** Start and end of a word, in seconds. */
export type Span = [start: number, end: number];

/** Start and end of each character, as ElevenLabs reports them. */
export interface CharacterTimes {
  characters: readonly string[];
  starts: readonly number[];
  ends: readonly number[];
}

/** A word's share of time is its letters plus this many. */
const LETTERS_PER_WORD = 1.5;
/** Search range for the pause after a sentence: a share of the sentence's length, and at least so many seconds. */
const REACH = { share: 0.35, seconds: 0.6 };
/** A character's reported end may be this many seconds after the end of the audio. */
const SLACK_SECONDS = 0.5;
/** How much shorter a pause may be for each second that it is nearer to the expected place. */
const NEARNESS = 0.15;

const weightOf = (word: string): number => (hasSound(word) ? word.length + LETTERS_PER_WORD : 0);
const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** Words without sound get the end of the word before them; the first ones `start`. */
function withSilentWords(words: readonly string[], start: number, spanOf: (word: string, i: number) => Span): Span[] {
  let end = start;
  return words.map((word, i) => {
    if (!hasSound(word)) return [end, end];
    const span = spanOf(word, i);
    end = span[1];
    return span;
  });
}

/** Spans from the character times; null if they do not belong to this text or are impossible. */
export function spansByCharacters(reading: Reading, times: CharacterTimes, seconds: number): Span[] | null {
  const { characters, starts, ends } = times;
  const expected = Array.from(textOf(reading));
  const ofThisText =
    [characters, starts, ends].every(({ length }) => length === expected.length) &&
    expected.every((character, i) => character === characters[i]);
  const inOrder = [starts, ends].every((each) =>
    each.every((time, i) => time >= (each[i - 1] ?? 0) && time <= seconds + SLACK_SECONDS),
  );
  if (!ofThisText || !inOrder || (ends.at(-1) ?? 0) < seconds / 2) return null;

  const words = reading.flat();
  let next = 0;
  const offsets = words.map((word) => {
    const offset = next;
    if (word !== "") next += Array.from(word).length + 1;
    return offset;
  });
  const within = (time: number | undefined): number => Math.min(time ?? 0, seconds);
  return withSilentWords(words, 0, (word, i) => {
    const letters = Array.from(word);
    const offset = offsets[i] ?? 0;
    return [within(starts[offset + letters.findIndex(hasSound)]), within(ends[offset + letters.findLastIndex(hasSound)])];
  });
}

/**
 * Spans in proportion to the letters of each word within its sentence. A sentence ends at the longest silence near its expected
 * end.
 */
export function spansByLength(reading: Reading, quiets: readonly Pause[], seconds: number): Span[] {
  const first = quiets.find(({ start }) => start === 0)?.end ?? 0;
  const last = quiets.find(({ end }) => end === seconds)?.start ?? seconds;
  const weights = reading.map((sentence) => total(sentence.map(weightOf)));
  let from = first;
  return reading.flatMap((sentence, k) => {
    const left = total(weights.slice(k));
    const expected = left > 0 ? from + ((last - from) * (weights[k] ?? 0)) / left : from;
    const reach = Math.max(REACH.share * (expected - from), REACH.seconds);
    const score = ({ start, end }: Pause): number => end - start - NEARNESS * Math.abs((start + end) / 2 - expected);
    const isLast = total(weights.slice(k + 1)) === 0;
    const [quiet] = isLast
      ? []
      : quiets
          .filter(({ start, end }) => start > from && end < last && Math.abs((start + end) / 2 - expected) <= reach)
          .toSorted((a, b) => score(b) - score(a));
    const end = isLast ? last : (quiet?.start ?? expected);
    const scale = (end - from) / ((weights[k] ?? 0) || 1);
    let at = from;
    const spans = withSilentWords(sentence, from, (word) => [at, (at += weightOf(word) * scale)]);
    from = quiet?.end ?? end;
    return spans;
  });
}
