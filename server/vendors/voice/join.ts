import { WORDS_PER_MINUTE } from "../../../shared/constants.ts";
import type { Timings } from "../../../shared/timings.ts";
import { mp3File, playingSecondsOf, runSeconds, silence } from "./mp3.ts";

export interface SpokenBlock {
  /** Whole MP3 frames that do not refer to frames outside. */
  frames: Uint8Array<ArrayBuffer>;
  /** For each sentence a span for each displayed word, in seconds from the start of the block. */
  sentences: [start: number, end: number][][];
}

/** Bounds of the pause between blocks. The pause is chosen so that the whole recording has `WORDS_PER_MINUTE`. */
export const PAUSE_SECONDS = { least: 0.5, most: 1.7 };
/** How many times as long a prayer is than the same words elsewhere. */
export const PRAYER_STRETCH = 1.08;
export const END_SECONDS = 0.5;
/** Bounds of the stretch factor; beyond them the change is audible. */
const STRETCH = { least: 0.75, most: 1.35 };

export interface Length {
  /** The pause after it, as a multiple of the ordinary one. */
  pause: number;
  /** 0 for a block without spoken words. */
  seconds: number;
}

/** The pause after each block, as a multiple of the ordinary pause. */
export function pauseWeights(blocks: readonly Length[]): number[] {
  const last = blocks.findLastIndex(({ seconds }) => seconds > 0);
  return blocks.map(({ pause, seconds }, i) => (seconds === 0 || i === last ? 0 : pause));
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
export const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
export const wantedSeconds = (words: number): number => (words / WORDS_PER_MINUTE) * 60 - END_SECONDS;

/**
 * The factor by which the speech must be stretched so that a sermon of `words` words has the right length; 1 if pauses alone can
 * do it.
 */
export function stretchFor(blocks: readonly Length[], words: number): number {
  const speech = sum(blocks.map(({ seconds }) => seconds));
  if (speech === 0) return 1;
  const pauses = sum(pauseWeights(blocks));
  const wanted = wantedSeconds(words);
  const fitting = clamp(speech, wanted - pauses * PAUSE_SECONDS.most, wanted - pauses * PAUSE_SECONDS.least);
  return clamp(fitting / speech, STRETCH.least, STRETCH.most);
}

/**
 * The times of all sentences. One that is not spoken gets the moment at which the next spoken one begins, so that nobody sees it marked in
 * the pause before.
 */
function timesOf(recordings: readonly { spoken: SpokenBlock; at: number }[], seconds: number): Timings["sentences"] {
  const sentences = recordings.flatMap(({ spoken, at }) =>
    spoken.sentences.map((spans) =>
      spans.map(([from, to]): [number, number] => [milliseconds(at + from), milliseconds(at + to)]),
    ),
  );
  let next = seconds;
  return sentences
    .toReversed()
    .map((words) => {
      const isSpoken = words.some(([from, to]) => to > from);
      if (isSpoken) next = words[0]?.[0] ?? next;
      const timed = isSpoken ? words : words.map((): [number, number] => [next, next]);
      return { start: timed[0]?.[0] ?? next, end: timed.at(-1)?.[1] ?? next, words: timed };
    })
    .toReversed();
}

/** Joins the recordings of the blocks, with pauses so that a sermon of `words` words has the right length. */
export function join(
  recordings: readonly { pause: number; spoken: SpokenBlock }[],
  words: number,
): { mp3: Uint8Array; timings: Timings } {
  const lengths = recordings.map(({ pause, spoken }) => ({ pause, seconds: runSeconds(spoken.frames) }));
  const weights = pauseWeights(lengths);
  const speech = sum(lengths.map(({ seconds }) => seconds));
  const pause = clamp((wantedSeconds(words) - speech) / (sum(weights) || 1), PAUSE_SECONDS.least, PAUSE_SECONDS.most);

  const runs: Uint8Array[] = [];
  const starts: number[] = [];
  let start = 0;
  recordings.forEach(({ spoken }, i) => {
    const quiet = silence((weights[i] ?? 0) * pause);
    runs.push(spoken.frames, quiet);
    starts.push(start);
    start += runSeconds(spoken.frames) + runSeconds(quiet);
  });
  const frames = new Uint8Array(Buffer.concat([...runs, silence(END_SECONDS)]));
  const seconds = milliseconds(playingSecondsOf(frames.length));
  const sentences = timesOf(
    recordings.map(({ spoken }, i) => ({ spoken, at: starts[i] ?? 0 })),
    seconds,
  );
  return { mp3: mp3File(frames), timings: { version: 1, seconds, sentences } };
}
