import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { DURATIONS } from "../../../../shared/constants.ts";
import { VOICES } from "../../../../shared/voices.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { storedFailure } from "./failures.ts";
import type { GenerateRequest } from "./generate-sermon.ts";
import { ALL_PENDING, STEP_STATUSES, type StepReasons, type StepStatuses } from "./steps.ts";

export const POLL_MS = 1500;

const generationRow = z.object({
  id: z.uuid(),
  state: z.enum(["running", "finished", "failed", "withheld"]),
  prompt: z.string(),
  minutes: z.literal(DURATIONS),
  voice: z.enum(VOICES),
  reading: z.nullable(z.string()),
  rewrite_of: z.nullable(z.uuid()),
  created_at: z.string(),
  generation_steps: z.array(
    z.object({
      kind: z.enum(["text", "voice", "image", "save"]),
      status: z.enum(STEP_STATUSES),
      error_code: z.nullable(z.string()),
      draft: z.string(),
      /** Only of the completed text step. */
      content: z.nullable(z.string()),
    }),
  ),
});

export const GENERATION_COLUMNS =
  "id,state,prompt,minutes,voice,reading,rewrite_of,created_at,generation_steps(kind,status,error_code,draft,content:output->>content)";

/** A generation as stored on the server. */
export interface StoredGeneration {
  id: string;
  state: z.infer<typeof generationRow>["state"];
  createdAt: Date;
  /** The sermon that it writes anew because that one missed. */
  rewriteOf: string | null;
  request: GenerateRequest;
  steps: StepStatuses;
  reasons: StepReasons;
  /** The text written so far. */
  draft: string;
}

export function readGeneration(row: unknown): StoredGeneration | null {
  if (row === null) return null;
  const { id, state, prompt, minutes, voice, reading, rewrite_of, created_at, generation_steps } = generationRow.parse(row);
  const steps = { ...ALL_PENDING };
  const reasons: StepReasons = {};
  for (const { kind, status, error_code } of generation_steps) {
    // "no_text": the step was never started, because the text failed.
    if (kind === "save" || error_code === "no_text") continue;
    steps[kind] = status;
    if (status === "error") reasons[kind] = storedFailure(kind, error_code);
  }
  const text = generation_steps.find(({ kind }) => kind === "text");
  return {
    id,
    state,
    createdAt: new Date(created_at),
    rewriteOf: rewrite_of,
    request: { prompt, minutes, voice, reading: reading ?? undefined },
    steps,
    reasons,
    draft: text?.content ?? text?.draft ?? "",
  };
}

/** The generation of a sermon (same id), polled while it runs. Null if there is none. */
export const generationQuery = (id: string) =>
  queryOptions({
    queryKey: ["generation", id],
    queryFn: async () => {
      const { data, error } = await (
        await getSupabase()
      )
        .from("generations")
        .select(GENERATION_COLUMNS)
        .eq("id", id)
        .maybeSingle();
      if (error) throw error;
      return readGeneration(data);
    },
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
  });
