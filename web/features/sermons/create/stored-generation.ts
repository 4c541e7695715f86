import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { DURATIONS } from "../../../../shared/constants.ts";
import { VOICES } from "../../../../shared/voices.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { storedTextFailure } from "./failures.ts";
import type { GenerateRequest } from "./generate-sermon.ts";
import { ALL_PENDING, STEP_STATUSES, type StepStatuses } from "./steps.ts";

export const POLL_MS = 1500;
/** Its text is there, and its recording is about to begin. */
const SOON_MS = 400;
const SOON_FOR_MS = 15_000;

/** How long until a generation is read again. */
export function pollAfter({ state, steps, growingKey, createdAt }: StoredGeneration): number | false {
  if (state !== "running") return false;
  const isSoon = steps.text === "completed" && steps.voice !== "completed" && growingKey === null;
  return isSoon && Math.abs(Date.now() - createdAt.getTime()) < SOON_FOR_MS ? SOON_MS : POLL_MS;
}

const generationRow = z.object({
  id: z.uuid(),
  state: z.enum(["running", "finished", "failed", "withheld"]),
  prompt: z.string(),
  minutes: z.literal(DURATIONS),
  voice: z.enum(VOICES),
  reading: z.nullable(z.string()),
  rewrite_of: z.nullable(z.uuid()),
  created_at: z.string(),
  /** Its recording while that is being made. */
  growing_recordings: z.nullish(z.object({ key: z.uuid() })),
  generation_steps: z.array(
    z.object({
      kind: z.enum(["text", "voice", "image", "save"]),
      status: z.enum(STEP_STATUSES),
      error_code: z.nullable(z.string()),
      draft: z.string(),
      /** Of the completed text step. */
      content: z.nullish(z.string()),
      /** Of the completed voice and image steps. */
      path: z.nullish(z.string()),
      /** Of the completed voice step: who speaks, and whether only the first part was recorded. */
      voice: z.nullish(z.string()),
      partial: z.nullish(z.string()),
    }),
  ),
});

export const GENERATION_COLUMNS =
  "id,state,prompt,minutes,voice,reading,rewrite_of,created_at,growing_recordings(key),generation_steps(kind,status,error_code,draft,content:output->>content,path:output->>path,voice:output->>voice,partial:output->>partial)";

/** Passed to the sermon page in the history state (docs/product.md#steps). */
export interface GeneratedSermon {
  content: string;
  audio_url: string | null;
  image_url: string | null;
}

/** A generation as stored on the server. */
export interface StoredGeneration {
  id: string;
  state: z.infer<typeof generationRow>["state"];
  createdAt: Date;
  /** The sermon that it writes anew because that one missed. */
  rewriteOf: string | null;
  request: GenerateRequest;
  steps: StepStatuses;
  /** Why the text failed, for display. */
  reason: string | null;
  /** The text written so far. */
  draft: string;
  audioPath: string | null;
  /** The secret part of the address under which its recording is heard while that is being made; null before its first words. */
  growingKey: string | null;
  imagePath: string | null;
  /** The recording is in another voice than the chosen one, or of a part of the text only. */
  recordedOtherwise: boolean;
  saveFailed: boolean;
}

/** A generation that has just begun, before it was read. */
export const begunGeneration = (id: string, request: GenerateRequest): StoredGeneration => ({
  id,
  state: "running",
  createdAt: new Date(),
  rewriteOf: null,
  request,
  steps: { ...ALL_PENDING, text: "in-progress" },
  reason: null,
  draft: "",
  audioPath: null,
  growingKey: null,
  imagePath: null,
  recordedOtherwise: false,
  saveFailed: false,
});

export function readGeneration(row: unknown): StoredGeneration | null {
  if (row === null) return null;
  const { id, state, prompt, minutes, voice, reading, rewrite_of, created_at, growing_recordings, generation_steps } =
    generationRow.parse(row);
  const steps = { ...ALL_PENDING };
  for (const { kind, status, error_code } of generation_steps) {
    // "no_text": the step was never started, because the text failed.
    if (kind !== "save" && error_code !== "no_text") steps[kind] = status;
  }
  const step = (wanted: string) => generation_steps.find(({ kind }) => kind === wanted);
  const text = step("text");
  const recorded = step("voice");
  return {
    id,
    state,
    createdAt: new Date(created_at),
    rewriteOf: rewrite_of,
    request: { prompt, minutes, voice, reading: reading ?? undefined },
    steps,
    reason: steps.text === "error" ? storedTextFailure(text?.error_code ?? null) : null,
    draft: text?.content ?? text?.draft ?? "",
    audioPath: recorded?.path ?? null,
    growingKey: growing_recordings?.key ?? null,
    imagePath: step("image")?.path ?? null,
    recordedOtherwise: recorded?.partial === "true" || (recorded?.voice ?? voice) !== voice,
    saveFailed: step("save")?.status === "error",
  };
}

export async function askForGeneration(id: string): Promise<StoredGeneration | null> {
  const generations = (await getSupabase()).from("generations").select(GENERATION_COLUMNS);
  const { data, error } = await generations.eq("id", id).maybeSingle();
  if (error) throw error;
  return readGeneration(data);
}

/** The generation of a sermon (same id), polled while it runs. Null if there is none. */
export const generationQuery = (id: string) =>
  queryOptions({
    queryKey: ["generation", id],
    queryFn: () => askForGeneration(id),
    refetchInterval: ({ state }) => (state.data ? pollAfter(state.data) : false),
  });
