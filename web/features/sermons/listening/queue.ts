import { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { sermonQuery } from "../sermon.ts";
import { listenedSermon } from "./listened-sermon.ts";
import { listenTo } from "./listen.ts";
import { setAfterEnd } from "./after-end.ts";

/** Ids of the sermons that come after the one that is being heard. */
let queue: readonly string[] = [];
let userId = "";
const listeners = new Set<() => void>();

function setQueue(next: readonly string[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/** Null if it is gone. Without an answer it is the one that is kept on this device; rejects if there is none. */
const load = (id: string) => new QueryClient().fetchQuery(sermonQuery(id));

/**
 * Plays the next sermon of the queue; those that are gone, or have no recording, are passed over. One that could not be loaded stops it, and
 * stays the next one.
 */
export async function playNext(): Promise<void> {
  const before = queue;
  const [id, ...rest] = before;
  if (id === undefined) return;
  setQueue(rest);
  const row = await load(id).catch(() => "not loaded" as const);
  // Another sermon was opened meanwhile, or the player was closed.
  if (queue !== rest) return;
  if (row === "not loaded") return setQueue(before);
  if (!row) return playNext();
  const { content, audio_url: audioPath, image_url: imagePath } = row;
  listenTo(listenedSermon({ userId, id, content, audioPath, imagePath }), {
    startPlaying: true,
    onUnavailable: () => void playNext(),
    isQueued: true,
  });
}

/** Plays these sermons, one after the other. */
export function playAll(user: string, ids: readonly string[]): Promise<void> {
  userId = user;
  setQueue(ids);
  setAfterEnd({ playNext: () => void playNext(), clear: () => setQueue([]) });
  return playNext();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const queued = () => queue;

/** The ids of the sermons that come next. */
export const useQueue = (): readonly string[] => useSyncExternalStore(subscribe, queued, queued);
