import { positionAt, type ReadingPosition } from "../../../../shared/reading-position.ts";
import type { Timings } from "../../../../shared/timings.ts";

// Used by the app's reader and by routes/marketing/sample-player.ts, which is bundled without React: keep this file free of React.

/** Classes of the sentence and of the word that is being spoken. */
export const SENTENCE_HIGHLIGHT = "bg-lamp-soft";
export const WORD_HIGHLIGHT = "rounded-[0.2em] bg-lamp-firm";

export const NO_POSITION: ReadingPosition = { sentence: -1, word: -1 };

/** The sentence and word to highlight now; none after the end, and none before the first play, which begins at `beganAt`. */
export function highlightPosition(audio: HTMLAudioElement, timings: Timings, beganAt = 0): ReadingPosition {
  const notPlaying = audio.ended || (audio.paused && audio.currentTime === beganAt);
  return notPlaying ? NO_POSITION : positionAt(timings, audio.currentTime);
}
