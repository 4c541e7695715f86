import { useEffect, useState, type RefObject } from "react";

/** Keys that scroll. */
const SCROLL_KEYS = new Set([" ", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);
const CONTROLS = "button, input, a, [role=dialog]";

interface ReaderElements {
  /** The scroll area of the text. */
  area: RefObject<HTMLElement | null>;
  /** The player, which covers the bottom of the page. */
  player: RefObject<HTMLElement | null>;
}

const viewportOf = (area: HTMLElement | null) => area?.querySelector<HTMLElement>("[data-radix-scroll-area-viewport]") ?? null;

/** Scrolls the sentence into the upper part of its scroll area, and that area into the window, unless they are visible already. */
function scrollToSentence(spoken: Element, viewport: HTMLElement, player: HTMLElement | null): void {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const viewportRect = viewport.getBoundingClientRect();
  const sentenceRect = spoken.getBoundingClientRect();
  const bottom = innerHeight - (player?.offsetHeight ?? 0);
  if (viewportRect.bottom > bottom || viewportRect.top < 0)
    scrollBy({ top: Math.min(viewportRect.bottom - bottom, viewportRect.top), behavior });
  const isVisible =
    sentenceRect.top >= viewportRect.top + viewportRect.height * 0.05 &&
    sentenceRect.bottom <= viewportRect.top + viewportRect.height * 0.75;
  if (!isVisible)
    viewport.scrollTo({ top: viewport.scrollTop + sentenceRect.top - viewportRect.top - viewportRect.height * 0.25, behavior });
}

/** Keeps the spoken sentence visible until the reader scrolls. `following`: still active; `follow`: resumes it. */
export function useAutoScroll({ area, player }: ReaderElements, sentence: number): { following: boolean; follow: () => void } {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    const viewport = viewportOf(area.current);
    const spoken = viewport?.querySelector(`[data-sentence="${sentence}"]`);
    if (following && viewport && spoken) scrollToSentence(spoken, viewport, player.current);
  }, [area, player, sentence, following]);

  useEffect(() => {
    const stop = () => setFollowing(false);
    const unmounted = new AbortController();
    const options = { signal: unmounted.signal, passive: true };
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
    return () => unmounted.abort();
  }, [area]);
  return { following, follow: () => setFollowing(true) };
}
