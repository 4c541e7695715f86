import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import {
  currentListening,
  isSameRecording,
  setShownSermon,
  stopListening,
  useListening,
  type ListenedSermon,
  type Listening,
} from "./current.ts";
import { listenTo } from "./listen.ts";
import { LOADING, type Playback, type PlaybackState } from "./playback.ts";

const noSubscription = () => () => {};
const loading = () => LOADING;

export function usePlaybackState(playback: Playback | null): PlaybackState {
  return useSyncExternalStore(playback?.subscribe ?? noSubscription, playback?.state ?? loading);
}

interface SermonListening {
  /** Null until it is open, and while another sermon plays. */
  playback: Playback | null;
  state: PlaybackState;
  /** Another sermon that is in the player. */
  other: Listening | null;
  /** Plays this one in place of the other. */
  takeOver: () => void;
}

/** The player of a sermon's page. It opens the sermon unless another one is playing. `sermon` and `onUnavailable` must be memoized. */
export function useSermonListening(sermon: ListenedSermon, startPlaying: boolean, onUnavailable: () => void): SermonListening {
  const now = useListening();
  const mine = now && isSameRecording(now.sermon, sermon) ? now : null;
  const isWaiting = useRef(false);

  useEffect(() => {
    const before = currentListening();
    isWaiting.current = !startPlaying && before?.playback.state().playing === true && !isSameRecording(before.sermon, sermon);
    if (!isWaiting.current) listenTo(sermon, { startPlaying, onUnavailable });
    setShownSermon(sermon);
    return () => {
      setShownSermon(null);
      const left = currentListening();
      // What plays goes on while one moves through the app. What does not play is let go of.
      if (left && isSameRecording(left.sermon, sermon) && !left.playback.state().playing) stopListening();
    };
  }, [sermon, startPlaying, onUnavailable]);

  useEffect(() => {
    if (now || !isWaiting.current) return;
    isWaiting.current = false;
    listenTo(sermon, { onUnavailable });
  }, [now, sermon, onUnavailable]);

  const takeOver = useCallback(() => listenTo(sermon, { startPlaying: true, onUnavailable }), [sermon, onUnavailable]);
  const playback = mine?.playback ?? null;
  return { playback, state: usePlaybackState(playback), other: mine ? null : now, takeOver };
}
