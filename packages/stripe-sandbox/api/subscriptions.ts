import { z } from "zod";
import { needAttached } from "../engine/cards.ts";
import { paymentError } from "../engine/collection.ts";
import { intentOf } from "../engine/invoices.ts";
import { createSubscription, endTrial, resumeSubscription } from "../engine/periods.ts";
import { endSubscription, hasEnded, keepSubscription, withEnd } from "../engine/subscriptions.ts";
import { resourceMissing, SandboxError } from "../error.ts";
import { itemOf, planOf } from "../objects/subscription.ts";
import { listOf, type Price, type Subscription } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { checkCursors, endpoint, find, toChange, type ApiContext, type Endpoint } from "./endpoint.ts";
import { boolean, clearable, integer, mergeMetadata, metadata, paging, text, timestamp } from "./parameters.ts";

const STATUSES = ["active", "past_due", "unpaid", "canceled", "incomplete", "incomplete_expired", "trialing", "paused"] as const;
const quantity = integer.pipe(z.number().min(1).max(999_999));
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel", "create_invoice", "pause"]) }),
});

async function requireActiveSubscription(context: ApiContext, id: string): Promise<{ ledger: Ledger; object: Subscription }> {
  const found = await toChange(context, "subscription", id);
  // For an ended subscription Stripe responds as for a missing one.
  if (hasEnded(found.object)) throw resourceMissing("subscription", id);
  return found;
}

async function recurring(ledger: Ledger, id: string): Promise<Price> {
  const price = await find(ledger, "price", id, "items[0][price]");
  if (price.type !== "recurring") throw new SandboxError(400, `The price ${id} is not recurring.`, { param: "items[0][price]" });
  return price;
}

const updateParameters = z.strictObject({
  cancel_at_period_end: boolean.optional(),
  cancel_at: clearable(z.union([z.enum(["min_period_end", "max_period_end"]), timestamp])).optional(),
  default_payment_method: clearable(text).optional(),
  items: z
    .array(z.strictObject({ id: text, price: text.optional(), quantity: quantity.optional() }))
    .length(1)
    .optional(),
  metadata: clearable(metadata).optional(),
  off_session: boolean.optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete", "pending_if_incomplete"]).default("allow_incomplete"),
  proration_behavior: z.literal("none").optional(),
  trial_end: z.literal("now").optional(),
  trial_settings: trialSettings.optional(),
});
type Update = z.output<typeof updateParameters>;

const PENDING_SUPPORTS = new Set(["payment_behavior", "proration_behavior", "trial_end", "off_session"]);

