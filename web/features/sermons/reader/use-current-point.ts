import { useEffect, useState } from "react";
import { pointAt, type OutlinePoint } from "../../../../shared/outline.ts";
import { readingFrame, viewportOf, type ReaderElements } from "./reading-frame.ts";
import { blockIndex, BLOCKS } from "./sermon-text.tsx";

/** Where in the frame of the text one reads, as a part of its height. */
const READING_LINE = 0.3;

/** The index of the block that one reads; -1 for none. */
function blockBeingRead(elements: ReaderElements): number {
  const frame = readingFrame(elements);
  const blocks = [...(viewportOf(elements.area.current)?.querySelectorAll(BLOCKS) ?? [])];
  const last = blocks.findLast((block) => frame && block.getBoundingClientRect().top <= frame.top + frame.height * READING_LINE);
  return last ? blockIndex(last) : -1;
}

/** The index of the point in which the text is being heard (`heard`: block of the sentence), or else read; -1 for none. `elements` must be memoized. */
export function useCurrentPoint(points: readonly OutlinePoint[], elements: ReaderElements, heard: number | undefined): number {
  const [read, setRead] = useState(-1);
  useEffect(() => {
    if (points.length === 0) return;
    const update = () => setRead(pointAt(points, blockBeingRead(elements)));
    update();
    // In the capture phase, because scrolling of the text's own area does not bubble.
    const options = { capture: true, passive: true };
    addEventListener("scroll", update, options);
    return () => removeEventListener("scroll", update, options);
  }, [elements, points]);
  return heard === undefined ? read : pointAt(points, heard);
}
