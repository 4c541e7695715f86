import { useCallback, useEffect, useState } from "react";
import { readingFrame, viewportOf, type ReaderElements } from "./reading-frame.ts";

/** Keys that scroll. */
const SCROLL_KEYS = new Set([" ", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"]);
const CONTROLS = "button, input, a, [role=dialog]";

/** Where in the frame, as a part of its height, an element is scrolled to, and between which places it may stay. */
interface Place {
  to: number;
  from: number;
  until: number;
}
const SENTENCE: Place = { to: 0.25, from: 0.05, until: 0.75 };
const PASSAGE: Place = { to: 0.05, from: 0.05, until: 0.05 };

/** Scrolls the element to its place in the frame, and a frame that is a scroll area of its own into the window. */
function scrollTo(element: Element, place: Place, elements: ReaderElements): void {
  const frame = readingFrame(elements);
  if (!frame) return;
  const { scroller, top, height } = frame;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  if (scroller !== window) {
    const beyond = top + height - innerHeight + (elements.player.current?.offsetHeight ?? 0);
    if (beyond > 0 || top < 0) scrollBy({ top: Math.min(beyond, top), behavior });
  }
  const rect = element.getBoundingClientRect();
  const stays = rect.top >= top + height * place.from && rect.bottom <= top + height * place.until;
  if (!stays) scroller.scrollBy({ top: rect.top - top - height * place.to, behavior });
}

/** Scrolls to an element of the text and focuses it: the next Tab goes on from there, and a screen reader reads on there. */
export function goTo(element: HTMLElement, elements: ReaderElements): void {
  scrollTo(element, PASSAGE, elements);
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

/** Whether a press was on the scroll bar of the page or of the text's area. */
function isOnScrollBar({ target, clientX }: PointerEvent, area: HTMLElement | null): boolean {
  if (clientX >= document.documentElement.clientWidth) return true;
  // Inside the area but outside its viewport.
  return target instanceof Node && Boolean(area?.contains(target)) && !viewportOf(area)?.contains(target);
}

/** Keeps the spoken sentence visible until the reader scrolls. `elements` must be memoized. */
export function useAutoScroll(elements: ReaderElements, sentence: number): AutoScroll {
  const [following, setFollowing] = useState(true);
  const { area } = elements;
  useEffect(() => {
    const spoken = viewportOf(area.current)?.querySelector(`[data-sentence="${sentence}"]`);
    if (following && spoken) scrollTo(spoken, SENTENCE, elements);
  }, [area, elements, sentence, following]);
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
    addEventListener("pointerdown", (event) => isOnScrollBar(event, area.current) && stop(), options);
    return () => unmounted.abort();
  }, [area]);
  return { following, follow: () => setFollowing(true), leave };
}
