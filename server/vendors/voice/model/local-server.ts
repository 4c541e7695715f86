import { z } from "zod";
import { SpeechFailure } from "./request-speech.ts";
import type { SpeechApi } from "./speech-api.ts";
import { maxSeconds } from "./pcm.ts";
import { pcmOfWav } from "./wav.ts";
import { charactersOfWords } from "./word-captions.ts";

/** Speed, from 0.25 to 4, as for OpenAI's own voices. */
const SPEED = 0.9;
/** The most that a second of an answer takes: 48 kHz in two channels. */
const MAX_BYTES_PER_SECOND = 48_000 * 2 * 2;
/** Bytes of a word in the list of times, for each of its characters. */
const BYTES_PER_CHARACTER = 100;
const HEADER_BYTES = 4096;

const captioned = z.object({
  audio: z.string(),
  timestamps: z.array(z.object({ word: z.string(), start_time: z.number(), end_time: z.number() })).nullish(),
});

interface LocalServerOptions {
  model: string;
  apiKey: string | null;
  baseUrl: string;
  /** Whether it has Kokoro-FastAPI's `/dev/captioned_speech`, which says when each word is heard. */
  captions: boolean;
}

function wavSound(bytes: Buffer): Buffer {
  const pcm = pcmOfWav(bytes);
  if (!pcm) throw new SpeechFailure("failed", "its answer is no WAV file of 16-bit samples", true);
  return pcm;
}

/**
 * A server of one's own that answers as OpenAI does. It is asked for WAV, which says how many samples a second has: that differs between
 * the models that such servers run.
 */
export function localServer({ model, apiKey, baseUrl, captions }: LocalServerOptions): SpeechApi {
  const url = captions ? new URL("../dev/captioned_speech", `${baseUrl}/`).href : `${baseUrl}/audio/speech`;
  return {
    request(text, voiceId) {
      const soundBytes = maxSeconds(text.length) * MAX_BYTES_PER_SECOND + HEADER_BYTES;
      return {
        url,
        headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
        body: {
          model,
          input: text,
          voice: voiceId,
          response_format: "wav",
          speed: SPEED,
          ...(captions && { stream: false, return_timestamps: true }),
        },
        maxBytes: captions ? (soundBytes * 4) / 3 + text.length * BYTES_PER_CHARACTER : soundBytes,
      };
    },
    read({ bytes }, text) {
      if (!captions) return { pcm: wavSound(bytes), times: null };
      let answer: z.output<typeof captioned>;
      try {
        answer = captioned.parse(JSON.parse(bytes.toString("utf8")));
      } catch {
        throw new SpeechFailure("failed", "its answer is not in its form", true);
      }
      const pcm = wavSound(Buffer.from(answer.audio, "base64"));
      const words = answer.timestamps?.map(({ word, start_time: start, end_time: end }) => ({ word, start, end }));
      return { pcm, times: words ? charactersOfWords(text, words) : null };
    },
  };
}
