import { SpeechFailure } from "./request-speech.ts";
import type { SpeechApi } from "./speech-api.ts";
import { maxSeconds, PCM_HZ } from "./pcm.ts";

const ADDRESS = "https://api.openai.com/v1";
/** Speed, from 0.25 to 4. Some models ignore it. */
const SPEED = 0.9;
/** Instructions, for models that accept them; tts-1 and tts-1-hd reject them. */
const DIRECTIONS =
  "Read this part of a sermon aloud as a warm, calm pastor would to a few people: slowly, clearly, with a pause after each sentence.";

/** https://platform.openai.com/docs/api-reference/audio/createSpeech; other services have the same API. */
export function openAi({ model, apiKey, baseUrl }: { model: string; apiKey: string; baseUrl: string | null }): SpeechApi {
  return {
    request: (text, voiceId) => ({
      url: `${baseUrl ?? ADDRESS}/audio/speech`,
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        input: text,
        // Custom voices are passed as an object.
        voice: voiceId.startsWith("voice_") ? { id: voiceId } : voiceId,
        response_format: "pcm",
        speed: SPEED,
        ...(model.startsWith("gpt-") && { instructions: DIRECTIONS }),
      },
      maxBytes: maxSeconds(text.length) * PCM_HZ * 2,
    }),
    read({ type, bytes }) {
      if (/^(?:text\/|application\/json|audio\/(?:mpeg|mp3|wav|x-wav|ogg|opus|aac|flac))/i.test(type))
        throw new SpeechFailure("failed", "its answer is not in the form that was asked for", true);
      return { pcm: bytes, times: null };
    },
  };
}
