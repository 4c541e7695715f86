import { lazy, Suspense, useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { CrisisPanel, LATER_CRISIS } from "./crisis-panel.tsx";
import type { GenerateOutcome } from "./generate-sermon.ts";
import { useRunningGeneration } from "./running-generation.ts";
import { StepList } from "./step-list.tsx";
import type { StepStatuses } from "./steps.ts";
import { TopicForm } from "./topic-form.tsx";
import { useGenerateSermon } from "./use-generate-sermon.ts";

// Brings the Markdown reader, which the empty form does not need.
const DraftPreview = lazy(() => import("./draft-preview.tsx"));

interface CreateSermonProps {
  userId: string;
  subscribed: boolean;
  /** Why there can be no sermon now. */
  refused?: ReactNode;
  /** What the plan allows may have changed. */
  onCounted: () => void;
  onSermon: (outcome: Extract<GenerateOutcome, { kind: "sermon" }>) => void;
}

/** The form, and below it the sermon that is being made: this page's own, or one that was left running. */
export function CreateSermon({ userId, subscribed, refused, onCounted, onSermon }: CreateSermonProps) {
  const own = useGenerateSermon({ onTextReady: onCounted, onSermon, onFailed: () => (onCounted(), look()) });
  const { phase } = own.state;
  const { followed, look } = useRunningGeneration(userId, phase === "idle" || phase === "failed");

  if (own.state.phase === "crisis") return <CrisisPanel crisis={own.state.crisis} onBack={own.reset} />;
  if (followed?.state === "withheld") return <CrisisPanel crisis={LATER_CRISIS} onBack={look} />;
  const busy = phase === "running" || followed?.state === "running";
  const shown = followed ?? ("steps" in own.state ? own.state : null);
  return (
    <div className="grid gap-10">
      <TopicForm
        subscribed={subscribed}
        busy={busy}
        refused={busy ? undefined : refused}
        onSubmit={(request) => void own.start(request)}
      />
      {shown ? (
        <Making steps={shown.steps} draft={shown.draft}>
          {followed ? <FollowedNote state={followed.state} id={followed.id} /> : null}
        </Making>
      ) : null}
    </div>
  );
}

function Making({ steps, draft, children }: { steps: StepStatuses; draft: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone it begins below the fold.
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={section} aria-label="Your sermon" className="grid scroll-mb-6 gap-8 border-t pt-8">
      {children}
      <StepList steps={steps} />
      {draft ? (
        <Suspense fallback={null}>
          <DraftPreview draft={draft} writing={steps.text === "in-progress"} />
        </Suspense>
      ) : null}
    </section>
  );
}

function FollowedNote({ state, id }: { state: string; id: string }) {
  if (state === "finished") {
    return (
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="text-lg">Your sermon is ready.</p>
        <Button asChild>
          <Link to={`/sermon/${id}`}>Open Sermon</Link>
        </Button>
      </div>
    );
  }
  return (
    <p className="text-lg">
      {state === "failed"
        ? "Could not generate the sermon text. Please try again."
        : "A sermon you started is still being made. You can leave this page; it will be in My Sermons."}
    </p>
  );
}
