import { createHash } from "node:crypto";
import { z } from "zod";
import { DURATIONS } from "../../shared/constants.ts";
import { VOICES } from "../../shared/voices.ts";

export const STEP_KINDS = ["text", "voice", "image", "save"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** A row of `generations`, as the runner reads it. */
export const generationRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  prompt: z.string(),
  minutes: z.literal(DURATIONS),
  voice: z.enum(VOICES),
  /** False while a voice may still be named; the recording waits for it. */
  voice_chosen: z.boolean(),
  /** Key of the reading that the person chose; null: the likeliest. */
  reading: z.string().nullable(),
  /** Region of the helplines, as `regionOf` names it. */
  region: z.string(),
  state: z.enum(["running", "finished", "failed", "withheld"]),
  saved_at: z.date().nullable(),
});
export type Generation = z.infer<typeof generationRow>;

/** Output of each step in `generation_steps.output`. Media are paths in their bucket. */
export const textOutput = z.object({
  content: z.string(),
  image: z.object({
    theme: z.string(),
    mood: z.enum(["grief", "fear", "longing", "hope", "gratitude", "peace"]),
    seed: z.string(),
  }),
});
export const voiceOutput = z.object({
  path: z.string(),
  voice: z.enum(VOICES),
  seconds: z.number(),
  /** True if only the first part of a long text was recorded. */
  partial: z.boolean().default(false),
  /** Path of the picture that is the file's cover; recordings from before it was kept do not say. */
  cover: z.string().nullish(),
});
export const imageOutput = z.object({
  path: z.string(),
  alt: z.string(),
  /** Name of the composition; pictures from before it was kept have none. */
  scene: z.string().optional(),
});
export const saveOutput = z.object({ sermonId: z.uuid() });

/**
 * Notification channel of generations; the payload is the generation's id. A notification only says that the rows may have
 * changed.
 */
export const GENERATION_CHANNEL = "generation";

/** Hex SHA-256, by which generate-voice and generate-image recognise texts and topics of this user. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
