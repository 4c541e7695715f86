import * as z from "zod/mini";
import { emailAddress } from "@lampstand/supabase-server/email-address";
import { PURCHASE_MINUTES } from "../constants.ts";
import { postgresText } from "../postgres-text.ts";
import { defineEndpoint } from "./endpoint.ts";

const referralCode = z.nullish(postgresText.check(z.trim(), z.maxLength(64)));
const empty = z.object({});
/** The server writes milliseconds and Z; a browser may have kept an older answer. */
const moment = z.iso.datetime({ offset: true });

export const checkSubscription = defineEndpoint({
  name: "check-subscription",
  caller: "member",
  bodyBeforeSignIn: true,
  operators: true,
  /** The customer is the user's own: `stripeCustomerId` decides nothing. */
  body: z.object({ userId: z.optional(z.uuid()), stripeCustomerId: z.nullish(z.string()) }),
  answer: z.object({
    subscribed: z.boolean(),
    trial: z.object({ isInTrial: z.boolean(), canGenerateToday: z.boolean(), generationsLeft: z.int().check(z.nonnegative()) }),
    trialEndsAt: z.nullable(moment),
    /** True while the person may still start the one trial. */
    trialAvailable: z.boolean(),
    status: z.nullable(z.string()),
    quota: z.nullable(z.object({ baseMinutes: z.number(), additionalMinutes: z.number(), minutesUsed: z.number() })),
    /** When a scheduled cancellation ends the access. */
    cancelAt: z._default(z.nullable(moment), null),
    /** Until when a renewal that failed keeps the access. */
    graceEndsAt: z._default(z.nullable(moment), null),
    /** A payment is disputed: there is no access until that is settled. */
    frozen: z._default(z.boolean(), false),
    /** While today's sermon of the trial is used: from when the next one may be generated. Null when no day is left. */
    nextSermonAt: z._default(z.nullable(moment), null),
    /** When the card is charged for the next month; null if it will not be. */
    nextChargeAt: z._default(z.nullable(moment), null),
    /** Of a subscriber: whether more minutes are sold now. */
    canBuyMinutes: z._default(z.boolean(), true),
  }),
});
export type SubscriptionStatus = z.infer<typeof checkSubscription.answer>;

export const createCheckoutSession = defineEndpoint({
  name: "create-checkout-session",
  caller: "visitor-or-member",
  limits: ["addressFunction"],
  body: z.object({
    email: emailAddress,
    name: z.optional(postgresText.check(z.trim(), z.minLength(2), z.maxLength(200))),
    referralCode,
    userId: z.optional(z.uuid()),
    /** The upgrade of who is in the trial: it ends, and the first month is charged now. */
    endTrial: z.optional(z.boolean()),
  }),
  answer: z.object({ url: z.url(), checkoutUrl: z.url() }),
});

export const completeSignUp = defineEndpoint({
  name: "complete-sign-up",
  caller: "visitor-or-member",
  limits: ["addressFunction"],
  body: z.object({ session_id: postgresText.check(z.minLength(1), z.maxLength(255)), user_id: z.uuid() }),
  answer: z.object({ success: z.literal(true), profileSaved: z.boolean() }),
});

export const createCustomerPortalSession = defineEndpoint({
  name: "create-customer-portal-session",
  caller: "member",
  body: empty,
  answer: z.object({ url: z.url() }),
});

export const cancelSubscription = defineEndpoint({
  name: "cancel-subscription",
  caller: "member",
  body: empty,
  /** `cancelAt`: when access ends. */
  answer: z.object({ success: z.boolean(), error: z.optional(z.string()), cancelAt: z.iso.datetime() }),
});

export const resumeSubscription = defineEndpoint({
  name: "resume-subscription",
  caller: "member",
  body: empty,
  answer: z.object({ success: z.literal(true) }),
});

export const purchaseAdditionalMinutes = defineEndpoint({
  name: "purchase-additional-minutes",
  caller: "member",
  body: z.object({ minutes: z.int().check(z.gte(PURCHASE_MINUTES.min), z.lte(PURCHASE_MINUTES.max)), referralCode }),
  answer: z.object({ url: z.url() }),
});

export const billingOverview = defineEndpoint({
  name: "billing-overview",
  caller: "member",
  body: empty,
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
    /** What the minutes of the present month, and bought ones within it, went to; newest first. */
    minutesUsed: z.array(
      z.object({
        sermonId: z.uuid(),
        state: z.enum(["kept", "making", "deleted"]),
        /** The sermon's topic, shortened; null unless it is kept. */
        title: z.nullable(z.string()),
        date: z.iso.datetime(),
        seconds: z.int(),
        /** Of `seconds`, what was taken of bought minutes. */
        boughtSeconds: z.int(),
      }),
    ),
    priceCents: z.int(),
    /** Until when a failed renewal keeps its access. */
    graceEndsAt: z.nullable(z.iso.datetime()),
  }),
});
export type BillingOverview = z.infer<typeof billingOverview.answer>;
