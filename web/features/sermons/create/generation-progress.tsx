import { lazy, Suspense, useEffect, useRef, type ComponentType } from "react";
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

const ASKING: StepStatuses = { ...ALL_PENDING, text: "in-progress" };
const REFUSED: StepStatuses = { ...ALL_PENDING, text: "error" };

interface GenerationProgressProps {
  /** The one that is followed; none while it is asked for, and where it was refused before it began. */
  generation?: StoredGeneration;
  /** Why it was refused before it began. */
  refusal?: string;
  /** The server could not be asked about it the last time. */
  isOutOfReach?: boolean;
  onTryAgain?: (() => void) | undefined;
  note?: string | undefined;
}

/** How far a sermon has come, from the request on. One list for all of it: a screen reader tells of changes within a list that was there before. */
export function GenerationProgress({ generation, refusal, isOutOfReach = false, onTryAgain, note }: GenerationProgressProps) {
  const section = useRef<HTMLElement>(null);
  const isAsking = !generation && refusal === undefined;
  const isMade = isAsking || generation?.state === "running";
  useEffect(() => {
    // It begins below the visible part of the page, and what is being written grows below its steps.
    section.current?.scrollIntoView({ block: isMade ? "start" : "nearest" });
  }, [isMade]);
  const steps = generation?.steps ?? (isAsking ? ASKING : REFUSED);
  const draft = generation?.draft;
  return (
    <section ref={section} aria-label="Your sermon" className="grid scroll-my-6 gap-8 border-t pt-8">
      {generation ? <State generation={generation} isOutOfReach={isOutOfReach} /> : null}
      <StepList steps={steps} reason={generation ? generation.reason : (refusal ?? null)} onTryAgain={onTryAgain} />
      {note ? <p className="border-l-2 border-lamp pl-3">{note}</p> : null}
      {draft ? (
        <Suspense fallback={null}>
          <DraftPreview draft={draft} writing={steps.text === "in-progress"} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** What is to be known and done while it is made, and where it is when it is ready. */
function State({ generation: { id, state, steps }, isOutOfReach }: { generation: StoredGeneration; isOutOfReach: boolean }) {
  if (state === "finished")
    return (
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="text-lg">Your sermon is ready.</p>
        <Button asChild>
          <Link to={`/sermon/${id}`}>Open Sermon</Link>
        </Button>
      </div>
    );
  if (state !== "running") return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <output className="max-w-measure flex-1 basis-80 text-lg">
        {isOutOfReach
          ? "The connection is away. Your sermon is still being made, and this page goes on when the connection is back."
          : "You can leave this page. Your sermon is made all the same, and will be in My Sermons."}
      </output>
      <TellMe generationId={id} />
      {steps.text === "pending" ? <PlaceInLine generationId={id} /> : null}
    </div>
  );
}
