import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CrisisAnswer } from "../../../../shared/endpoints/sermons.ts";
import { toast } from "../../../ui/toast.tsx";
import { UNCERTAIN_TITLE } from "./crisis-panel.tsx";
import { asToast, FAILURES, UNEXPECTED } from "./failures.ts";
import {
  follow,
  followedGenerationQuery,
  lookForGeneration,
  readFollowed,
  showDraft,
  stopFollowing,
} from "./followed-generation.ts";
import { generateSermon, type GenerateOutcome, type GenerateRequest } from "./generate-sermon.ts";
import { begunGeneration } from "./stored-generation.ts";

export type CreateState =
  | { phase: "idle" }
  | { phase: "asking"; request: GenerateRequest }
  /** `generationId`: of the generation that ended so; null if none began. */
  | { phase: "refused"; request: GenerateRequest; reason: string; code: string | null; generationId: string | null }
  | { phase: "crisis"; request: GenerateRequest; crisis: CrisisAnswer };

interface GenerationCallbacks {
  /** The plan may have changed; resolves when it is known. */
  onCounted: () => Promise<unknown>;
  /** There is no sermon on these words. */
  onRefused: () => void;
}

/**
 * Starts generations, one at a time. What begins is followed by its id from then on (followed-generation.ts); this holds only what no row
 * tells: that one is being asked for, that it was refused, and the answer in a crisis.
 */
export function useGenerateSermon(userId: string, { onCounted, onRefused }: GenerationCallbacks) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<CreateState>({ phase: "idle" });
  const asking = useRef<AbortController>(null);
  const left = useRef(false);
  const generationId = useRef<string>(null);
  /** A request that may have reached the server without an answer to us, and its key: sent again, it joins. */
  const unanswered = useRef<{ request: string; key: string }>(null);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      // The generation goes on, and is followed; only its stream ends. One that has not begun is still asked for.
      if (generationId.current) asking.current?.abort();
    };
  }, []);

  async function start(request: GenerateRequest) {
    // A ref, because state lags behind by one render: stops a double click. A stream may still stand open when its text has failed.
    if (asking.current && readFollowed(client, userId)?.state !== "failed") return;
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    generationId.current = null;
    stopFollowing(client);
    setState({ phase: "asking", request });
    const outcome = await ask(request, controller.signal);
    if (asking.current !== controller) return;
    asking.current = null;
    await conclude(request, outcome);
  }

  async function ask(request: GenerateRequest, signal: AbortSignal): Promise<GenerateOutcome> {
    const sent = JSON.stringify(request);
    const key = unanswered.current?.request === sent ? unanswered.current.key : crypto.randomUUID();
    const outcome = await generateSermon(
      request,
      key,
      {
        onStarted: (id) => {
          generationId.current = id;
          follow(client, userId, begunGeneration(id, request));
        },
        onDraft: (draft) => showDraft(client, userId, generationId.current ?? "", draft),
      },
      signal,
    );
    unanswered.current = outcome.kind === "refused" && outcome.unanswered ? { request: sent, key } : null;
    return outcome;
  }

  async function conclude(request: GenerateRequest, outcome: GenerateOutcome) {
    if (outcome.kind === "begun") {
      setState({ phase: "idle" });
      return client.invalidateQueries(followedGenerationQuery(userId));
    }
    if (outcome.kind === "crisis") {
      stopFollowing(client);
      if (left.current) {
        const action = { label: "Whom to call", onClick: () => void navigate("/support") };
        const title = outcome.crisis.certain ? "This needs more than a sermon" : UNCERTAIN_TITLE;
        toast({ title, description: outcome.crisis.message, action });
      }
      return setState({ phase: "crisis", request, crisis: outcome.crisis });
    }
    onRefused();
    if (outcome.kind === "failed") {
      toast(outcome.message);
      return setState({ phase: "idle" });
    }
    const { reason, code, unanswered: isUnanswered } = outcome;
    // First what the plan says now: where it is the reason, the form says so, and nothing else does.
    if (!isUnanswered) await onCounted();
    const id = generationId.current;
    if (id === null) await lookForGeneration(client);
    else await client.invalidateQueries(followedGenerationQuery(userId));
    const isOther = id === null && readFollowed(client, userId)?.state === "running";
    if (isOther || left.current) toast(asToast({ ...FAILURES.text, description: reason }));
    setState(isOther ? { phase: "idle" } : { phase: "refused", request, reason, code, generationId: id });
  }

  return {
    state,
    start: (request: GenerateRequest) =>
      start(request).catch(() => {
        asking.current = null;
        toast(asToast(UNEXPECTED));
        setState({ phase: "idle" });
      }),
    reset: () => setState({ phase: "idle" }),
  };
}
