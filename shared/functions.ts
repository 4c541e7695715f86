import { z } from "zod";
import { type Duration, PURCHASE_MINUTES, TOPIC_MAX_CHARS, VOICE_TEXT_MAX_CHARS } from "./constants.ts";
import { VOICES } from "./voices.ts";

/** Payloads and answers of the server functions (spec section 7). A body `userId` is only compared with the token's. */

/** What PostgreSQL can store: no NUL, no half of a surrogate pair. */
const text = z.string().refine((value) => !value.includes("\0") && value.isWellFormed());

const userId = z.uuid().optional();
const referralCode = text.trim().max(64).nullish();

export const subscriptionStatus = z.object({
  subscribed: z.boolean(),
  trial: z.object({ isInTrial: z.boolean(), canGenerateToday: z.boolean(), generationsLeft: z.number().int().nonnegative() }),
  trialEndsAt: z.string().nullable(),
  /** True while the person may still start the one trial. */
  trialAvailable: z.boolean(),
  status: z.string().nullable(),
  quota: z.object({ baseMinutes: z.number(), additionalMinutes: z.number(), minutesUsed: z.number() }).nullable(),
  /** When a scheduled cancellation ends the access. */
  cancelAt: z.string().nullable().default(null),
  /** Until when a renewal that failed keeps the access. */
  graceEndsAt: z.string().nullable().default(null),
  /** A payment is disputed: there is no access until that is settled. */
  frozen: z.boolean().default(false),
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
    referralCode,
    userId,
    /** The upgrade of who is in the trial: it ends, and the first month is charged now. */
    endTrial: z.boolean().optional(),
  }),
  answer: z.object({ url: z.url(), checkoutUrl: z.url() }),
};

export const createCustomerPortalSession = { body: z.object({}), answer: z.object({ url: z.url() }) };

export const cancelSubscription = {
  body: z.object({}),
  /** `cancelAt`: when access ends. */
  answer: z.object({ success: z.boolean(), error: z.string().optional(), cancelAt: z.iso.datetime() }),
};

export const resumeSubscription = { body: z.object({}), answer: z.object({ success: z.literal(true) }) };

export const purchaseAdditionalMinutes = {
  body: z.object({ minutes: z.int().min(PURCHASE_MINUTES.min).max(PURCHASE_MINUTES.max), referralCode }),
  answer: z.object({ url: z.url() }),
};

export const billingOverview = {
  body: z.object({}),
  answer: z.object({
    /** The provider's word for the subscription; null without one. */
    status: z.string().nullable(),
    plan: z.enum(["premium", "trial"]).nullable(),
    /** When the card is charged next; null if nothing will be. */
    nextBillingDate: z.iso.datetime().nullable(),
    cancelAt: z.iso.datetime().nullable(),
    trialEndsAt: z.iso.datetime().nullable(),
    card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.number().int(), expYear: z.number().int() }).nullable(),
    /** Newest first, purchases of minutes among them; amounts in the currency's smallest unit. */
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.string().nullable(),
        /** How many minutes were bought; null for the subscription's own invoices. */
        minutes: z.number().int().nullable(),
        date: z.iso.datetime(),
        amount: z.number().int(),
        currency: z.string(),
        status: z.enum(["open", "paid", "uncollectible"]),
        url: z.url().nullable(),
      }),
    ),
    priceCents: z.number().int(),
    /** Until when a failed renewal keeps its access. */
    graceEndsAt: z.iso.datetime().nullable(),
  }),
};
export type BillingOverview = z.infer<typeof billingOverview.answer>;

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
    /** Whether a recording that failed is made again; false only waits for it. */
    again: z.boolean().default(true),
  }),
  answer: z.object({
    audioFileName: z.string().optional(),
    voiceSubstituted: z.boolean().optional(),
    message: z.string().optional(),
    error: z.string().optional(),
  }),
};

export const generateImage = {
  body: z.object({
    prompt: text.trim().min(1).max(TOPIC_MAX_CHARS),
    generationId: z.uuid().optional(),
    /** Whether a picture that failed is tried again; false only waits for it. */
    again: z.boolean().default(true),
  }),
  answer: z.object({ fileName: z.string() }),
};

export const deleteAccount = {
  /** The address of the account, typed by its owner. */
  body: z.object({ confirmation: text.trim().min(1).max(255) }),
  /** The account is closed; its deletion goes on after the answer. */
  answer: z.object({ started: z.literal(true) }),
};

/** Answers a ZIP file. */
export const downloadMyData = { body: z.object({}) };

/** Every refusal of a function. `message` is for the person, `code` for programs. */
export const functionError = z.object({ code: z.string(), message: z.string() });
