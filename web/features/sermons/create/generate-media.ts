import * as endpoints from "../../../../shared/endpoints/sermons.ts";
import { DEFAULT_VOICE, type VoiceName } from "../../../../shared/voices.ts";
import { callEndpoint } from "../../../lib/call-endpoint.ts";
import type { ToastMessage } from "../../../ui/toast-store.ts";

export interface MediaRequest {
  generationId: string;
  /** Make a failed recording or picture again. */
  again: boolean;
}

/**
 * Requests the recording and resolves to its file. If the server replaced the voice, requests it once more with the default voice.
 * Rejects if there is no recording.
 */
export async function generateVoice(request: MediaRequest, notice: (message: ToastMessage) => void): Promise<string> {
  const ask = (voice?: VoiceName) => callEndpoint(endpoints.generateVoice, { ...request, voice });
  let answer = await ask();
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
  if (partial) notice({ title: "Partial Audio Generated", description: partial });
  if (!answer.audioFileName) throw new Error(answer.error ?? "the answer names no recording");
  return answer.audioFileName;
}

/** Requests the theme image and resolves to its file. Rejects if there is none. */
export async function generateImage(request: MediaRequest): Promise<string> {
  return (await callEndpoint(endpoints.generateImage, request)).fileName;
}
