import type { Answer, SpeechRequest } from "./request-speech.ts";
import type { CharacterTimes } from "./word-spans.ts";

/** How a vendor is asked for speech, and how it answers. */
export interface SpeechApi {
  request(text: string, voiceId: string): SpeechRequest;
  /** Samples at `PCM_HZ` as bytes, and the times of the characters where the vendor says them. Throws `SpeechFailure`. */
  read(answer: Answer): { pcm: Buffer; times: CharacterTimes | null };
}
