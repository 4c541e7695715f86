import { lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { PlaceInLine } from "./place-in-line.tsx";
import { StepList } from "./step-list.tsx";
import { ALL_PENDING, type StepStatuses } from "./steps.ts";
import type { StoredGeneration } from "./stored-generation.ts";
import { TellMe } from "./tell-me.tsx";

// Loaded on demand: it includes the Markdown reader, which the empty form does not need. Without it there are the steps.
const DraftPreview = lazy<ComponentType<{ draft: string; writing: boolean }>>(() =>
  import("./draft-preview.tsx").catch(() => ({ default: () => null })),
);

interface ProgressProps {
  steps: StepStatuses;
  reason?: string | null;
  draft?: string;
  onTryAgain?: (() => void) | undefined;
  note?: string | undefined;
  children?: ReactNode;
}

function Progress({ steps, reason = null, draft = "", onTryAgain, note, children }: ProgressProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones it starts below the visible part of the page.
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={section} aria-label="Your sermon" className="grid scroll-mb-6 gap-8 border-t pt-8">
      {children}
      <StepList steps={steps} reason={reason} onTryAgain={onTryAgain} />
      {note ? <p className="border-l-2 border-lamp pl-3">{note}</p> : null}
      {draft ? (
        <Suspense fallback={null}>
          <DraftPreview draft={draft} writing={steps.text === "in-progress"} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** A generation that is being asked for: nothing is known of it yet. */
export const AskingProgress = () => <Progress steps={{ ...ALL_PENDING, text: "in-progress" }} />;

/** One that was refused before it began. */
export const RefusedProgress = ({ reason, onTryAgain }: { reason: string; onTryAgain: (() => void) | undefined }) => (
  <Progress steps={{ ...ALL_PENDING, text: "error" }} reason={reason} onTryAgain={onTryAgain} />
);

interface GenerationProgressProps extends Pick<ProgressProps, "onTryAgain" | "note"> {
  generation: StoredGeneration;
  /** The server could not be asked about it the last time. */
  isOutOfReach: boolean;
}

/** The generation that is followed, as far as it has come. */
export function GenerationProgress({ generation, isOutOfReach, ...rest }: GenerationProgressProps) {
  const { id, state, steps, reason, draft } = generation;
  return (
    <Progress steps={steps} reason={reason} draft={draft} {...rest}>
      {state === "finished" ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <p className="text-lg">Your sermon is ready.</p>
          <Button asChild>
            <Link to={`/sermon/${id}`}>Open Sermon</Link>
          </Button>
        </div>
      ) : null}
      {state === "running" ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <output className="max-w-measure flex-1 basis-80 text-lg">
            {isOutOfReach
              ? "The connection is away. Your sermon is still being made, and this page goes on when the connection is back."
              : "You can leave this page. Your sermon is made all the same, and will be in My Sermons."}
          </output>
          <TellMe generationId={id} />
          {steps.text === "pending" ? <PlaceInLine generationId={id} /> : null}
        </div>
      ) : null}
    </Progress>
  );
}
