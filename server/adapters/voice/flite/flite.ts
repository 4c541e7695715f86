import { Worker } from "node:worker_threads";
import { WORDS_PER_MINUTE } from "../../../../shared/constants.ts";
import { countSpokenWords, spokenSentences, type BlockKind } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { VoiceError, type Voice } from "../voice.ts";
import type { BlockTask } from "./block.worker.ts";
import { compileFlite } from "./flite-program.ts";
import { mp3File, playingSeconds, runSeconds, silence } from "./mp3.ts";
import type { SpokenBlock } from "./speak-block.ts";
import { SPEAKERS } from "./speakers.ts";
import { speechWords, type SpeechWords } from "./speech-text.ts";
import { createWorkerPool } from "./worker-pool.ts";

export interface FliteOptions {
  /** Threads that speak at the same time, for all sermons together. */
  workers?: number;
  /** A thread without work is ended after this long. */
  idleMs?: number;
}

/** Silence between blocks; how much within these bounds brings the whole to `WORDS_PER_MINUTE`. */
const PAUSE_SECONDS = { least: 0.5, most: 1.7 };
/** How much longer the pause after a block is than after a paragraph. */
const PAUSE_WEIGHT: Partial<Record<BlockKind, number>> = { title: 1.25, focus: 1.25 };

/** About an hour of speech. What comes after is silent, its words timed at the end. */
const MAX_SAID_WORDS = 8_000;

/** The speech of each block's sentences. */
function speechByBlock(sentences: ReturnType<typeof spokenSentences>): Map<number, SpeechWords[]> {
  const blocks = new Map<number, SpeechWords[]>();
  let said = 0;
  for (const { block, words } of sentences) {
    const speech = said < MAX_SAID_WORDS ? speechWords(words) : words.map(() => []);
    said += speech.flat().length;
    blocks.set(block, [...(blocks.get(block) ?? []), speech]);
  }
  return blocks;
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** Joins the blocks' recordings, `kinds` being the blocks', with the pauses that make the sermon of `words` words last as it should. */
function join(spoken: readonly SpokenBlock[], kinds: readonly (BlockKind | undefined)[], words: number): { mp3: Uint8Array; timings: Timings } {
  const weights = kinds.slice(0, -1).map((kind) => (kind && PAUSE_WEIGHT[kind]) ?? 1);
  const speech = spoken.reduce((sum, { frames }) => sum + runSeconds(frames), 0);
  const wanted = ((words / WORDS_PER_MINUTE) * 60 - speech) / weights.reduce((sum, weight) => sum + weight, 0);
  const pause = Math.min(Math.max(wanted, PAUSE_SECONDS.least), PAUSE_SECONDS.most);

  const runs: Uint8Array[] = [];
  const starts: number[] = [];
  let start = 0;
  spoken.forEach(({ frames }, i) => {
    const quiet = silence((weights[i] ?? 0) * pause);
    runs.push(frames, quiet);
    starts.push(start);
    start += runSeconds(frames) + runSeconds(quiet);
  });
  const frames = new Uint8Array(Buffer.concat(runs));
  const seconds = milliseconds(playingSeconds(frames));
  const sentences = spoken.flatMap((block, i) =>
    block.sentences.map((spans) => {
      const words = spans.map((span) => span.map((time) => Math.min(milliseconds((starts[i] ?? 0) + time), seconds)) as [number, number]);
      return { start: words[0]?.[0] ?? 0, end: words.at(-1)?.[1] ?? 0, words };
    }),
  );
  return { mp3: mp3File(frames), timings: { version: 1, seconds, sentences } };
}

/**
 * The embedded voice: Flite as WebAssembly, no service and no weights to load. Each block is spoken and encoded by itself on a pool of
 * threads, so a sermon uses all of them and memory holds only MP3. Rejects with `VoiceError`, or with the signal's reason.
 */
export function createFliteVoice({ workers = 2, idleMs = 30_000 }: FliteOptions = {}): Voice {
  let compiled: Promise<WebAssembly.Module> | undefined;
  const pool = createWorkerPool<BlockTask, SpokenBlock>({
    size: workers,
    idleMs,
    start: ({ module }) => new Worker(new URL("./block.worker.ts", import.meta.url), { workerData: { module }, env: {}, execArgv: [] }),
    onEmpty: () => (compiled = undefined),
  });
  return {
    engine: "flite",
    remote: false,
    async speak({ blocks, voice }, signal) {
      signal.throwIfAborted();
      const speech = [...speechByBlock(spokenSentences(blocks))];
      if (speech.length === 0) throw new VoiceError("failed", "there is nothing to speak");
      const failure = new AbortController();
      try {
        compiled ??= compileFlite();
        const module = await compiled;
        const either = AbortSignal.any([signal, failure.signal]);
        const spoken = speech.map(([, sentences]) => pool.run({ module, block: { sentences, speaker: SPEAKERS[voice] } }, either));
        const kinds = speech.map(([block]) => blocks[block]?.kind);
        const { mp3, timings } = join(await Promise.all(spoken), kinds, countSpokenWords(blocks));
        return { mp3, seconds: timings.seconds, timings, voice };
      } catch (cause) {
        compiled = undefined;
        failure.abort(cause);
        signal.throwIfAborted();
        throw new VoiceError("failed", "Flite could not speak the text", { cause });
      }
    },
    close: () => pool.close(),
  };
}
