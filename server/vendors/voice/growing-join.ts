import type { Timings } from "../../../shared/timings.ts";
import {
  clamp,
  END_SECONDS,
  milliseconds,
  PAUSE_SECONDS,
  pauseWeights,
  sum,
  wantedSeconds,
  type Length,
  type SpokenBlock,
} from "./join.ts";
import { frameBytes, infoFrame, mp3File, playingSecondsOf, runSeconds, secondsOf, silence } from "./mp3.ts";
import type { RecordingPart } from "./voice.ts";

/** The length is promised with pauses that can still shrink and grow by this much, if the speech turns out longer or shorter. */
const SLACK_SECONDS = { shrink: 0.2, grow: 0.15 };
/** And by this part of the speech, which can all be that much longer than expected: without it one recording in five came out too long. */
const SPEECH_ERROR = 0.004;
/** What is left of the silence at the end when even that did not suffice. */
const LEAST_END_SECONDS = 0.1;
/** So much speech has to be heard before it says as much about the rest as what was expected. */
const TRUSTED_SECONDS = 20;

type Sentences = Timings["sentences"];

interface GrowingJoin {
  /** The next block, as it was spoken, with the pause before it. The last one has the end of the recording with it. */
  add(spoken: SpokenBlock): RecordingPart;
  /** The whole recording, after the last block. */
  finish(): { mp3: Uint8Array; timings: Timings };
}

/**
 * Joins blocks while later ones are still being spoken. Its length is promised with the first one, by how long each of the others is expected to be, and kept
 * by the pauses: each is chosen so that what is left fits into the time that is left. So the recording can be given out as a file of known
 * length whose end comes later. A text of `words` words has the pace of all recordings, as with `join`.
 */
export function growingJoin(expected: readonly Length[], words: number): GrowingJoin {
  const weights = pauseWeights(expected);
  const pauses = sum(weights);
  /** The promised length without the end, and the bytes of all frames. */
  let [fitting, promised] = [0, 0];
  const runs: Uint8Array[] = [];
  const sentences: Sentences = [];
  /** Sentences that nobody speaks, until it is known when the next spoken one begins. */
  let unspoken: number[] = [];
  let [used, heard, heardExpected] = [0, 0, 0];

  function promise(first: number): void {
    const speech = first + sum(expected.slice(1).map(({ seconds }) => seconds));
    fitting = clamp(
      wantedSeconds(words),
      speech * (1 + SPEECH_ERROR) + pauses * (PAUSE_SECONDS.least + SLACK_SECONDS.shrink),
      speech + pauses * (PAUSE_SECONDS.most - SLACK_SECONDS.grow),
    );
    promised = frameBytes(fitting + END_SECONDS);
  }

  /** How long what comes after block `i` will be, without pauses, by what was heard so far. */
  function restAfter(i: number): number {
    const pace = (heard + TRUSTED_SECONDS) / (heardExpected + TRUSTED_SECONDS);
    return pace * sum(expected.slice(i + 1).map(({ seconds }) => seconds));
  }

  function pauseBefore(i: number): number {
    const weight = weights[i - 1] ?? 0;
    const left = fitting - used - restAfter(i);
    const weightsLeft = sum(weights.slice(i - 1));
    return weight === 0 ? 0 : weight * clamp(left / weightsLeft, PAUSE_SECONDS.least, PAUSE_SECONDS.most);
  }

  function timesOf({ sentences: spans }: SpokenBlock, at: number): Sentences {
    const known: Sentences = [];
    for (const words of spans.map((sentence) =>
      sentence.map(([from, to]): [number, number] => [milliseconds(at + from), milliseconds(at + to)]),
    )) {
      if (!words.some(([from, to]) => to > from)) {
        unspoken.push(words.length);
        continue;
      }
      const start = words[0]?.[0] ?? at;
      known.push(...unspoken.map((count) => instant(start, count)), { start, end: words.at(-1)?.[1] ?? start, words });
      unspoken = [];
    }
    return known;
  }

  let next = 0;
  return {
    add(spoken) {
      const i = next++;
      const length = runSeconds(spoken.frames);
      if (i === 0) promise(length);
      heard += length;
      heardExpected += expected[i]?.seconds ?? 0;
      used += length;
      const quiet = silence(pauseBefore(i));
      const at = used - length + runSeconds(quiet);
      used += runSeconds(quiet);
      const known = timesOf(spoken, at);
      const pieces = [quiet, spoken.frames];
      if (i === expected.length - 1) {
        // What the pauses could not make up for. Longer than promised is only what no pause could shorten.
        const end = silence(Math.max(secondsOf(promised) - used, LEAST_END_SECONDS));
        pieces.push(end);
        const last = milliseconds(playingSecondsOf(frameBytes(used) + end.length));
        known.push(...unspoken.map((count) => instant(last, count)));
      }
      const frames = new Uint8Array(Buffer.concat(pieces));
      runs.push(frames);
      sentences.push(...known);
      const info = infoFrame(promised);
      return {
        frames: i === 0 ? new Uint8Array(Buffer.concat([info, frames])) : frames,
        sentences: known,
        seconds: milliseconds(playingSecondsOf(promised)),
        bytes: info.length + promised,
      };
    },
    finish() {
      const frames = new Uint8Array(Buffer.concat(runs));
      return { mp3: mp3File(frames), timings: { version: 1, seconds: milliseconds(playingSecondsOf(frames.length)), sentences } };
    },
  };
}

/** A sentence of which nothing is heard, at one moment. */
const instant = (at: number, words: number): Sentences[number] => ({
  start: at,
  end: at,
  words: Array.from({ length: words }, (): [number, number] => [at, at]),
});
