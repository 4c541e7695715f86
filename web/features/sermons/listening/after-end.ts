import type { Playback } from "./playback.ts";
import { listeningSettings } from "./settings.ts";
import { endSleepWithChapter } from "./sleep-timer.ts";

/** What comes after a sermon where several were chosen (queue.ts), which the player does not know of. */
let queued = { playNext: (): void => {}, clear: (): void => {} };

export function setAfterEnd(next: typeof queued): void {
  queued = next;
}

/** Forgets what was to come: somebody opened another sermon, or closed the player. */
export const clearQueue = (): void => queued.clear();

/** When a sermon has been heard: it is repeated, or the next one is played, unless the timer was to stop at its last chapter's end. */
export function followEnd(playback: Playback): () => void {
  let hasEnded = false;
  return playback.subscribe(() => {
    const { ended } = playback.state();
    const isNew = ended && !hasEnded;
    hasEnded = ended;
    if (!isNew || endSleepWithChapter()) return;
    if (!listeningSettings().repeat) return queued.playNext();
    playback.seek(0);
    playback.play();
  });
}
