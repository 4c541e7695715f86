import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { WORD_RANGE } from "../../../../shared/constants.ts";
import { countSpokenWords, type Block } from "../../../../shared/sermon-text.ts";
import { createTurns } from "@lampstand/turns";
import { DEFAULT_VOICE, type VoiceName } from "../../../../shared/voices.ts";
import { join, stretchFor, type SpokenBlock } from "../join.ts";
import { VoiceError, type SpeakRequest, type Spoken, type Voice } from "../voice.ts";
import { createWorkerPool } from "../worker-pool.ts";
import { ask, SpeechFailure } from "./request-speech.ts";
import type { SpeechApi } from "./speech-api.ts";
import { elevenLabs } from "./elevenlabs.ts";
import type { EncodeTask } from "./encode.worker.ts";
import { openAi } from "./openai.ts";
import { PCM_HZ, findPauses, samplesOf } from "./pcm.ts";
import { hasSound, partsOf, speechesOf, textOf, type Reading, type Speech } from "./speeches.ts";
import { spansByCharacters, spansByLength, type Span } from "./word-spans.ts";

export interface ModelVoiceOptions {
  /** "openai" is also for other services that answer as it does. */
  vendor: "elevenlabs" | "openai";
  /** The vendor's name of the model, for example "eleven_multilingual_v2". */
  model: string;
  apiKey: string;
  /** Null: the vendor's own address. */
  baseUrl: string | null;
  /** The vendor's id of each voice. */
  voices: Readonly<Record<VoiceName, string>>;
  /** For one request: a paragraph, as a rule. */
  timeoutMs: number;
  /** US cents for 1,000 characters; null where nobody said. */
  price: number | null;
  /** First wait before asking again, doubled each time; the vendor's own wish goes before it. */
  backoffMs?: number;
}

const ATTEMPTS = 3;
const BACKOFF_MS = 1500;
/** Longer than this nobody waits at a vendor's wish. */
const MAX_PAUSE_MS = 20_000;
/** Requests at a time, for all sermons of this process: ElevenLabs' smaller plans allow 3 to 5. */
const AT_ONCE = 4;
const ENCODERS = 2;
const IDLE_MS = 30_000;
/** Of a word with its space, its share of numbers in words and of paragraphs that are said twice; for the hold on the budget. */
const CHARS_PER_WORD = 7;

const SPEECH_APIS = { elevenlabs: elevenLabs, openai: openAi };
const CODES = {
  busy: "unavailable",
  unavailable: "unavailable",
  no_such_voice: "unavailable",
  failed: "failed",
  out_of_credit: "over_budget",
} as const;

/** What was recorded of some sentences: samples at `PCM_HZ`, and a span for each word in turn. */
interface Recording {
  samples: Int16Array<ArrayBuffer>;
  spans: Span[];
}

/** ElevenLabs also behind a proxy or at one of its regional addresses; at another's address of OpenAI's form, that host. */
function recipientOf({ vendor, baseUrl }: ModelVoiceOptions): string {
  if (vendor === "elevenlabs") return "ElevenLabs";
  return baseUrl ? new URL(baseUrl).hostname : "OpenAI";
}

function recordingOf(api: SpeechApi, reading: Reading, text: string, answer: Parameters<SpeechApi["read"]>[0]): Recording {
  const { pcm, times } = api.read(answer);
  const samples = samplesOf(pcm, text.length);
  if (typeof samples === "string") throw new SpeechFailure("failed", samples, true);
  const seconds = samples.length / PCM_HZ;
  const spans = times && spansByCharacters(reading, times, seconds);
  return { samples, spans: spans ?? spansByLength(reading, findPauses(samples), seconds) };
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
  return { samples, spans };
}

/** The spans by sentence, in a recording that is `factor` times as long. */
function bySentence({ sentences }: Speech, spans: readonly Span[], factor: number): SpokenBlock["sentences"] {
  let at = 0;
  return sentences.map((words) =>
    spans.slice(at, (at += words.length)).map(([start, end]): Span => [start * factor, end * factor]),
  );
}

/**
 * The voice that asks a vendor, paragraph by paragraph. Whatever the vendor's pace, the sermon lasts as it should: with longer or shorter
 * pauses, and where they do not suffice by stretching the speech. Rejects with `VoiceError`, or with the signal's reason.
 */
