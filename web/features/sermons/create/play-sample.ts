import samples from "virtual:voice-samples";
import type { VoiceName } from "../../../../shared/voices.ts";

/** Plays a voice's sample to its end, or until the signal. Rejects if it can't be played. */
export async function playSample(voice: VoiceName, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const audio = new Audio(samples[voice]);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  audio.addEventListener("ended", () => resolve());
  audio.addEventListener("error", () => reject(new Error("the sample could not be loaded")));
  signal.addEventListener("abort", () => {
    audio.pause();
    resolve();
  });
  await Promise.race([audio.play(), ended]);
  await ended;
}
