import type { ReadingPosition } from "../../../../shared/reading-position.ts";
import type { Timings } from "../../../../shared/timings.ts";

/** State shown by the player. Times in seconds of the recording. */
export interface PlaybackState {
  status: "loading" | "ready" | "unavailable";
  playing: boolean;
  time: number;
  duration: number;
  rate: number;
  volume: number;
  muted: boolean;
  /** Whether it has come to its end and was not moved since. */
  ended: boolean;
}

export const LOADING: PlaybackState = {
  status: "loading",
  playing: false,
  time: 0,
  duration: 0,
  rate: 1,
  volume: 1,
  muted: false,
  ended: false,
};

/** What reads a sermon aloud: its recording, or a voice of the device. */
export interface Playback {
  subscribe: (listener: () => void) => () => void;
  state: () => PlaybackState;
  /** Whether the browser lets a page set how loud it is: those of Apple's phones leave it to the buttons of the phone. */
  canSetVolume: boolean;
  /** Where it stood when it was opened: nothing is highlighted before the first play. */
  beganAt: () => number;
  play: () => void;
  pause: () => void;
  seek: (seconds: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number) => void;
  setMuted: (muted: boolean) => void;
  /** How much of the volume is heard, from 1 to 0: for a timer that lets it fade. */
  fade: (part: number) => void;
  /** The sentence and word that are heard now. */
  position: (timings: Timings) => ReadingPosition;
  close: () => void;
}

export function toggle(playback: Playback): void {
  if (playback.state().playing) playback.pause();
  else playback.play();
}
