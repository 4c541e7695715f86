import { setTimeout as pause } from "node:timers/promises";
import { WORD_RANGE } from "../../../../shared/constants.ts";
import { createSemaphore } from "@lampstand/semaphore";
import type { VoiceName } from "../../../../shared/voices.ts";
import { VoiceError, type SpeakRequest, type Voice } from "../voice.ts";
import { ask, SpeechFailure } from "./request-speech.ts";
import type { SpeechApi } from "./speech-api.ts";
import { elevenLabs } from "./elevenlabs.ts";
import { localServer } from "./local-server.ts";
import { openAi } from "./openai.ts";
import { PCM_HZ, findPauses, samplesOf } from "./pcm.ts";
import { createRecordedVoice, measured, type Recording } from "./recorded-voice.ts";
import { partsOf, speechesOf, textOf, type Reading } from "./speeches.ts";
import { spansByCharacters, spansByLength } from "./word-spans.ts";

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
  return measured(samples, spans ?? spansByLength(reading, findPauses(samples), seconds));
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
  async function record(reading: Reading, voice: VoiceName, onUsage: Told, signal: AbortSignal): Promise<Recording> {
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

  return {
    ...createRecordedVoice({
      engine,
      speechesOf,
      partsOf,
      record,
      isVoiceGone: (error) => error instanceof SpeechFailure && error.kind === "no_such_voice",
      failureOf: (error) =>
        error instanceof SpeechFailure
          ? new VoiceError(CODES[error.kind], `${engine}: ${error.message}`)
          : // Without `cause`: its message might quote the text.
            new VoiceError("failed", `${engine}: ${error instanceof Error ? error.name : "an error"}`),
    }),
    remote: recipient !== null,
    ...(recipient !== null && { recipient }),
    hold: (minutes) => centsFor(WORD_RANGE[minutes][1] * CHARS_PER_WORD),
  };
}
