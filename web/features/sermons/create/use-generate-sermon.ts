import { useEffect, useRef, useState } from "react";
import type { CrisisAnswer } from "../../../../shared/endpoints/sermons.ts";
import { toast } from "../../../ui/toast.tsx";
import { generateSermon, type GenerateOutcome, type GenerateRequest } from "./generate-sermon.ts";
import { ALL_PENDING, type StepReasons, type StepStatuses } from "./steps.ts";

export type CreateState =
  | { phase: "idle" }
  | { phase: "running" | "failed"; request: GenerateRequest; steps: StepStatuses; reasons: StepReasons; draft: string }
  | { phase: "crisis"; crisis: CrisisAnswer };

interface GenerationCallbacks {
  onTextReady: () => void;
  onSermon: (outcome: Extract<GenerateOutcome, { kind: "sermon" }>) => void;
  onFailed: () => void;
}

/** Runs one generation at a time. Leaving the page aborts the request only; the server finishes the sermon. */
export function useGenerateSermon({ onTextReady, onSermon, onFailed }: GenerationCallbacks) {
  const [state, setState] = useState<CreateState>({ phase: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(request: GenerateRequest) {
    // A ref, because state lags behind by one render: stops a double click.
    if (running.current && !running.current.signal.aborted) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const ifNotAborted = (tell: () => void) => {
      if (!signal.aborted) tell();
    };
    const change = (next: Partial<{ steps: Partial<StepStatuses>; reasons: StepReasons; draft: string }>) =>
      ifNotAborted(() =>
        setState((now) =>
          "steps" in now
            ? { ...now, ...next, steps: { ...now.steps, ...next.steps }, reasons: { ...now.reasons, ...next.reasons } }
            : now,
        ),
      );
    setState({ phase: "running", request, steps: ALL_PENDING, reasons: {}, draft: "" });
    const outcome = await generateSermon(
      request,
      {
        step: (name, status, reason) => change({ steps: { [name]: status }, reasons: reason ? { [name]: reason } : {} }),
        draft: (draft) => change({ draft }),
        textReady: () => ifNotAborted(onTextReady),
        notice: (message) => ifNotAborted(() => toast(message)),
      },
      signal,
    );
    ifNotAborted(() => {
      running.current = null;
      if (outcome.kind === "crisis") setState({ phase: "crisis", crisis: outcome.crisis });
      if (outcome.kind === "failed") {
        setState((now) => ("steps" in now ? { ...now, phase: "failed" } : now));
        onFailed();
      }
      if (outcome.kind === "sermon") onSermon(outcome);
    });
  }

  return { state, start, reset: () => setState({ phase: "idle" }) };
}
