import { useCallback, useEffect, useState, type RefObject } from "react";

/** Keys that scroll. */
const SCROLL_KEYS = new Set([" ", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);
const CONTROLS = "button, input, a, [role=dialog]";

interface ReaderElements {
  /** The scroll area of the text. */
  area: RefObject<HTMLElement | null>;
  /** The player, which covers the bottom of the page. */
  player: RefObject<HTMLElement | null>;
}

/** The scrolling element of a scroll area. */
export const viewportOf = (area: HTMLElement | null) =>
  area?.querySelector<HTMLElement>("[data-radix-scroll-area-viewport]") ?? null;

/** Where in its scroll area, as a part of its height, an element is scrolled to, and between which places it may stay. */
interface Place {
  to: number;
  from: number;
  until: number;
}
const SENTENCE: Place = { to: 0.25, from: 0.05, until: 0.75 };
const PASSAGE: Place = { to: 0.05, from: 0.05, until: 0.05 };

/** Scrolls the element to its place in the scroll area, and that area into the window. */
function scrollTo(element: Element, place: Place, viewport: HTMLElement, player: HTMLElement | null): void {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  const { top, bottom, height } = viewport.getBoundingClientRect();
  const beyond = bottom - innerHeight + (player?.offsetHeight ?? 0);
  if (beyond > 0 || top < 0) scrollBy({ top: Math.min(beyond, top), behavior });
  const rect = element.getBoundingClientRect();
  const stays = rect.top >= top + height * place.from && rect.bottom <= top + height * place.until;
  if (!stays) viewport.scrollTo({ top: viewport.scrollTop + rect.top - top - height * place.to, behavior });
}

/** Scrolls to an element of the text and focuses it: the next Tab goes on from there, and a screen reader reads on there. */
export function goTo(element: HTMLElement, area: HTMLElement | null, player: HTMLElement | null): void {
  const viewport = viewportOf(area);
  if (viewport) scrollTo(element, PASSAGE, viewport, player);
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

interface AutoScroll {
  /** Whether the text still follows the voice. */
  following: boolean;
  /** Follows it again. */
  follow: () => void;
  /** Stops following it. */
  leave: () => void;
}

/** Keeps the spoken sentence visible until the reader scrolls. */
export function useAutoScroll({ area, player }: ReaderElements, sentence: number): AutoScroll {
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    const viewport = viewportOf(area.current);
    const spoken = viewport?.querySelector(`[data-sentence="${sentence}"]`);
    if (following && viewport && spoken) scrollTo(spoken, SENTENCE, viewport, player.current);
  }, [area, player, sentence, following]);
  const leave = useCallback(() => setFollowing(false), []);

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
  return { following, follow: () => setFollowing(true), leave };
}
