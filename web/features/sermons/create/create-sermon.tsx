import { lazy, Suspense, useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { ACCESS } from "../../../../shared/messages/billing.ts";
import { hasSection } from "../../../../shared/draft.ts";
import { Button } from "../../../ui/button.tsx";
import { useConsentFirst } from "./consent-first.tsx";
import { CrisisPanel, LATER_CRISIS } from "./crisis-panel.tsx";
import type { GenerateOutcome, GenerateRequest } from "./generate-sermon.ts";
import { useMediaAgain } from "./media-again.ts";
import { useRunningGeneration } from "./running-generation.ts";
import { StepList } from "./step-list.tsx";
import type { StepName, StepReasons, StepStatuses } from "./steps.ts";
import type { StoredGeneration } from "./stored-generation.ts";
import { TopicForm } from "./topic-form.tsx";
import { useGenerateSermon } from "./use-generate-sermon.ts";

// Brings the Markdown reader, which the empty form does not need.
const DraftPreview = lazy(() => import("./draft-preview.tsx"));

interface CreateSermonProps {
  userId: string;
  subscribed: boolean;
  /** Why there can be no sermon now. */
  refused?: ReactNode;
  /** Minutes that a subscriber has left; null where they are not counted. */
  remainingMinutes?: number | null;
  /** The chosen length is more than is left. */
  onTooFewMinutes?: (needed: number) => void;
  /** What the plan allows may have changed. */
  onCounted: () => void;
  onSermon: (outcome: Extract<GenerateOutcome, { kind: "sermon" }>) => void;
}

/** The form, and below it the sermon that is being made: this page's own, or one that was left running. */
export function CreateSermon({
  userId,
  subscribed,
  refused,
  remainingMinutes = null,
  onTooFewMinutes,
  onCounted,
  onSermon,
}: CreateSermonProps) {
  const own = useGenerateSermon({ onTextReady: onCounted, onSermon, onFailed: () => (onCounted(), look()) });
  const consent = useConsentFirst(userId);
  const { phase } = own.state;
  const { followed, look, refetch } = useRunningGeneration(userId, phase === "idle" || phase === "failed");

  if (own.state.phase === "crisis") return <CrisisPanel crisis={own.state.crisis} onBack={own.reset} />;
  if (followed?.state === "withheld") return <CrisisPanel crisis={LATER_CRISIS} onBack={look} />;
  const busy = phase === "running" || followed?.state === "running";
  const submit = (request: GenerateRequest) => {
    if (remainingMinutes !== null && request.minutes > remainingMinutes) onTooFewMinutes?.(request.minutes);
    else void consent.before(request, own.start);
  };
  const isBegun = ({ steps, draft }: Pick<MakingProps, "steps" | "draft">) =>
    !subscribed && steps.text === "error" && hasSection(draft);
  const writeAgain = (made: Pick<MakingProps, "steps" | "draft"> & { request: GenerateRequest }) => ({
    // The same topic goes on with a day that a failed text has used, as often as the server allows.
    onTryAgain: refused && !isBegun(made) ? {} : { text: () => submit(made.request) },
    note: isBegun(made) ? ACCESS.begunToday : undefined,
  });
  return (
    <div className="grid gap-10">
      <TopicForm subscribed={subscribed} busy={busy} refused={busy ? undefined : refused} onSubmit={submit} />
      {consent.dialog}
      {followed ? (
        <Followed generation={followed} userId={userId} {...writeAgain(followed)} onMadeAgain={() => void refetch()} />
      ) : "steps" in own.state ? (
        <Making {...own.state} {...writeAgain(own.state)} />
      ) : null}
    </div>
  );
}

interface MakingProps {
  steps: StepStatuses;
  reasons: StepReasons;
  draft: string;
  onTryAgain: Partial<Record<StepName, () => void>>;
  note?: string | undefined;
  children?: ReactNode;
}

function Making({ steps, reasons, draft, onTryAgain, note, children }: MakingProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone it begins below the fold.
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={section} aria-label="Your sermon" className="grid scroll-mb-6 gap-8 border-t pt-8">
      {children}
      <StepList steps={steps} reasons={reasons} onTryAgain={onTryAgain} />
      {note ? <p className="border-l-2 border-lamp pl-3">{note}</p> : null}
      {draft ? (
        <Suspense fallback={null}>
          <DraftPreview draft={draft} writing={steps.text === "in-progress"} />
        </Suspense>
      ) : null}
    </section>
  );
}

interface FollowedProps extends Pick<MakingProps, "onTryAgain" | "note"> {
  generation: StoredGeneration;
  userId: string;
  onMadeAgain: () => void;
}

/** A generation that was begun elsewhere, and what came of it. */
function Followed({ generation, userId, onTryAgain, note, onMadeAgain }: FollowedProps) {
  const { id, state, steps, reasons, draft } = generation;
  const again = useMediaAgain(userId);
  const media = (kind: "voice" | "image") => () => again.mutate({ generation, kind }, { onSettled: onMadeAgain });
  return (
    <Making
      steps={again.isPending ? { ...steps, [again.variables.kind]: "in-progress" } : steps}
      reasons={reasons}
      draft={draft}
      onTryAgain={state === "finished" && !again.isPending ? { voice: media("voice"), image: media("image") } : onTryAgain}
      note={note}
    >
      {state === "finished" ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <p className="text-lg">Your sermon is ready.</p>
          <Button asChild>
            <Link to={`/sermon/${id}`}>Open Sermon</Link>
          </Button>
        </div>
      ) : null}
      {state === "running" ? (
        <p className="text-lg">A sermon you started is still being made. You can leave this page; it will be in My Sermons.</p>
      ) : null}
    </Making>
  );
}
