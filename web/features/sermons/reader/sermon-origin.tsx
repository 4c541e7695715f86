import { useCallback, useId, useState } from "react";
import { cn } from "../../../lib/cn.ts";
import { formatDay } from "../../../lib/date.ts";
import { Button } from "../../../ui/button.tsx";

interface SermonOriginProps {
  topic: string | undefined;
  createdAt: string | undefined;
}

/** What the person asked for, in their own words, and when. */
export function SermonOrigin({ topic, createdAt }: SermonOriginProps) {
  const [open, setOpen] = useState(false);
  const { cut, measured } = useIsCut();
  const id = useId();
  if (!topic && !createdAt) return null;
  return (
    <div className="print:hidden">
      <div className="flex items-center justify-between gap-4 text-sm text-muted-foreground">
        <p>
          {topic && createdAt ? "You wrote on " : topic ? "You wrote" : null}
          {createdAt ? <time dateTime={createdAt}>{formatDay(createdAt)}</time> : null}
        </p>
        {cut || open ? (
          <Button
            variant="link"
            className="-my-2 min-h-11 text-sm"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {open ? "Show less" : "Show all"}
          </Button>
        ) : null}
      </div>
      <p
        ref={measured}
        id={id}
        dir="auto"
        className={cn("font-serif whitespace-pre-line wrap-anywhere", !open && "line-clamp-2")}
      >
        {topic}
      </p>
    </div>
  );
}

/** Whether the text of the element with the ref `measured` does not fit its lines. */
function useIsCut() {
  const [cut, setCut] = useState(false);
  const measured = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { cut, measured };
}
