import type { Playback, PlaybackState } from "./playback.ts";
import { sendPlaces, storeLastPlace, storePlace } from "./places.ts";

/** While it plays, the place is stored this often at most. */
const EVERY_MS = 15_000;
/** A sermon that was opened by mistake is not worth going on with, and in its last seconds it has been heard. */
const LEAST_SECONDS = 10;
const LAST_SECONDS = 5;

function placeOf({ time, duration, ended }: PlaybackState): { seconds: number; heard: boolean } {
  const heard = ended || (duration > 0 && time >= duration - LAST_SECONDS);
  return { seconds: heard || time < LEAST_SECONDS ? 0 : time, heard };
}

/**
 * Stores where one is in a sermon: when it pauses, every 15 seconds at most while it plays, and when the page is left. A sermon that is
 * still being made has no place before `saved`. Returns what ends it and stores the place once more, unless it is to be forgotten.
 */
export function keepPlace(
  userId: string,
  sermonId: string,
  playback: Playback,
  saved: Promise<void> | null = null,
): (isForgotten: boolean) => void {
  let wasPlaying = false;
  let storedAt = performance.now();
  /** The place that was stored last, or at which it was opened: only a change is stored. */
  let stored: number | null = null;
  let isSaved = saved === null;

  const store = (how: typeof storePlace) => {
    const state = playback.state();
    if (!isSaved || state.status !== "ready" || stored === null || state.time === stored) return;
    stored = state.time;
    storedAt = performance.now();
    const { seconds, heard } = placeOf(state);
    how(userId, sermonId, seconds, heard);
  };
  const onChange = () => {
    const { status, playing } = playback.state();
    if (status !== "ready") return;
    stored ??= playback.state().time;
    if (!playing && wasPlaying) store(storePlace);
    else if (playing && !wasPlaying) storedAt = performance.now();
    else if (playing && performance.now() - storedAt >= EVERY_MS) store(storePlace);
    wasPlaying = playing;
  };
  const closed = new AbortController();
  const { signal } = closed;
  const onHide = () => {
    if (document.visibilityState === "hidden") store(storeLastPlace);
  };
  document.addEventListener("visibilitychange", onHide, { signal });
  addEventListener("pagehide", () => store(storeLastPlace), { signal });
  addEventListener("online", () => void sendPlaces(userId), { signal });
  const unsubscribe = playback.subscribe(onChange);
  const onSaved = async () => {
    await saved;
    isSaved = true;
    if (!signal.aborted && !playback.state().playing) store(storePlace);
  };
  if (saved) void onSaved();
  return (isForgotten) => {
    unsubscribe();
    closed.abort();
    if (!isForgotten) store(storePlace);
  };
}
