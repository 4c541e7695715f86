import type { Answer, SpeechRequest } from "./request-speech.ts";
import type { CharacterTimes } from "./word-spans.ts";

/** The request and answer format of a speech vendor. */
export interface SpeechApi {
  request(text: string, voiceId: string): SpeechRequest;
  /** Samples at `PCM_HZ` as bytes, and the character times if the vendor sends them. Throws `SpeechFailure`. */
  read(answer: Answer, text: string): { pcm: Buffer; times: CharacterTimes | null };
}
