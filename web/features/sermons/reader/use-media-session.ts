import { useEffect } from "react";
import { BRAND } from "../../../../shared/brand.ts";
import type { Playback } from "./playback.ts";
import { SKIP_SECONDS } from "./player.tsx";

/** Connects playback to the lock screen, headphone buttons and media keys (Media Session API). `playback` is null while nothing can play. */
export function useMediaSession(playback: Playback | null, title: string, artwork: string | undefined): void {
  useEffect(() => {
    if (!playback || !("mediaSession" in navigator)) return;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist: BRAND.product, artwork: artwork ? [{ src: artwork }] : [] });
    const skip = (seconds: number) => playback.seek(playback.audio.currentTime + seconds);
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ["seekbackward", ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS))],
      ["seekforward", ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS)],
      ["seekto", ({ seekTime }) => playback.seek(seekTime ?? 0)],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      session.metadata = null;
      for (const [action] of handlers) session.setActionHandler(action, null);
    };
  }, [playback, title, artwork]);
}
