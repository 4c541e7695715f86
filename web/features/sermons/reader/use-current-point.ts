import { useEffect, useState, type RefObject } from "react";
import { pointAt, type OutlinePoint } from "../../../../shared/outline.ts";
import { blockIndex, BLOCKS } from "./sermon-text.tsx";
import { viewportOf } from "./use-auto-scroll.ts";

/** Where in the scroll area one reads, as a part of its height. */
const READING_LINE = 0.3;

/** The index of the block that one reads; -1 for none. */
function blockBeingRead(viewport: HTMLElement): number {
  const { top, height } = viewport.getBoundingClientRect();
  const blocks = [...viewport.querySelectorAll(BLOCKS)];
  const last = blocks.findLast((block) => block.getBoundingClientRect().top <= top + height * READING_LINE);
  return last ? blockIndex(last) : -1;
}

/** The index of the point in which the text is being heard (`heard`: block of the sentence), or else read; -1 for none. */
export function useCurrentPoint(
  points: readonly OutlinePoint[],
  area: RefObject<HTMLElement | null>,
  heard: number | undefined,
): number {
  const [read, setRead] = useState(-1);
  useEffect(() => {
    const viewport = viewportOf(area.current);
    if (!viewport || points.length === 0) return;
    const update = () => setRead(pointAt(points, blockBeingRead(viewport)));
    update();
    viewport.addEventListener("scroll", update, { passive: true });
    return () => viewport.removeEventListener("scroll", update);
  }, [area, points]);
  return heard === undefined ? read : pointAt(points, heard);
}
