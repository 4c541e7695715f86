import { useEffect } from "react";
import { BRAND } from "../../../../shared/brand.ts";
import type { Playback } from "./use-playback.ts";

const SKIP_SECONDS = 10;

/** Tells the system what is playing: lock screen, headphone buttons, media keys. */
export function useMediaSession({ audio, status }: Playback, title: string, artwork: string | undefined): void {
  useEffect(() => {
    if (!audio || status !== "ready" || !("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist: BRAND.product, artwork: artwork ? [{ src: artwork }] : [] });
    const skip = (seconds: number) => {
      audio.currentTime += seconds;
    };
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ["seekbackward", ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS))],
      ["seekforward", ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS)],
      ["seekto", ({ seekTime }) => skip((seekTime ?? 0) - audio.currentTime)],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      session.metadata = null;
      for (const [action] of handlers) session.setActionHandler(action, null);
    };
  }, [audio, status, title, artwork]);
}