/** The cancellation that the parameters schedule; undefined for no change. */
function endOf(params: Update, before: Subscription, now: number): { cancelAt: number | null; atPeriodEnd: boolean } | undefined {
  const { cancel_at: at, cancel_at_period_end: flag } = params;
  const periodEnd = itemOf(before).current_period_end;
  if (flag !== undefined && at !== undefined) {
    throw new SandboxError(400, "You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
  }
  if (flag !== undefined) return { cancelAt: flag ? periodEnd : null, atPeriodEnd: flag };
  if (at === undefined) return undefined;
  if (typeof at === "number" && at <= now)
    throw new SandboxError(400, "cancel_at must be in the future.", { param: "cancel_at" });
  return { cancelAt: at === "" ? null : typeof at === "number" ? at : periodEnd, atPeriodEnd: false };
}

/** Another price or quantity, from the next period on; the current one is not prorated. */
async function itemsOf(ledger: Ledger, params: Update, before: Subscription): Promise<Subscription["items"]> {
  const [change] = params.items ?? [];
  if (!change) return before.items;
  const item = itemOf(before);
  if (change.id !== item.id) throw resourceMissing("subscription item", change.id, "items[0][id]");
  if (params.proration_behavior !== "none") {
    throw new SandboxError(400, "This sandbox does not prorate: pass `proration_behavior=none`.", {
      param: "proration_behavior",
    });
  }
  const price = change.price === undefined ? item.price : await recurring(ledger, change.price);
  if (price.currency !== item.price.currency || price.recurring?.interval !== item.price.recurring?.interval) {
    throw new SandboxError(400, "This sandbox does not change a subscription's currency or interval.", {
      param: "items[0][price]",
    });
  }
  const after = { ...item, price, plan: planOf(price), quantity: change.quantity ?? item.quantity ?? 1 };
  return { ...before.items, data: [after] };
}

export const subscriptions: Endpoint[] = [
  endpoint(
    "POST",
    "/subscriptions",
    z.strictObject({
      customer: text,
      items: z.array(z.strictObject({ price: text, quantity: quantity.default(1) })).length(1),
      default_payment_method: text.optional(),
      metadata: metadata.optional(),
      off_session: boolean.optional(),
      payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).default("allow_incomplete"),
      trial_end: timestamp.optional(),
      trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
      trial_settings: trialSettings.optional(),
    }),
    async (context, params) => {
      const { ledger, object: customer } = await toChange(context, "customer", params.customer);
      const [item] = params.items;
      const price = await recurring(ledger, item?.price ?? "");
      const card = params.default_payment_method;
      if (card !== undefined) await needAttached(ledger, customer.id, card, "default_payment_method");
      if (params.trial_end !== undefined && params.trial_end <= ledger.now) {
        throw new SandboxError(400, "Invalid timestamp: must be an integer Unix timestamp in the future.", {
          param: "trial_end",
        });
      }
      const days = params.trial_period_days;
      const subscription = await createSubscription(
        ledger,
        context.seller,
        {
          customer,
          price,
          quantity: item?.quantity ?? 1,
          trialEnd: params.trial_end ?? (days === undefined ? null : ledger.now + days * 86_400),
          paymentMethod: card ?? null,
          metadata: params.metadata ?? {},
          missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method,
        },
        { onSession: !params.off_session },
      );
      if (params.payment_behavior === "error_if_incomplete" && subscription.status === "incomplete") {
        const intent = await intentOf(ledger, await ledger.get("invoice", subscription.latest_invoice));
        if (intent) throw paymentError(intent, "subscription");
      }
      return subscription;
    },
  ),

  endpoint("GET", "/subscriptions/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "subscription", id)),

  endpoint(
    "GET",
    "/subscriptions",
    z.strictObject({
      ...paging,
      customer: text.optional(),
      status: z.enum([...STATUSES, "all", "ended"]).optional(),
      test_clock: text.optional(),
    }),
    async ({ ledger }, params) => {
      // Subscriptions of test clocks are omitted unless filtered by customer or clock.
      const clock = params.test_clock ?? (params.customer === undefined ? null : undefined);
      const where = { customer: params.customer, test_clock: clock };
      await checkCursors(ledger, "subscription", params);
      // Without `status` ended ones are omitted, so the page is cut after filtering.
      const page = { limit: 1000, startingAfter: params.starting_after, endingBefore: params.ending_before, ...params.created };
      const all = (await ledger.list("subscription", where, page)).data.filter((subscription) => {
        if (params.status === "all") return true;
        if (params.status === "ended") return hasEnded(subscription);
        return params.status === undefined ? subscription.status !== "canceled" : subscription.status === params.status;
      });
      const data = params.ending_before === undefined ? all.slice(0, params.limit) : all.slice(-params.limit);
      return listOf(data, "/v1/subscriptions", all.length > params.limit);
    },
  ),

  endpoint("POST", "/subscriptions/:id", updateParameters, async (context, params, id) => {
    const { ledger, object: before } = await requireActiveSubscription(context, id);
    if (params.payment_behavior === "pending_if_incomplete") {
      const unsupported = Object.entries(params).find(([name, value]) => value !== undefined && !PENDING_SUPPORTS.has(name));
      if (unsupported) {
        throw new SandboxError(400, `\`${unsupported[0]}\` can't be changed with \`payment_behavior=pending_if_incomplete\`.`, {
          param: unsupported[0],
        });
      }
    }
    if (params.default_payment_method)
      await needAttached(ledger, before.customer, params.default_payment_method, "default_payment_method");
    const end = endOf(params, before, ledger.now);
    const ending = end ? withEnd(before, end, ledger.now) : before;
    const after: Subscription = {
      ...ending,
      default_payment_method:
        params.default_payment_method === undefined ? before.default_payment_method : params.default_payment_method || null,
      items: await itemsOf(ledger, params, before),
      metadata: mergeMetadata(before.metadata, params.metadata),
      trial_settings: params.trial_settings
        ? { end_behavior: { billing_cycle_anchor: null, ...params.trial_settings.end_behavior } }
        : before.trial_settings,
    };
    await keepSubscription(ledger, before, after);
    const endsTrial = params.trial_end === "now" && after.status === "trialing";
    return endsTrial ? endTrial(ledger, context.seller, after, params.payment_behavior) : after;
  }),

  endpoint(
    "DELETE",
    "/subscriptions/:id",
    z.strictObject({
      cancellation_details: z
        .strictObject({
          comment: text.optional(),
          feedback: z
            .enum([
              "customer_service",
              "low_quality",
              "missing_features",
              "other",
              "switched_service",
              "too_complex",
              "too_expensive",
              "unused",
            ])
            .optional(),
        })
        .optional(),
      invoice_now: z.literal("false").optional(),
      prorate: z.literal("false").optional(),
    }),
    async (context, params, id) => {
      const { ledger, object } = await requireActiveSubscription(context, id);
      return endSubscription(ledger, object, { reason: "cancellation_requested", ...params.cancellation_details });
    },
  ),

  endpoint(
    "POST",
    "/subscriptions/:id/resume",
    z.strictObject({
      billing_cycle_anchor: z.strictObject({ type: z.literal("now") }).optional(),
      payment_behavior: z.literal("resume_on_payment_attempt").optional(),
      proration_behavior: z.literal("none").optional(),
    }),
    async (context, _params, id) => {
      const { ledger, object } = await requireActiveSubscription(context, id);
      return resumeSubscription(ledger, context.seller, object);
    },
  ),
];
