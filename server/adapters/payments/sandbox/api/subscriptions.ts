import { z } from "zod";
import { resourceMissing, SandboxError } from "../error.ts";
import { endSubscription, putSubscription, startNextPeriod } from "../lifecycle.ts";
import { listOf, type Subscription } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { endpoint, find, pageOf, type Endpoint } from "./endpoint.ts";
import { boolean, integer, metadata, paging, text } from "./parameters.ts";

const STATUSES = ["active", "past_due", "unpaid", "canceled", "incomplete", "incomplete_expired", "trialing", "paused"] as const;

async function findLiving(ledger: Ledger, id: string): Promise<Subscription> {
  const subscription = await find(ledger, "subscription", id);
  // Stripe answers for an ended subscription as for one that never was.
  if (subscription.status === "canceled") throw resourceMissing("subscription", id);
  return subscription;
}

export const subscriptions: Endpoint[] = [
  endpoint("GET", "/subscriptions/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "subscription", id)),

  endpoint(
    "GET",
    "/subscriptions",
    z.strictObject({ ...paging, customer: text.optional(), status: z.enum([...STATUSES, "all", "ended"]).optional() }),
    async ({ ledger }, params) => {
      const where = { customer: params.customer };
      // Without `status` the ended ones are left out, so pages are cut after filtering.
      const all = (await ledger.list("subscription", where, { ...pageOf(params), limit: 1000 })).data.filter((subscription) => {
        if (params.status === "all") return true;
        if (params.status === "ended") return subscription.status === "canceled" || subscription.status === "incomplete_expired";
        return params.status === undefined ? subscription.status !== "canceled" : subscription.status === params.status;
      });
      const data = params.ending_before === undefined ? all.slice(0, params.limit) : all.slice(-params.limit);
      return listOf(data, "/v1/subscriptions", all.length > params.limit);
    },
  ),

  endpoint(
    "POST",
    "/subscriptions/:id",
    z.strictObject({
      cancel_at_period_end: boolean.optional(),
      // Empty: not any more.
      cancel_at: z.union([z.literal(""), integer]).optional(),
      default_payment_method: text.optional(),
      metadata: metadata.optional(),
      trial_end: z.literal("now").optional(),
      proration_behavior: z.literal("none").optional(),
    }),
    async ({ ledger, seller }, params, id) => {
      const before = await findLiving(ledger, id);
      const periodEnd = before.items.data[0]?.current_period_end ?? ledger.now;
      if (params.cancel_at_period_end !== undefined && params.cancel_at !== undefined) {
        throw new SandboxError(400, "You may only specify one of these parameters: cancel_at, cancel_at_period_end.");
      }
      if (typeof params.cancel_at === "number" && params.cancel_at <= ledger.now) {
        throw new SandboxError(400, "cancel_at must be in the future.", { param: "cancel_at" });
      }
      if (params.default_payment_method !== undefined) {
        const method = await find(ledger, "payment_method", params.default_payment_method, "default_payment_method");
        if (method.customer !== before.customer) {
          throw new SandboxError(400, "The payment method must be attached to the customer.", {
            param: "default_payment_method",
          });
        }
      }
      const atPeriodEnd = params.cancel_at_period_end ?? (params.cancel_at === undefined ? before.cancel_at_period_end : false);
      const explicit = params.cancel_at === undefined || params.cancel_at === "" ? null : params.cancel_at;
      const untouched = params.cancel_at_period_end === undefined && params.cancel_at === undefined;
      const cancelAt = untouched ? before.cancel_at : atPeriodEnd ? periodEnd : explicit;
      const after: Subscription = {
        ...before,
        cancel_at: cancelAt,
        cancel_at_period_end: atPeriodEnd,
        canceled_at: cancelAt === null ? null : (before.canceled_at ?? ledger.now),
        default_payment_method: params.default_payment_method ?? before.default_payment_method,
        metadata: { ...before.metadata, ...params.metadata },
      };
      await putSubscription(ledger, after);
      if (params.trial_end === "now" && after.status === "trialing") return startNextPeriod(ledger, seller, after, ledger.now);
      await ledger.emit("customer.subscription.updated", after, {
        cancel_at: before.cancel_at,
        cancel_at_period_end: before.cancel_at_period_end,
      });
      return after;
    },
  ),

  endpoint(
    "DELETE",
    "/subscriptions/:id",
    z.strictObject({ invoice_now: z.literal("false").optional(), prorate: z.literal("false").optional() }),
    async ({ ledger }, _params, id) => endSubscription(ledger, await findLiving(ledger, id), ledger.now),
  ),
];
