import { useSyncExternalStore } from "react";
import { currentListening } from "./current.ts";

export const SLEEP_MINUTES = [5, 10, 20, 30];
/** The sound fades over this many of the last seconds. */
const FADE_SECONDS = 8;
const TICK_MS = 250;

/** When to stop: after a while, or at a place in the recording (the end of a chapter). */
export type Sleep = { minutes: number } | { chapterEnd: number };

interface SleepState {
  chosen: Sleep;
  /** Seconds until it stops, as long as nothing is paused. */
  remaining: number;
}

let state: SleepState | null = null;
let stopsAt = 0;
let ticking: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function show(next: SleepState | null): void {
  state = next;
  for (const listener of listeners) listener();
}

export function cancelSleep(): void {
  clearInterval(ticking);
  ticking = undefined;
  currentListening()?.playback.fade(1);
  show(null);
}

function remainingSeconds(chosen: Sleep): number {
  if ("minutes" in chosen) return (stopsAt - Date.now()) / 1000;
  const { time, rate } = currentListening()?.playback.state() ?? { time: 0, rate: 1 };
  return (chosen.chapterEnd - time) / rate;
}

function tick(chosen: Sleep): void {
  const playback = currentListening()?.playback;
  if (!playback) return cancelSleep();
  const remaining = remainingSeconds(chosen);
  if (remaining <= 0) {
    playback.pause();
    // What is heard next is as loud as before.
    cancelSleep();
    return;
  }
  playback.fade(Math.min(1, remaining / FADE_SECONDS));
  show({ chosen, remaining });
}

/** Pauses what is being listened to after a while, quietly. A timer that runs already is replaced. */
export function startSleep(chosen: Sleep): void {
  cancelSleep();
  if ("minutes" in chosen) stopsAt = Date.now() + chosen.minutes * 60_000;
  ticking = setInterval(() => tick(chosen), TICK_MS);
  tick(chosen);
}

/** Ends a timer that was to stop with a chapter, since its sermon has come to its end or gives way to another. Whether there was one. */
export function endSleepWithChapter(): boolean {
  const isDue = state !== null && "chapterEnd" in state.chosen;
  if (isDue) cancelSleep();
  return isDue;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const sleepState = (): SleepState | null => state;

/** The timer that runs; null if none does. */
export const useSleep = (): SleepState | null => useSyncExternalStore(subscribe, sleepState);
