import { useEffect, useState, type RefObject } from "react";

/** Keys that scroll. */
const SCROLL_KEYS = new Set([" ", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);
const CONTROLS = "button, input, a, [role=dialog]";

interface Page {
  /** The scroll area of the text. */
  area: RefObject<HTMLElement | null>;
  /** The player, which covers the bottom of the page. */
  foot: RefObject<HTMLElement | null>;
}

const viewportOf = (area: HTMLElement | null) => area?.querySelector<HTMLElement>("[data-radix-scroll-area-viewport]") ?? null;

/** Scrolls the sentence into the upper part of its scroll area, and that area into the window, unless they are visible already. */
function show(spoken: Element, viewport: HTMLElement, foot: HTMLElement | null): void {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const room = viewport.getBoundingClientRect();
  const line = spoken.getBoundingClientRect();
  const bottom = innerHeight - (foot?.offsetHeight ?? 0);
  if (room.bottom > bottom || room.top < 0) scrollBy({ top: Math.min(room.bottom - bottom, room.top), behavior });
  const inSight = line.top >= room.top + room.height * 0.05 && line.bottom <= room.top + room.height * 0.75;
  if (!inSight) viewport.scrollTo({ top: viewport.scrollTop + line.top - room.top - room.height * 0.25, behavior });
}

/** Keeps the spoken sentence visible until the reader scrolls. `following`: still active; `follow`: resumes it. */
export function useAutoScroll({ area, foot }: Page, sentence: number): { following: boolean; follow: () => void } {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    const viewport = viewportOf(area.current);
    const spoken = viewport?.querySelector(`[data-sentence="${sentence}"]`);
    if (following && viewport && spoken) show(spoken, viewport, foot.current);
  }, [area, foot, sentence, following]);

  useEffect(() => {
    const stop = () => setFollowing(false);
    const left = new AbortController();
    const options = { signal: left.signal, passive: true };
    addEventListener("wheel", stop, options);
    addEventListener("touchmove", stop, options);
    addEventListener(
      "keydown",
      ({ key, target }) => {
        if (SCROLL_KEYS.has(key) && !(target instanceof Element && target.closest(CONTROLS))) stop();
      },
      options,
    );
    addEventListener(
      "pointerdown",
      ({ target }) => {
        // Inside the area but outside its viewport: the scroll bar.
        const inside = target instanceof Node && area.current?.contains(target);
        if (inside && !viewportOf(area.current)?.contains(target)) stop();
      },
      options,
    );
    return () => left.abort();
  }, [area]);
  return { following, follow: () => setFollowing(true) };
}
