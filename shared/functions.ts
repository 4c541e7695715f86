import * as z from "zod/mini";
import { type Duration, PURCHASE_MINUTES, TOPIC_MAX_CHARS, VOICE_TEXT_MAX_CHARS } from "./constants.ts";
import { emailAddress } from "@lampstand/supabase-server/email-address";
import { postgresText } from "./postgres-text.ts";
import { VOICES } from "./voices.ts";

/** Payloads and answers of the server functions (docs/product.md#functions). A body `userId` is only compared with the token's. */

const userId = z.optional(z.uuid());
const referralCode = z.nullish(postgresText.check(z.trim(), z.maxLength(64)));

export const subscriptionStatus = z.object({
  subscribed: z.boolean(),
  trial: z.object({ isInTrial: z.boolean(), canGenerateToday: z.boolean(), generationsLeft: z.int().check(z.nonnegative()) }),
  trialEndsAt: z.nullable(z.string()),
  /** True while the person may still start the one trial. */
  trialAvailable: z.boolean(),
  status: z.nullable(z.string()),
  quota: z.nullable(z.object({ baseMinutes: z.number(), additionalMinutes: z.number(), minutesUsed: z.number() })),
  /** When a scheduled cancellation ends the access. */
  cancelAt: z._default(z.nullable(z.string()), null),
  /** Until when a renewal that failed keeps the access. */
  graceEndsAt: z._default(z.nullable(z.string()), null),
  /** A payment is disputed: there is no access until that is settled. */
  frozen: z._default(z.boolean(), false),
});
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>;

export const checkSubscription = {
  body: z.object({ userId, stripeCustomerId: z.nullish(z.string()) }),
  answer: subscriptionStatus,
};

export const createCheckoutSession = {
  body: z.object({
    email: emailAddress,
    name: z.optional(postgresText.check(z.trim(), z.minLength(2), z.maxLength(200))),
    referralCode,
    userId,
    /** The upgrade of who is in the trial: it ends, and the first month is charged now. */
    endTrial: z.optional(z.boolean()),
  }),
  answer: z.object({ url: z.url(), checkoutUrl: z.url() }),
};

export const createCustomerPortalSession = { body: z.object({}), answer: z.object({ url: z.url() }) };

export const cancelSubscription = {
  body: z.object({}),
  /** `cancelAt`: when access ends. */
  answer: z.object({ success: z.boolean(), error: z.optional(z.string()), cancelAt: z.iso.datetime() }),
};

export const resumeSubscription = { body: z.object({}), answer: z.object({ success: z.literal(true) }) };

export const purchaseAdditionalMinutes = {
  body: z.object({ minutes: z.int().check(z.gte(PURCHASE_MINUTES.min), z.lte(PURCHASE_MINUTES.max)), referralCode }),
  answer: z.object({ url: z.url() }),
};

export const billingOverview = {
  body: z.object({}),
  answer: z.object({
    /** The provider's word for the subscription; null without one. */
    status: z.nullable(z.string()),
    plan: z.nullable(z.enum(["premium", "trial"])),
    /** When the card is charged next; null if nothing will be. */
    nextBillingDate: z.nullable(z.iso.datetime()),
    cancelAt: z.nullable(z.iso.datetime()),
    trialEndsAt: z.nullable(z.iso.datetime()),
    card: z.nullable(z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() })),
    /** Newest first, purchases of minutes among them; amounts in the currency's smallest unit. */
    invoices: z.array(
      z.object({
        id: z.string(),
        number: z.nullable(z.string()),
        /** How many minutes were bought; null for the subscription's own invoices. */
        minutes: z.nullable(z.int()),
        date: z.iso.datetime(),
        amount: z.int(),
        /** Of what was paid. */
        refunded: z.int(),
        currency: z.string(),
        status: z.enum(["open", "paid", "uncollectible"]),
        url: z.nullable(z.url()),
      }),
    ),
    priceCents: z.int(),
    /** Until when a failed renewal keeps its access. */
    graceEndsAt: z.nullable(z.iso.datetime()),
  }),
};
export type BillingOverview = z.infer<typeof billingOverview.answer>;

export const completeSignUp = {
  body: z.object({ session_id: postgresText.check(z.minLength(1), z.maxLength(255)), user_id: z.uuid() }),
  answer: z.object({ success: z.literal(true), profileSaved: z.boolean() }),
};

export const generateSermon = {
  body: z.object({
    prompt: postgresText.check(z.trim(), z.minLength(1), z.maxLength(TOPIC_MAX_CHARS)),
    duration: z.pipe(
      z.enum(["5", "10"]),
      z.transform((minutes) => Number(minutes) as Duration),
    ),
    userId,
    voice: z.optional(z.enum(VOICES)),
    /** Same key, same generation: a double click or a retry joins. */
    idempotencyKey: z.optional(z.uuid()),
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
    text: postgresText.check(z.minLength(1), z.maxLength(VOICE_TEXT_MAX_CHARS)),
    voice: z.enum(VOICES),
    userId,
    generationId: z.optional(z.uuid()),
    /** Whether a recording that failed is made again; false only waits for it. */
    again: z._default(z.boolean(), true),
  }),
  answer: z.object({
    audioFileName: z.optional(z.string()),
    voiceSubstituted: z.optional(z.boolean()),
    message: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
};

export const generateImage = {
  body: z.object({
    prompt: postgresText.check(z.trim(), z.minLength(1), z.maxLength(TOPIC_MAX_CHARS)),
    generationId: z.optional(z.uuid()),
    /** Whether a picture that failed is tried again; false only waits for it. */
    again: z._default(z.boolean(), true),
  }),
  answer: z.object({ fileName: z.string() }),
};

export const deleteAccount = {
  /** The address of the account, typed by its owner. */
  body: z.object({ confirmation: postgresText.check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  /** The account is closed; its deletion goes on after the answer. */
  answer: z.object({ started: z.literal(true) }),
};

/** Answers a ZIP file. */
export const downloadMyData = { body: z.object({}) };

/** Every refusal of a function. `message` is for the person, `code` for programs. */
export const functionError = z.object({ code: z.string(), message: z.string() });
