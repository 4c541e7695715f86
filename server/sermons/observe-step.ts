import { z } from "zod";
import { type Claims, queryAsUser } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { GENERATION_CHANNEL, type StepKind } from "./generation.ts";

const POLL_MS = 1000;

const observedStep = z.object({
  status: z.enum(["pending", "in-progress", "completed", "error"]),
  error_code: z.string().nullable(),
  output: z.unknown(),
  draft: z.string(),
  crisis_kind: z.enum(["self-harm", "abuse", "medical", "harm-to-others"]).nullable(),
});
export type ObservedStep = z.infer<typeof observedStep>;

/** Reads a step as its owner, under row level security; null for another person's generation. */
export async function readStep(
  context: FunctionContext,
  caller: Claims,
  generationId: string,
  kind: StepKind,
): Promise<ObservedStep | null> {
  const rows = await queryAsUser(
    context.db,
    { claims: caller },
    {
      name: "observe-step",
      text: `select s.status, s.error_code, s.output, s.draft, g.crisis_kind
           from public.generation_steps s join public.generations g on g.id = s.generation_id
           where s.generation_id = $1 and s.kind = $2`,
      values: [generationId, kind],
    },
    { readOnly: true },
  );
  return rows.rows[0] ? observedStep.parse(rows.rows[0]) : null;
}

/**
 * Yields at once, and each time a generation may have changed, until `signal` aborts. Notifications can be lost, so it also yields each
 * second.
 */
export async function* changesOf(
  { notifications }: Pick<FunctionContext, "notifications">,
  generationId: string,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let wake = (): void => {};
  let notified = false;
  const stop = notifications.on(GENERATION_CHANNEL, (id) => {
    if (id !== generationId) return;
    notified = true;
    wake();
  });
  try {
    while (!signal.aborted) {
      notified = false;
      yield;
      if (notified) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener("abort", wake, { once: true });
      });
    }
  } finally {
    stop();
  }
}

/** Yields the step each time it may have changed, until it is completed or failed, or `signal` aborts. */
export async function* watchStep(
  context: FunctionContext,
  caller: Claims,
  generationId: string,
  kind: StepKind,
  signal: AbortSignal,
): AsyncGenerator<ObservedStep> {
  for await (const _ of changesOf(context, generationId, signal)) {
    const step = await readStep(context, caller, generationId, kind);
    if (!step) return;
    yield step;
    if (step.status === "completed" || step.status === "error") return;
  }
}

/** Waits for the step to finish; null if it does not exist or did not finish in time. */
export async function finishedStep(
  context: FunctionContext,
  caller: Claims,
  generationId: string,
  kind: StepKind,
  signal: AbortSignal,
): Promise<ObservedStep | null> {
  for await (const step of watchStep(context, caller, generationId, kind, signal)) {
    if (step.status === "completed" || step.status === "error") return step;
  }
  return null;
}
