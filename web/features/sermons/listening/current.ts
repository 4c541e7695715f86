import { useSyncExternalStore } from "react";
import type { Playback } from "./playback.ts";

// Loaded with every screen of the app: the player itself comes with the first sermon that is opened.

/** A sermon as the player knows it. */
export interface ListenedSermon {
  userId: string;
  /** Null if it was not saved. */
  id: string | null;
  title: string;
  content: string;
  audioPath: string | null;
  /** Its recording was still being made when it was opened. */
  isGrowing?: boolean;
  imagePath: string | null;
  /** Its page, and what the page needs to open at once. */
  link: { to: string; state: unknown };
}

/** What is being listened to. */
export interface Listening {
  sermon: ListenedSermon;
  playback: Playback;
  /** Stops it, and lets go of it. What is forgotten stores no place any more: its sermon was deleted, or nobody is signed in. */
  close: (isForgotten?: boolean) => void;
}

let current: Listening | null = null;
let shown: ListenedSermon | null = null;
const listeners = new Set<() => void>();

export const currentListening = (): Listening | null => current;

export function setListening(listening: Listening | null): void {
  current = listening;
  for (const listener of listeners) listener();
}

/** Which sermon's own page is open; it shows the whole player. */
export function setShownSermon(sermon: ListenedSermon | null): void {
  shown = sermon;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is being listened to, in this window; null if nothing is. */
export const useListening = (): Listening | null => useSyncExternalStore(subscribe, currentListening, () => null);

const shownSermon = (): ListenedSermon | null => shown;
export const useShownSermon = (): ListenedSermon | null => useSyncExternalStore(subscribe, shownSermon, () => null);

/** One that was opened while it was made goes on when it is finished. */
export const isSameRecording = (a: ListenedSermon, b: ListenedSermon): boolean =>
  a.id === b.id && (a.audioPath === b.audioPath || a.isGrowing === true || b.isGrowing === true);

export const stopListening = (): void => current?.close();

/** Stops what is being listened to without storing its place; with an id, only if it is that sermon. */
export function forgetListening(id?: string): void {
  if (id === undefined || current?.sermon.id === id) current?.close(true);
}

/** Calls back when a sermon begins to be heard, also after a pause. Returns what ends that. */
export function whenHeard(onHeard: () => void): () => void {
  const isHeard = () => current?.playback.state().playing ?? false;
  let before = isHeard();
  const look = () => {
    const now = isHeard();
    if (now && !before) onHeard();
    before = now;
  };
  let leavePlayback = current?.playback.subscribe(look);
  const leave = subscribe(() => {
    leavePlayback?.();
    leavePlayback = current?.playback.subscribe(look);
    look();
  });
  return () => {
    leave();
    leavePlayback?.();
  };
}
