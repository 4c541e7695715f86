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
  /** Whose helplines belong to it, as `regionOf` names them. */
  region: z.string(),
  state: z.enum(["running", "finished", "failed", "withheld"]),
  saved_at: z.date().nullable(),
});
export type Generation = z.infer<typeof generationRow>;

/** What each step leaves in `generation_steps.output`. Media are paths in their bucket. */
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
  /** Only the first part of a text that was too long. */
  partial: z.boolean().default(false),
});
export const imageOutput = z.object({ path: z.string(), alt: z.string() });
export const saveOutput = z.object({ sermonId: z.uuid() });

/** Notification channel of generations: the payload is the generation's id. A hint only, the rows are the truth. */
export const GENERATION_CHANNEL = "generation";

/** Hex SHA-256: how generate-voice and generate-image recognise what this user was granted. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
