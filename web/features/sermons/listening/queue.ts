import { useSyncExternalStore } from "react";
import { getSupabase } from "../../../lib/supabase.ts";
import { SERMON_COLUMNS, sermonRow } from "../sermon.ts";
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

async function load(id: string) {
  const { data, error } = await (await getSupabase()).from("sermons").select(SERMON_COLUMNS).eq("id", id).maybeSingle();
  if (error) throw error;
  return data === null ? null : sermonRow.parse(data);
}

/** Plays the next sermon of the queue; those that are gone, or have no recording, are passed over. */
export async function playNext(): Promise<void> {
  const [id, ...rest] = queue;
  if (id === undefined) return;
  setQueue(rest);
  const row = await load(id).catch(() => null);
  // Another sermon was opened meanwhile, or the player was closed.
  if (queue !== rest) return;
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
