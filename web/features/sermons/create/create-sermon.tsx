import { useEffect, useEffectEvent, type ReactNode } from "react";
import { ACCESS } from "../../../../shared/messages/billing.ts";
import { hasSection } from "../../../../shared/draft.ts";
import { useRewriteSermon } from "../hearing/missed.ts";
import { useConsentGate } from "./consent-gate.tsx";
import { CrisisPanel, FALLBACK_CRISIS } from "./crisis-panel.tsx";
import { useFollowedGeneration } from "./followed-generation.ts";
import type { GenerateRequest } from "./generate-sermon.ts";
import { GenerationProgress } from "./generation-progress.tsx";
import type { StoredGeneration } from "./stored-generation.ts";
import { TopicForm } from "./topic-form.tsx";
import { useGenerateSermon } from "./use-generate-sermon.ts";
import { useTopicDraft, type DraftOfTopic } from "./use-topic-draft.ts";

interface CreateSermonProps {
  userId: string;
  subscribed: boolean;
  /** Why no sermon can be generated now. */
  refused: ReactNode;
  /** On wide screens the plan beside the form says it too: there it is left to those who do not see the page. */
  isRefusalShown: boolean;
  /** Minutes that a subscriber has left; null where they are not counted. */
  remainingMinutes?: number | null;
  /** Called when the chosen length exceeds the remaining minutes. */
  onTooFewMinutes?: (needed: number) => void;
  /** Called when the remaining minutes or trial days may have changed; resolves when they are known. */
  onCounted: () => Promise<unknown>;
}

/** What becomes of the words in the form when their sermon gets on. */
function useDraftOfFollowed(topic: DraftOfTopic, followed: StoredGeneration | null, isCrisis: boolean): void {
  const { forget, empty } = topic;
  const isWritten = followed?.steps.text === "completed";
  // The panel says that nothing of the words was saved.
  const isOver = isWritten || isCrisis || followed?.state === "withheld";
  const finished = followed?.state === "finished" ? followed.request.prompt : null;
  const failed = followed?.state === "failed" ? followed.id : null;
  const refuse = useEffectEvent(topic.refuse);
  useEffect(() => {
    if (isOver) forget();
    if (failed) refuse();
    if (finished !== null) empty(finished);
  }, [isOver, failed, finished, forget, empty]);
}

/** The topic form and the progress of the generation that is followed. Its end is told by use-sermon-news.ts. */
export function CreateSermon({
  userId,
  subscribed,
  refused,
  isRefusalShown,
  remainingMinutes = null,
  onTooFewMinutes,
  onCounted,
}: CreateSermonProps) {
  const topic = useTopicDraft(userId);
  const { state, start, reset } = useGenerateSermon(userId, { onCounted, onRefused: topic.refuse });
  const consent = useConsentGate(userId);
  const { followed, isOutOfReach, lookAgain } = useFollowedGeneration(userId);
  const rewriting = useRewriteSermon();
  useDraftOfFollowed(topic, followed, state.phase === "crisis");

  const busy = followed ? followed.state === "running" : state.phase === "asking";
  const submit = (request: GenerateRequest) => {
    if (remainingMinutes !== null && request.minutes > remainingMinutes) onTooFewMinutes?.(request.minutes);
    else
      void consent.before(request, (agreed) => {
        topic.ask(agreed.prompt);
        return start(agreed);
      });
  };
  if (state.phase === "crisis") {
    const { crisis, request } = state;
    const proceed = () => submit({ ...request, nobodyInDanger: true });
    return <CrisisPanel crisis={crisis} onBack={reset} onNobodyInDanger={proceed} />;
  }
  if (followed?.state === "withheld") return <CrisisPanel crisis={FALLBACK_CRISIS} onBack={lookAgain} />;
  const progressOf = (generation: StoredGeneration) => {
    const { request, rewriteOf, steps, draft } = generation;
    const { reading } = request;
    const usedTrialDay = !subscribed && steps.text === "error" && hasSection(draft);
    // The refusal's own words say more than the stored code.
    const told = state.phase === "refused" && state.generationId === generation.id ? { reason: state.reason } : {};
    const shown = { generation: { ...generation, ...told }, isOutOfReach };
    // Whatever the plan says: it counts neither as a day nor as minutes.
    if (rewriteOf && reading) return { ...shown, onTryAgain: () => rewriting.mutate({ sermonId: rewriteOf, reading }) };
    return {
      ...shown,
      // After a failed text the trial day is used, but the same topic can be retried as often as the server allows.
      onTryAgain: refused && !usedTrialDay ? undefined : () => submit(request),
      note: usedTrialDay ? ACCESS.begunToday : undefined,
    };
  };
  const reason = refused && isRefusalShown ? <span className="lg:sr-only">{refused}</span> : refused;
  return (
    <div className="grid gap-10">
      <TopicForm
        userId={userId}
        draft={topic.draft}
        onChange={topic.change}
        subscribed={subscribed}
        busy={busy}
        refused={busy ? undefined : reason}
        onSubmit={submit}
      />
      {consent.dialog}
      {followed ? (
        <GenerationProgress {...progressOf(followed)} />
      ) : state.phase === "asking" ? (
        <GenerationProgress />
      ) : state.phase === "refused" && !(refused && state.code === "daily_limit") ? (
        // What the plan refuses stands beside the form's button already.
        <GenerationProgress refusal={state.reason} onTryAgain={refused ? undefined : () => submit(state.request)} />
      ) : null}
    </div>
  );
}
