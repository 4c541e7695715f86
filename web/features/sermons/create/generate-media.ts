import { VOICE_TEXT_MAX_CHARS } from "../../../../shared/constants.ts";
import * as endpoints from "../../../../shared/endpoints/sermons.ts";
import { DEFAULT_VOICE, type VoiceName } from "../../../../shared/voices.ts";
import { callEndpoint } from "../../../lib/call-endpoint.ts";
import type { ToastMessage } from "../../../ui/toast-store.ts";

/** The text, cut at the end of a sentence if it is too long for one call (docs/product.md#steps). */
export function firstChunk(text: string): string {
  if (text.length <= VOICE_TEXT_MAX_CHARS) return text;
  const part = text.slice(0, VOICE_TEXT_MAX_CHARS);
  const end = Math.max(...[". ", "! ", "? ", "\n\n"].map((mark) => part.lastIndexOf(mark)));
  return end > 0 ? part.slice(0, end + 1) : part;
}

export interface VoiceRequest {
  text: string;
  voice: VoiceName;
  userId: string;
  generationId: string;
  /** Make a failed recording again. */
  again: boolean;
}

/**
 * Requests the recording and resolves to its file. If the server replaced the voice, requests it once more with the default voice.
 * Rejects if there is no recording.
 */
export async function generateVoice(request: VoiceRequest, notice: (message: ToastMessage) => void): Promise<string> {
  const text = firstChunk(request.text);
  const ask = (voice: VoiceName) => callEndpoint(endpoints.generateVoice, { ...request, text, voice });
  let answer = await ask(request.voice);
  if (answer.voiceSubstituted) {
    notice({
      title: "Voice Changed",
      description: answer.message ?? "Your selected voice was unavailable and replaced with the default voice.",
    });
    // If the second request fails, use the first recording.
    const first = answer;
    answer = await ask(DEFAULT_VOICE).catch(() => first);
  }
  // A replaced voice was announced already; its message is not about length.
  const partial = answer.voiceSubstituted ? undefined : answer.message;
  if (partial || text.length < request.text.length) {
    notice({
      title: "Partial Audio Generated",
      description: partial ?? "The sermon is too long to be read aloud in full. Only the first part was recorded.",
    });
  }
  if (!answer.audioFileName) throw new Error(answer.error ?? "the answer names no recording");
  return answer.audioFileName;
}

/** Requests the theme image and resolves to its file. Rejects if there is none. */
export async function generateImage(request: { prompt: string; generationId: string; again: boolean }): Promise<string> {
  return (await callEndpoint(endpoints.generateImage, request)).fileName;
}
