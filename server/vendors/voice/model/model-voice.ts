import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { WORD_RANGE } from "../../../../shared/constants.ts";
import { countSpokenWords, type Block } from "../../../../shared/sermon-text.ts";
import { createSemaphore } from "@lampstand/semaphore";
import { DEFAULT_VOICE, type VoiceName } from "../../../../shared/voices.ts";
import { join, PRAYER_STRETCH, stretchFor, type SpokenBlock } from "../join.ts";
import { createLoudnessMeter, gainFor } from "../loudness.ts";
import { VoiceError, type SpeakRequest, type Spoken, type Voice } from "../voice.ts";
import { createWorkerPool } from "../worker-pool.ts";
import { ask, SpeechFailure } from "./request-speech.ts";
import type { SpeechApi } from "./speech-api.ts";
import { elevenLabs } from "./elevenlabs.ts";
import type { EncodeTask } from "./encode.worker.ts";
import { localServer } from "./local-server.ts";
import { openAi } from "./openai.ts";
import { PCM_HZ, findPauses, floatsOf, samplesOf } from "./pcm.ts";
import { restBeforeAmen } from "./rests.ts";
import { hasSound, partsOf, speechesOf, textOf, type Reading, type Speech } from "./speeches.ts";
import { spansByCharacters, spansByLength, type Span } from "./word-spans.ts";

export interface ModelVoiceOptions {
  /** "openai" also covers other services with the same API; "openai-compatible" is a server of one's own. */
  vendor: "elevenlabs" | "openai" | "openai-compatible";
  /** The vendor's name of the model, for example "eleven_multilingual_v2". */
  model: string;
  /** Null only for a server of one's own. */
  apiKey: string | null;
  /** Null: the vendor's default address. */
  baseUrl: string | null;
  /** Whether a server of one's own is asked for the times of the words. */
  captions?: boolean;
  /** The vendor's id of each voice. */
  voices: Readonly<Record<VoiceName, string>>;
  /** Timeout of one request, usually a paragraph. */
  timeoutMs: number;
  /** US cents for 1,000 characters; null if no price is configured. */
  price: number | null;
  /** First wait before a retry, doubled each time; the vendor's Retry-After has precedence. */
  backoffMs?: number;
}

const ATTEMPTS = 3;
const BACKOFF_MS = 1500;
/** Longest wait that a vendor may ask for. */
const MAX_PAUSE_MS = 20_000;
/** Concurrent requests of this process: ElevenLabs' smaller plans allow 3 to 5. */
const MAX_CONCURRENT = 4;
const ENCODERS = 2;
const IDLE_MS = 30_000;
/**
 * Average characters per spoken word, including the space, numbers in words and paragraphs that are recorded twice; for the hold
 * on the budget.
 */
const CHARS_PER_WORD = 7;

function speechApi(options: ModelVoiceOptions): SpeechApi {
  const { vendor, captions = false } = options;
  if (vendor === "openai-compatible") return localServer({ ...options, baseUrl: options.baseUrl ?? "", captions });
  return (vendor === "openai" ? openAi : elevenLabs)({ ...options, apiKey: options.apiKey ?? "" });
}

const CODES = {
  busy: "unavailable",
  unavailable: "unavailable",
  no_such_voice: "unavailable",
  failed: "failed",
  out_of_credit: "over_budget",
} as const;

/** A recording of some sentences: samples at `PCM_HZ`, a time span for each word, and its loudness by gating blocks. */
interface Recording {
  samples: Int16Array<ArrayBuffer>;
  spans: Span[];
  powers: number[];
}

/**
 * The recipient's name: ElevenLabs also for a proxy or a regional address; for another service with OpenAI's API, its host. Null for a server
 * of one's own on this machine.
 */
function recipientOf({ vendor, baseUrl }: ModelVoiceOptions): string | null {
  if (vendor === "elevenlabs") return "ElevenLabs";
  const host = baseUrl ? new URL(baseUrl).hostname : "OpenAI";
  const isHere = host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
  return vendor === "openai-compatible" && isHere ? null : host;
}

function recordingOf(api: SpeechApi, reading: Reading, text: string, answer: Parameters<SpeechApi["read"]>[0]): Recording {
  const { pcm, times } = api.read(answer, text);
  const samples = samplesOf(pcm, text.length);
  if (typeof samples === "string") throw new SpeechFailure("failed", samples, true);
  const seconds = samples.length / PCM_HZ;
  const spans = times && spansByCharacters(reading, times, seconds);
  return { samples, spans: spans ?? spansByLength(reading, findPauses(samples), seconds), powers: powersOf(samples) };
}

