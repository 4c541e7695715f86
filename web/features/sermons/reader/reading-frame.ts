import { useSyncExternalStore, type RefObject } from "react";

/** Screens on which the text has a scroll area of its own. On smaller or magnified ones the page scrolls: no box inside a box. */
const HAS_OWN_AREA = "(min-width: 64rem) and (min-height: 40rem)";

export interface ReaderElements {
  /** The scroll area of the text. */
  area: RefObject<HTMLElement | null>;
  /** The player, which covers the bottom of the page. */
  player: RefObject<HTMLElement | null>;
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(HAS_OWN_AREA);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
const hasOwnArea = () => matchMedia(HAS_OWN_AREA).matches;

/** Whether the text scrolls by itself; else the page does. */
export const useHasOwnArea = (): boolean => useSyncExternalStore(subscribe, hasOwnArea);

/** The scrolling element of a scroll area. */
export const viewportOf = (area: HTMLElement | null) =>
  area?.querySelector<HTMLElement>("[data-radix-scroll-area-viewport]") ?? null;

/** What scrolls, and which part of the window shows the text, in pixels from its top. */
interface ReadingFrame {
  scroller: HTMLElement | Window;
  top: number;
  height: number;
}

export function readingFrame({ area, player }: ReaderElements): ReadingFrame | null {
  const viewport = viewportOf(area.current);
  if (!viewport) return null;
  if (!hasOwnArea()) return { scroller: window, top: 0, height: innerHeight - (player.current?.offsetHeight ?? 0) };
  const { top, height } = viewport.getBoundingClientRect();
  return { scroller: viewport, top, height };
}
