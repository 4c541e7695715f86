import { Worker } from "node:worker_threads";
import { countSpokenWords, type Block } from "../../../../shared/sermon-text.ts";
import { DEFAULT_VOICE, type VoiceName } from "../../../../shared/voices.ts";
import { join, PRAYER_STRETCH, stretchFor, type SpokenBlock } from "../join.ts";
import { createLoudnessMeter, gainFor } from "../loudness.ts";
import { VoiceError, type SpeakRequest, type Spoken, type Voice } from "../voice.ts";
import { createWorkerPool } from "../worker-pool.ts";
import type { EncodeTask } from "./encode.worker.ts";
import { PCM_HZ, floatsOf } from "./pcm.ts";
import { restBeforeAmen } from "./rests.ts";
import { hasSound, textOf, type Reading, type Speech } from "./speeches.ts";
import type { Span } from "./word-spans.ts";

const ENCODERS = 2;
const IDLE_MS = 30_000;

/** A recording of some sentences: samples at `PCM_HZ`, a time span for each word, and its loudness by gating blocks. */
export interface Recording {
  samples: Int16Array<ArrayBuffer>;
  spans: Span[];
  powers: number[];
}

/** The speech of some sentences as it was recorded, with its loudness measured. */
export function measured(samples: Int16Array<ArrayBuffer>, spans: Span[]): Recording {
  const meter = createLoudnessMeter(PCM_HZ);
  meter.add(floatsOf(samples));
  return { samples, spans, powers: meter.powers() };
}

/** What records the parts of a sermon, one call for each part. */
export interface Recorder {
  engine: string;
  /** The text to read of each spoken block, for this voice. */
  speechesOf(blocks: readonly Block[], voice: VoiceName): Speech[];
  /** The parts that are recorded one by one, in order. */
  partsOf(sentences: Reading): Reading[];
  /** Records one part that has sound. Rejects with its own error, or with the signal's reason. */
  record(part: Reading, voice: VoiceName, onUsage: SpeakRequest["onUsage"], signal: AbortSignal): Promise<Recording>;
  /** Whether this error says that the voice does not exist, so that the default one is to speak. */
  isVoiceGone(error: unknown): boolean;
  /** The error to report. */
  failureOf(error: unknown): VoiceError;
  close?(): Promise<void>;
}

function inOneRun(parts: readonly Recording[]): Recording {
  const samples = new Int16Array(parts.reduce((length, part) => length + part.samples.length, 0));
  const spans: Span[] = [];
  let at = 0;
  for (const part of parts) {
    samples.set(part.samples, at);
    for (const [start, end] of part.spans) spans.push([start + at / PCM_HZ, end + at / PCM_HZ]);
    at += part.samples.length;
  }
  return { samples, spans, powers: parts.flatMap(({ powers }) => powers) };
}

/** The spans by sentence, for a recording stretched by `factor`. */
function bySentence({ sentences }: Speech, spans: readonly Span[], factor: number): SpokenBlock["sentences"] {
  let at = 0;
  return sentences.map((words) =>
    spans.slice(at, (at += words.length)).map(([start, end]): Span => [start * factor, end * factor]),
  );
}

/**
 * The speaking half of a voice that records a sermon part by part, as samples. The recording gets the length of the requested minutes: by
 * longer or shorter pauses, and if that is not enough by stretching the speech; and the loudness of all recordings, by one gain for the whole
 * sermon. `speak` rejects with `VoiceError`, or with the signal's reason.
 */