export function createModelVoice(options: ModelVoiceOptions): Voice {
  const api = SPEECH_APIS[options.vendor](options);
  const recipient = recipientOf(options);
  const engine = `${options.model} of ${recipient}`;
  const centsFor = (characters: number): number => (characters * (options.price ?? 0)) / 1000;
  const turns = createTurns(AT_ONCE);
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

  /** What fails is asked for again by itself: nothing else has to be paid for twice. */
  async function read(reading: Reading, voice: VoiceName, onUsage: Told, signal: AbortSignal): Promise<Recording> {
    if (!hasSound(textOf(reading))) return { samples: new Int16Array(), spans: reading.flat().map(() => [0, 0]) };
    for (let attempt = 1; ; attempt++) {
      try {
        return await turns.take(() => once(reading, voice, onUsage, signal), signal);
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
    const lengths = recorded.map(({ speech, recording }) => ({
      kind: speech.kind,
      seconds: recording.samples.length / PCM_HZ,
    }));
    const factor = stretchFor(lengths, words);
    const blocks = recorded.map(async ({ speech, recording: { samples, spans } }) => ({
      kind: speech.kind,
      spoken: {
        frames: samples.length === 0 ? new Uint8Array() : await encoders.run({ samples, factor }, signal),
        sentences: bySentence(speech, spans, factor),
      },
    }));
    return join(await Promise.all(blocks), words);
  }

  return {
    engine,
    remote: true,
    recipient,
    hold: (minutes) => centsFor(WORD_RANGE[minutes][1] * CHARS_PER_WORD),
    async speak({ blocks, early, voice, onUsage }, signal) {
      signal.throwIfAborted();
      const ended = new AbortController();
      const either = AbortSignal.any([signal, ended.signal]);
      const begun = new Map<string, Promise<Recording>>();
      let speaker = voice;
      const take = (speech: Speech): Promise<Recording> => {
        const key = JSON.stringify([speaker, speech.sentences]);
        const by = speaker;
        const recording =
          begun.get(key) ?? Promise.all(partsOf(speech.sentences).map((part) => read(part, by, onUsage, either))).then(inOneRun);
        begun.set(key, recording);
        // Asked for anew then, if it is still wanted when the text is whole.
        recording.catch(() => begun.delete(key));
        return recording;
      };
      const record = async (speech: Speech): Promise<Recording> => {
        const by = speaker;
        return take(speech).catch((error: unknown) => {
          // Somebody else's voice rather than none; what is there already is then spoken by it too.
          const gone = error instanceof SpeechFailure && error.kind === "no_such_voice" && by !== DEFAULT_VOICE;
          if (!gone) throw error;
          speaker = DEFAULT_VOICE;
          return take(speech);
        });
      };
      const recordAll = (speeches: readonly Speech[]): Promise<Recording[]> => Promise.all(speeches.map(record));
      const begin = async (): Promise<void> => {
        // What fails here is tried again below, if it is still asked for.
        for await (const block of early ?? []) for (const speech of speechesOf([block])) record(speech).catch(() => {});
      };
      begin().catch(() => {});
      try {
        const finished: readonly Block[] = await blocks;
        const speeches = speechesOf(finished);
        if (speeches.length === 0) throw new VoiceError("failed", "there is nothing to speak");
        let recordings = await recordAll(speeches);
        if (speaker !== voice) recordings = await recordAll(speeches);
        const recorded = speeches.map((speech, i) => ({ speech, recording: recordings[i] ?? inOneRun([]) }));
        const { mp3, timings } = await encode(recorded, countSpokenWords(finished), either);
        return { mp3, seconds: timings.seconds, timings, voice: speaker };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof VoiceError) throw error;
        if (error instanceof SpeechFailure) throw new VoiceError(CODES[error.kind], `${engine}: ${error.message}`);
        // Not as its cause: nobody knows what it quotes.
        throw new VoiceError("failed", `${engine}: ${error instanceof Error ? error.name : "an error"}`);
      } finally {
        ended.abort();
        // Each has told then what it took.
        await Promise.allSettled(begun.values());
      }
    },
    close: () => encoders.close(),
  };
}
