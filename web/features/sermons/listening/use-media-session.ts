import { useEffect } from "react";
import { BRAND } from "../../../../shared/brand.ts";
import { chapterAt, type Chapter } from "../../../../shared/chapters.ts";
import { nextChapter, previousChapter, SKIP_SECONDS } from "./moves.ts";
import type { Playback } from "./playback.ts";

/** Whether the page can tell the lock screen what plays. */
const session = (): MediaSession | null => ("mediaSession" in navigator ? navigator.mediaSession : null);

/** Some browsers know fewer actions than others, and throw at those that they do not know. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session()?.setActionHandler(action, handler);
  } catch {
    // The action is not offered then.
  }
}

/** Connects playback to the lock screen, headphone buttons and media keys (Media Session API). */
export function useMediaSession(
  playback: Playback,
  title: string,
  artwork: string | undefined,
  chapters: readonly Chapter[],
): void {
  useEffect(() => {
    const media = session();
    if (!media) return;
    let shown: string | null = null;
    const describe = () => {
      const { status, time, duration, rate, playing } = playback.state();
      if (status !== "ready") return;
      const chapter = chapters[chapterAt(chapters, time)]?.name ?? "";
      if (shown !== chapter) {
        shown = chapter;
        media.metadata = new MediaMetadata({
          title,
          artist: BRAND.product,
          album: chapter,
          artwork: artwork ? [{ src: new URL(artwork, location.href).href, type: "image/webp" }] : [],
        });
      }
      media.playbackState = playing ? "playing" : "paused";
      if (duration > 0) media.setPositionState?.({ duration, playbackRate: rate, position: Math.min(time, duration) });
    };
    const move = (to: (time: number) => number | null) => {
      const time = to(playback.state().time);
      if (time !== null) playback.seek(time);
    };
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ["play", () => playback.play()],
      ["pause", () => playback.pause()],
      ["seekbackward", ({ seekOffset }) => move((time) => time - (seekOffset ?? SKIP_SECONDS))],
      ["seekforward", ({ seekOffset }) => move((time) => time + (seekOffset ?? SKIP_SECONDS))],
      ["seekto", ({ seekTime }) => move(() => seekTime ?? null)],
    ];
    if (chapters.length > 0)
      handlers.push(
        ["previoustrack", () => move((time) => previousChapter(chapters, time))],
        ["nexttrack", () => move((time) => nextChapter(chapters, time))],
      );
    for (const [action, handler] of handlers) setHandler(action, handler);
    describe();
    const unsubscribe = playback.subscribe(describe);
    return () => {
      unsubscribe();
      media.metadata = null;
      media.playbackState = "none";
      for (const [action] of handlers) setHandler(action, null);
    };
  }, [playback, title, artwork, chapters]);
}