function powersOf(samples: Int16Array): number[] {
  const meter = createLoudnessMeter(PCM_HZ);
  meter.add(floatsOf(samples));
  return meter.powers();
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
 * The voice that uses a vendor's API, one request per paragraph. The recording gets the length of the requested minutes: by
 * longer or shorter pauses, and if that is not enough by stretching the speech. Rejects with `VoiceError`, or with the signal's
 * reason.
 */
export function createModelVoice(options: ModelVoiceOptions): Voice {
  const api = speechApi(options);
  const recipient = recipientOf(options);
  const engine = `${options.model} ${recipient === null ? "on this machine" : `of ${recipient}`}`;
  const centsFor = (characters: number): number => (characters * (options.price ?? 0)) / 1000;
  const semaphore = createSemaphore(MAX_CONCURRENT);
  const encoders = createWorkerPool<EncodeTask, Uint8Array<ArrayBuffer>>({
    size: ENCODERS,
    idleMs: IDLE_MS,
    start: () => new Worker(new URL("./encode.worker.ts", import.meta.url), { env: {}, execArgv: [] }),
    onEmpty: () => {},
  });

  type Told = SpeakRequest["onUsage"];

  async function once(reading: Reading, voice: VoiceName, onUsage: Told, signal: AbortSignal): Promise<Recording> {
    const text = textOf(reading);
    let paid = true;
    try {
      const request = api.request(text, options.voices[voice]);
      return recordingOf(api, reading, text, await ask(request, options.timeoutMs, signal));
    } catch (error) {
      if (error instanceof SpeechFailure) paid = error.paid;
      throw error;
    } finally {
      onUsage?.({ inputTokens: paid ? text.length : 0, outputTokens: 0, cents: paid ? centsFor(text.length) : 0 });
    }
  }

  /** Only the failed request is retried, so nothing else is paid for twice. */
  async function read(reading: Reading, voice: VoiceName, onUsage: Told, signal: AbortSignal): Promise<Recording> {
    if (!hasSound(textOf(reading))) return { samples: new Int16Array(), spans: reading.flat().map(() => [0, 0]), powers: [] };
    for (let attempt = 1; ; attempt++) {
      try {
        return await semaphore.run(() => once(reading, voice, onUsage, signal), signal);
      } catch (error) {
        if (!(error instanceof SpeechFailure) || error.kind !== "busy" || attempt === ATTEMPTS) throw error;
        const backoff = (options.backoffMs ?? BACKOFF_MS) * 2 ** (attempt - 1);
        await pause(Math.min(error.retryAfterMs ?? backoff, MAX_PAUSE_MS), undefined, { signal });
      }
    }
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
    engine,
    remote: recipient !== null,
    ...(recipient !== null && { recipient }),
    hold: (minutes) => centsFor(WORD_RANGE[minutes][1] * CHARS_PER_WORD),
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
          begun.get(key) ?? Promise.all(partsOf(speech.sentences).map((part) => read(part, by, onUsage, either))).then(inOneRun);
        begun.set(key, recording);
        // Recorded again later, if the complete text still contains it.
        recording.catch(() => begun.delete(key));
        return recording;
      };
      const record = async (speech: Speech): Promise<Recording> => {
        const by = speaker;
        return take(speech).catch((error: unknown) => {
          // Use the fallback voice; what is already recorded is then recorded again with it.
          const gone = error instanceof SpeechFailure && error.kind === "no_such_voice" && by !== DEFAULT_VOICE;
          if (!gone) throw error;
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
        for await (const block of early ?? []) for (const speech of speechesOf([block])) record(speech).catch(() => {});
      };
      begin().catch(() => {});
      try {
        const finished: readonly Block[] = await blocks;
        const speeches = speechesOf(finished);
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
        if (error instanceof SpeechFailure) throw new VoiceError(CODES[error.kind], `${engine}: ${error.message}`);
        // Without `cause`: its message might quote the text.
        throw new VoiceError("failed", `${engine}: ${error instanceof Error ? error.name : "an error"}`);
      } finally {
        ended.abort();
        // Wait for all, so that each has reported its usage.
        await Promise.allSettled(begun.values());
      }
    },
    close: () => encoders.close(),
  };
}
