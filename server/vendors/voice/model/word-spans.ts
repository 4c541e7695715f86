import type { Pause } from "./pcm.ts";
import { hasSound, textOf, type Reading } from "./speeches.ts";

/** From when to when a word is heard, in seconds. */
export type Span = [start: number, end: number];

/** When each character of a text is heard, as ElevenLabs says it. */
export interface CharacterTimes {
  characters: readonly string[];
  starts: readonly number[];
  ends: readonly number[];
}

/** A word takes the time of its letters and of about so many more. */
const LETTERS_PER_WORD = 1.5;
/** How far from where it is expected the pause after a sentence is looked for: a share of the sentence, and at least so many seconds. */
const REACH = { share: 0.35, seconds: 0.6 };
/** How far behind the end of the audio a character may be said to end. */
const SLACK_SECONDS = 0.5;
/** How much shorter a pause may be for each second that it is nearer. */
const NEARNESS = 0.15;

const weightOf = (word: string): number => (hasSound(word) ? word.length + LETTERS_PER_WORD : 0);
const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** Words without a sound stand where the one before them ends, the first ones at `start`. */
function withSilentWords(words: readonly string[], start: number, spanOf: (word: string, i: number) => Span): Span[] {
  let end = start;
  return words.map((word, i) => {
    if (!hasSound(word)) return [end, end];
    const span = spanOf(word, i);
    end = span[1];
    return span;
  });
}

/** From the times of the characters; null where they are not those of this text, or can't be. */
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
 * In proportion to the letters of each word, within its sentence; a sentence ends at the longest silence near to where its own letters
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