export function createRecordedVoice(recorder: Recorder): Pick<Voice, "engine" | "speak" | "close"> {
  const encoders = createWorkerPool<EncodeTask, Uint8Array<ArrayBuffer>>({
    size: ENCODERS,
    idleMs: IDLE_MS,
    start: () => new Worker(new URL("./encode.worker.ts", import.meta.url), { env: {}, execArgv: [] }),
    onEmpty: () => {},
  });

  async function read(
    part: Reading,
    voice: VoiceName,
    onUsage: SpeakRequest["onUsage"],
    signal: AbortSignal,
  ): Promise<Recording> {
    if (!hasSound(textOf(part))) return { samples: new Int16Array(), spans: part.flat().map(() => [0, 0]), powers: [] };
    return recorder.record(part, voice, onUsage, signal);
  }

  async function encode(
    recorded: readonly { speech: Speech; recording: Recording }[],
    words: number,
    signal: AbortSignal,
  ): Promise<Pick<Spoken, "mp3" | "timings">> {
    const paceOf = ({ prayer }: Speech): number => (prayer ? PRAYER_STRETCH : 1);
    const lengths = recorded.map(({ speech, recording }) => ({
      pause: speech.pause,
      seconds: (recording.samples.length / PCM_HZ) * paceOf(speech),
    }));
    const stretch = stretchFor(lengths, words);
    const gain = gainFor(recorded.flatMap(({ recording }) => recording.powers));
    const blocks = recorded.map(async ({ speech, recording: { samples, spans } }) => {
      const factor = stretch * paceOf(speech);
      const frames = samples.length === 0 ? new Uint8Array() : await encoders.run({ samples, factor, gain }, signal);
      return { pause: speech.pause, spoken: { frames, sentences: bySentence(speech, spans, factor) } };
    });
    return join(await Promise.all(blocks), words);
  }

  return {
    engine: recorder.engine,
    async speak({ blocks, early, voice, onUsage }, signal) {
      signal.throwIfAborted();
      const ended = new AbortController();
      const either = AbortSignal.any([signal, ended.signal]);
      const begun = new Map<string, Promise<Recording>>();
      let speaker = voice;
      const keyOf = (speech: Speech): string => JSON.stringify([speaker, speech.sentences]);
      const take = (speech: Speech): Promise<Recording> => {
        const key = keyOf(speech);
        const by = speaker;
        const recording =
          begun.get(key) ??
          Promise.all(recorder.partsOf(speech.sentences).map((part) => read(part, by, onUsage, either))).then(inOneRun);
        begun.set(key, recording);
        // Recorded again later, if the complete text still contains it.
        recording.catch(() => begun.delete(key));
        return recording;
      };
      const record = async (speech: Speech): Promise<Recording> => {
        const by = speaker;
        return take(speech).catch((error: unknown) => {
          // Use the fallback voice; what is already recorded is then recorded again with it.
          if (!recorder.isVoiceGone(error) || by === DEFAULT_VOICE) throw error;
          speaker = DEFAULT_VOICE;
          return take(speech);
        });
      };
      /** Records the complete text. What was begun before it and fails only now is recorded again too. */
      const recordAll = (speeches: readonly Speech[]): Promise<Recording[]> =>
        Promise.all(
          speeches.map((speech) => {
            const isBegun = begun.has(keyOf(speech));
            return record(speech).catch((error: unknown) => {
              if (!isBegun || either.aborted) throw error;
              return record(speech);
            });
          }),
        );
      const begin = async (): Promise<void> => {
        // Failures are retried below, if the block is still needed.
        for await (const block of early ?? [])
          for (const speech of recorder.speechesOf([block], speaker)) record(speech).catch(() => {});
      };
      begin().catch(() => {});
      try {
        const finished: readonly Block[] = await blocks;
        const speeches = recorder.speechesOf(finished, voice);
        if (speeches.length === 0) throw new VoiceError("failed", "there is nothing to speak");
        let recordings = await recordAll(speeches);
        if (speaker !== voice) recordings = await recordAll(speeches);
        const recorded = speeches.map((speech, i) => ({
          speech,
          recording: restBeforeAmen(speech.sentences, recordings[i] ?? inOneRun([])),
        }));
        const { mp3, timings } = await encode(recorded, countSpokenWords(finished), either);
        return { mp3, seconds: timings.seconds, timings, voice: speaker };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof VoiceError) throw error;
        throw recorder.failureOf(error);
      } finally {
        ended.abort();
        // Wait for all, so that each has reported its usage.
        await Promise.allSettled(begun.values());
      }
    },
    async close() {
      await Promise.all([encoders.close(), recorder.close?.()]);
    },
  };
}
