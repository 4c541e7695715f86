import { useEffect, useState, type RefObject } from "react";

/** Space, arrows and paging move the text. */
const SCROLL_KEYS = new Set([" ", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);

const viewportOf = (area: HTMLElement | null) => area?.querySelector<HTMLElement>("[data-radix-scroll-area-viewport]") ?? null;

/**
 * Keeps the spoken sentence in sight of a scroll area, until the reader scrolls. Answers whether it still follows, how to take it up
 * again, and the listeners for the area.
 */
export function useFollow(area: RefObject<HTMLElement | null>, sentence: number) {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    const viewport = viewportOf(area.current);
    const spoken = viewport?.querySelector(`[data-sentence="${sentence}"]`);
    if (!following || !viewport || !spoken) return;
    const room = viewport.getBoundingClientRect();
    const line = spoken.getBoundingClientRect();
    const inSight = line.top >= room.top + room.height * 0.08 && line.bottom <= room.top + room.height * 0.75;
    if (inSight) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const top = viewport.scrollTop + line.top - room.top - room.height * 0.28;
    viewport.scrollTo({ top, behavior: calm ? "instant" : "smooth" });
  }, [area, sentence, following]);

  const stop = () => setFollowing(false);
  return {
    following,
    follow: () => setFollowing(true),
    listeners: {
      onWheel: stop,
      onTouchMove: stop,
      onKeyDown: (event: { key: string }) => {
        if (SCROLL_KEYS.has(event.key)) stop();
      },
      onPointerDown: (event: { target: EventTarget }) => {
        // Outside the viewport lies the scroll bar.
        if (!viewportOf(area.current)?.contains(event.target as Node)) stop();
      },
    },
  };
}
