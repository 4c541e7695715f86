import { ChevronDown, Copy } from "lucide-react";
import { memo, useId, useState } from "react";
import { QUESTIONS, type OutlinePoint, type SermonOutline } from "../../../../shared/outline.ts";
import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { outlineText } from "./download.ts";
import { blockId, Run } from "./sermon-text.tsx";

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Outline copied" });
  } catch {
    toast({ title: "The outline could not be copied", variant: "destructive", local: true });
  }
}

interface OutlinePanelProps {
  title: string;
  outline: SermonOutline;
  /** Index of the point that is being heard or read; -1 for none. */
  current: number;
  onGoTo: (block: number) => void;
  className?: string;
}

/** A sermon's outline: beside the text where there is room, else closed above it. On paper it is always open. */
export const OutlinePanel = memo(function OutlinePanel({ title, outline, current, onGoTo, className }: OutlinePanelProps) {
  const { idea, points, questions } = outline;
  const [open, setOpen] = useState(false);
  const content = useId();
  return (
    <aside
      aria-label="Outline"
      className={cn(
        "mx-auto w-full max-w-measure border-y lg:max-w-none lg:border-y-0 lg:border-l",
        "print:max-w-none print:border-0 print:font-serif print:text-[11.5pt]",
        className,
      )}
    >
      <h2 className="text-xl lg:pl-6 print:pb-2 print:pl-0">
        <span className="max-lg:hidden print:inline">Outline</span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={content}
          className="flex min-h-12 w-full items-center justify-between lg:hidden print:hidden"
          onClick={() => setOpen(!open)}
        >
          Outline
          <ChevronDown className={cn("size-5 transition-transform", open && "rotate-180")} aria-hidden />
        </button>
      </h2>
      <div id={content} className={cn("grid gap-4 pb-4 lg:grid lg:pt-3 lg:pb-0 print:grid print:p-0", !open && "max-lg:hidden")}>
        <p className="font-serif text-lg italic lg:pl-6 print:hidden">
          <Run words={idea} />
        </p>
        <ol className="grid gap-1.5 print:list-decimal print:gap-1 print:pl-5 print:marker:text-muted-foreground">
          {points.map((point, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- points stay in their order
            <Point key={i} point={point} isCurrent={i === current} onGoTo={onGoTo} />
          ))}
        </ol>
        {questions.length > 0 ? (
          <section className="grid gap-2 pt-2 lg:pl-6 print:pl-0">
            <h3 className="text-lg">{QUESTIONS}</h3>
            <ol className="grid list-decimal gap-2 pl-5 marker:text-muted-foreground print:gap-1">
              {questions.map((question, i) => (
                // oxlint-disable-next-line react/no-array-index-key -- questions stay in their order
                <li key={i}>
                  <Run words={question} />
                </li>
              ))}
            </ol>
          </section>
        ) : null}
        <div className="lg:pl-6 print:hidden">
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 min-h-11 text-muted-foreground hover:text-foreground"
            onClick={() => void copy(outlineText(title, outline))}
          >
            <Copy aria-hidden />
            Copy outline
          </Button>
        </div>
      </div>
    </aside>
  );
});

/** Makes the references of a line as high as a finger needs, without taking room. */
const LARGE_TARGETS =
  "[&_button]:relative [&_button]:after:absolute [&_button]:after:inset-x-0 [&_button]:after:-top-1.5 [&_button]:after:-bottom-4";

interface PointProps {
  point: OutlinePoint;
  isCurrent: boolean;
  onGoTo: (block: number) => void;
}

function Point({ point: { claim, verses, place }, isCurrent, onGoTo }: PointProps) {
  return (
    <li
      className={cn(
        "-ml-px border-l-2 border-transparent pl-3 lg:pl-6",
        isCurrent && "border-lamp",
        "print:list-item print:border-l-0 print:pl-0",
      )}
    >
      {place ? (
        <a
          href={`#${blockId(place.from)}`}
          aria-current={isCurrent ? "location" : undefined}
          className="block py-2.5 hover:underline print:inline"
          onClick={(event) => {
            // The address stays: its history state may hold the sermon.
            event.preventDefault();
            onGoTo(place.from);
          }}
        >
          {claim}
        </a>
      ) : (
        <p className="py-2.5 print:inline">{claim}</p>
      )}
      {/* On paper behind the claim, as in the PDF. */}
      <p
        className={cn(
          "-mt-1.5 text-sm text-muted-foreground print:inline print:text-[1em] print:text-inherit print:before:content-['_('] print:after:content-[')']",
          LARGE_TARGETS,
        )}
      >
        <Run words={verses} />
      </p>
    </li>
  );
}
