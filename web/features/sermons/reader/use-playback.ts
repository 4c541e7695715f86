import { useCallback, useState, useSyncExternalStore } from "react";
import { LOADING, Playback, type PlaybackSource, type PlaybackState } from "./playback.ts";

const noSubscription = () => () => {};
const loading = () => LOADING;

/** Playback for an `<audio>` element: pass `attach` as its ref. The arguments must be memoized. */
export function usePlayback(
  sign: PlaybackSource["sign"],
  onUnavailable: () => void,
  startPlaying: boolean,
): { attach: (audio: HTMLAudioElement) => () => void; playback: Playback | null; state: PlaybackState } {
  const [playback, setPlayback] = useState<Playback | null>(null);
  const attach = useCallback(
    (audio: HTMLAudioElement) => {
      const opened = new Playback(audio, { sign, onUnavailable, startPlaying });
      setPlayback(opened);
      return () => opened.close();
    },
    [sign, onUnavailable, startPlaying],
  );
  const state = useSyncExternalStore(playback?.subscribe ?? noSubscription, playback?.state ?? loading);
  return { attach, playback, state };
}
