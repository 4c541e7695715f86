import { z } from "zod";
import { type Duration, TOPIC_MAX_CHARS, VOICE_TEXT_MAX_CHARS } from "./constants.ts";
import { VOICES } from "./voices.ts";

/** Payloads and answers of the server functions (spec section 7). A body `userId` is only compared with the token's. */

/** What PostgreSQL can store: no NUL, no half of a surrogate pair. */
const text = z.string().refine((value) => !value.includes("\0") && value.isWellFormed());

const userId = z.uuid().optional();

export const subscriptionStatus = z.object({
  subscribed: z.boolean(),
  trial: z.object({ isInTrial: z.boolean(), canGenerateToday: z.boolean(), generationsLeft: z.number().int().nonnegative() }),
  trialEndsAt: z.string().nullable(),
  /** True while the person may still start the one trial. */
  trialAvailable: z.boolean(),
  status: z.string().nullable(),
  quota: z.object({ baseMinutes: z.number(), additionalMinutes: z.number(), minutesUsed: z.number() }).nullable(),
});
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

export const checkSubscription = {
  body: z.object({ userId, stripeCustomerId: z.string().nullish() }),
  answer: subscriptionStatus,
};

export const createCheckoutSession = {
  body: z.object({
    email: z.email().max(255),
    name: text.trim().min(2).max(200).optional(),
    referralCode: text.trim().max(64).nullish(),
    userId,
  }),
  answer: z.object({ url: z.url(), checkoutUrl: z.url() }),
};

export const completeSignUp = {
  body: z.object({ session_id: text.min(1).max(255), user_id: z.uuid() }),
  answer: z.object({ success: z.literal(true), profileSaved: z.boolean() }),
};

export const generateSermon = {
  body: z.object({
    prompt: text.trim().min(1).max(TOPIC_MAX_CHARS),
    duration: z.enum(["5", "10"]).transform((minutes) => Number(minutes) as Duration),
    userId,
    voice: z.enum(VOICES).optional(),
    /** Same key, same generation: a double click or a retry joins. */
    idempotencyKey: z.uuid().optional(),
  }),
  answer: z.union([
    z.object({ sermon: z.string(), generationId: z.uuid() }),
    z.object({
      crisis: z.object({
        kind: z.enum(["self-harm", "abuse", "medical", "harm-to-others"]),
        message: z.string(),
        helplines: z.array(z.object({ name: z.string(), contact: z.string(), href: z.string(), note: z.string() })),
      }),
    }),
  ]),
};
export type GenerateSermonAnswer = z.infer<typeof generateSermon.answer>;
export type CrisisAnswer = Extract<GenerateSermonAnswer, { crisis: unknown }>["crisis"];

export const generateVoice = {
  body: z.object({
    text: text.min(1).max(VOICE_TEXT_MAX_CHARS),
    voice: z.enum(VOICES),
    userId,
    generationId: z.uuid().optional(),
  }),
  answer: z.object({
    audioFileName: z.string().optional(),
    voiceSubstituted: z.boolean().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
  }),
};

export const generateImage = {
  body: z.object({ prompt: text.trim().min(1).max(TOPIC_MAX_CHARS), generationId: z.uuid().optional() }),
  answer: z.object({ fileName: z.string() }),
};

/** Every refusal of a function. `message` is for the person, `code` for programs. */
export const functionError = z.object({ code: z.string(), message: z.string() });
