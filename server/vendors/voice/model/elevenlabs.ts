import { z } from "zod";
import { SpeechFailure } from "./request-speech.ts";
import type { SpeechApi } from "./speech-api.ts";
import { maxSeconds, PCM_HZ } from "./pcm.ts";

const ADDRESS = "https://api.elevenlabs.io";
/** Speed, from 0.7 to 1.2: at 1 its voices speak about 160 words a minute. */
const SPEED = 0.9;
/** Bytes of one character in each of the two lists of times. */
const BYTES_PER_CHARACTER = 200;

const times = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
});
const answer = z.object({ audio_base64: z.string(), alignment: times.nullish() });

/** https://elevenlabs.io/docs/api-reference/text-to-speech/convert-with-timestamps */
export function elevenLabs(options: { model: string; apiKey: string; baseUrl: string | null }): SpeechApi {
  return {
    request: (text, voiceId) => ({
      url: `${options.baseUrl ?? ADDRESS}/v1/text-to-speech/${encodeURIComponent(voiceId)}/with-timestamps?output_format=pcm_${PCM_HZ}`,
      headers: { "xi-api-key": options.apiKey },
      body: { text, model_id: options.model, voice_settings: { speed: SPEED } },
      maxBytes: (maxSeconds(text.length) * PCM_HZ * 2 * 4) / 3 + 2 * text.length * BYTES_PER_CHARACTER + 4096,
    }),
    read({ bytes }) {
      try {
        const { audio_base64: audio, alignment } = answer.parse(JSON.parse(bytes.toString("utf8")));
        return {
          pcm: Buffer.from(audio, "base64"),
          times: alignment
            ? {
                characters: alignment.characters,
                starts: alignment.character_start_times_seconds,
                ends: alignment.character_end_times_seconds,
              }
            : null,
        };
      } catch {
        throw new SpeechFailure("failed", "its answer is not in its form", true);
      }
    },
  };
}
