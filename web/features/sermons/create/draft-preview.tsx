import { useEffect, useMemo, useRef } from "react";
import { readSermon } from "../../../../shared/sermon-text.ts";
import { ScrollArea } from "../../../ui/scroll-area.tsx";
import { SermonText } from "../reader/sermon-text.tsx";

/** The text while it is written, and while voice and image are made. */
export default function DraftPreview({ draft, writing }: { draft: string; writing: boolean }) {
  const blocks = useMemo(() => readSermon(draft), [draft]);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const viewport = area.current?.querySelector("[data-radix-scroll-area-viewport]");
    // Scroll to the end with each new block; back to the start when the text is complete.
    viewport?.scrollTo({ top: writing && blocks.length > 0 ? viewport.scrollHeight : 0 });
  }, [blocks, writing]);
  return (
    <ScrollArea ref={area} aria-label="The text so far" aria-busy={writing} viewportClassName="max-h-[420px]">
      <SermonText blocks={blocks} className="max-w-measure pr-4" />
    </ScrollArea>
  );
}
