import { lazy, Suspense, useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router";
import { ACCESS } from "../../../../shared/messages/billing.ts";
import { hasSection } from "../../../../shared/draft.ts";
import { Button } from "../../../ui/button.tsx";
import { useRewriteSermon } from "../hearing/missed.ts";
import { useConsentGate } from "./consent-gate.tsx";
import { CrisisPanel, FALLBACK_CRISIS } from "./crisis-panel.tsx";
import type { GenerateOutcome, GenerateRequest } from "./generate-sermon.ts";
import { useRetryMedia } from "./retry-media.ts";
import { useRunningGeneration } from "./running-generation.ts";
import { StepList } from "./step-list.tsx";
import type { StepName, StepReasons, StepStatuses } from "./steps.ts";
import type { StoredGeneration } from "./stored-generation.ts";
import { TopicForm } from "./topic-form.tsx";
import { useGenerateSermon } from "./use-generate-sermon.ts";
import { useTopicDraft } from "./use-topic-draft.ts";

// Loaded on demand: it includes the Markdown reader, which the empty form does not need.
const DraftPreview = lazy(() => import("./draft-preview.tsx"));

interface CreateSermonProps {
  userId: string;
  subscribed: boolean;
  /** Why no sermon can be generated now. */
  refused?: ReactNode;
  /** Minutes that a subscriber has left; null where they are not counted. */
  remainingMinutes?: number | null;
  /** Called when the chosen length exceeds the remaining minutes. */
  onTooFewMinutes?: (needed: number) => void;
  /** Called when the remaining minutes or trial days may have changed. */
  onCounted: () => void;
  onSermon: (outcome: Extract<GenerateOutcome, { kind: "sermon" }>) => void;
}

/** The topic form and the progress of a generation: one started here, or one still running from another tab or visit. */
export function CreateSermon({
  userId,
  subscribed,
  refused,
  remainingMinutes = null,
  onTooFewMinutes,
  onCounted,
  onSermon,
}: CreateSermonProps) {
  const topic = useTopicDraft(userId);
  const own = useGenerateSermon({
    onTextReady: () => (topic.forget(), onCounted()),
    onSermon,
    onFailed: () => (topic.refuse(), onCounted(), lookAgain()),
  });
  const consent = useConsentGate(userId);
  const { phase } = own.state;
  const { resumed, lookAgain, refetch } = useRunningGeneration(userId, phase === "idle" || phase === "failed");
  const rewriting = useRewriteSermon(lookAgain);
  const { forget, empty } = topic;
  const needsHelp = phase === "crisis" || resumed?.state === "withheld";
  const finished = resumed?.state === "finished" ? resumed.request.prompt : null;
  useEffect(() => {
    // The panel says that nothing of the words was saved.
    if (needsHelp) forget();
    if (finished !== null) empty(finished);
  }, [needsHelp, forget, finished, empty]);

  if (own.state.phase === "crisis") return <CrisisPanel crisis={own.state.crisis} onBack={own.reset} />;
  if (resumed?.state === "withheld") return <CrisisPanel crisis={FALLBACK_CRISIS} onBack={lookAgain} />;
  const busy = phase === "running" || resumed?.state === "running";
  const submit = (request: GenerateRequest) => {
    if (remainingMinutes !== null && request.minutes > remainingMinutes) onTooFewMinutes?.(request.minutes);
    else
      void consent.before(request, (agreed) => {
        topic.ask(agreed.prompt);
        return own.start(agreed);
      });
  };
  const usedTrialDay = ({ steps, draft }: Pick<GenerationProgressProps, "steps" | "draft">) =>
    !subscribed && steps.text === "error" && hasSection(draft);
  const retryText = (
    made: Pick<GenerationProgressProps, "steps" | "draft"> & { request: GenerateRequest; rewriteOf?: string | null },
  ) => {
    const { reading } = made.request;
    const sermonId = made.rewriteOf;
    // Whatever the plan says: it counts neither as a day nor as minutes.
    if (sermonId && reading) return { onTryAgain: { text: () => rewriting.mutate({ sermonId, reading }) } };
    return {
      // After a failed text the trial day is used, but the same topic can be retried as often as the server allows.
      onTryAgain: refused && !usedTrialDay(made) ? {} : { text: () => submit(made.request) },
      note: usedTrialDay(made) ? ACCESS.begunToday : undefined,
    };
  };
  return (
    <div className="grid gap-10">
      <TopicForm
        userId={userId}
        draft={topic.draft}
        onChange={topic.change}
        subscribed={subscribed}
        busy={busy}
        refused={busy ? undefined : refused}
        onSubmit={submit}
      />
      {consent.dialog}
      {resumed ? (
        <ResumedGeneration generation={resumed} userId={userId} {...retryText(resumed)} onMediaRetried={() => void refetch()} />
      ) : "steps" in own.state ? (
        <GenerationProgress {...own.state} {...retryText(own.state)} />
      ) : null}
    </div>
  );
}

interface GenerationProgressProps {
  steps: StepStatuses;
  reasons: StepReasons;
  draft: string;
  onTryAgain: Partial<Record<StepName, () => void>>;
  note?: string | undefined;
  children?: ReactNode;
}

function GenerationProgress({ steps, reasons, draft, onTryAgain, note, children }: GenerationProgressProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones it starts below the visible part of the page.
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

interface ResumedGenerationProps extends Pick<GenerationProgressProps, "onTryAgain" | "note"> {
  generation: StoredGeneration;
  userId: string;
  onMediaRetried: () => void;
}

/** A generation from another tab or visit, and its result. */
function ResumedGeneration({ generation, userId, onTryAgain, note, onMediaRetried }: ResumedGenerationProps) {
  const { id, state, steps, reasons, draft } = generation;
  const again = useRetryMedia(userId);
  const media = (kind: "voice" | "image") => () => again.mutate({ generation, kind }, { onSettled: onMediaRetried });
  return (
    <GenerationProgress
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
    </GenerationProgress>
  );
}
