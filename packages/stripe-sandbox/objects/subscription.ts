import { newId } from "./id.ts";
import { listOf, type Customer, type Metadata, type Price, type Subscription } from "./wire.ts";

/** `anchor` plus `count` intervals: the same day of the month, or the month's last if it has no such day. Unix seconds. */
function plusIntervals(anchor: number, interval: "month" | "year", count: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (interval === "year" ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

/** End of the billing period that starts at `start`, counted from the anchor so that a short month does not move later ones. */
export function periodEnd(price: Price, anchor: number, start: number): number {
  const interval = price.recurring?.interval === "year" ? "year" : "month";
  for (let count = 1; ; count++) {
    const end = plusIntervals(anchor, interval, count);
    if (end > start) return end;
  }
}

export function itemOf(subscription: Subscription): Subscription["items"]["data"][number] {
  const item = subscription.items.data[0];
  if (!item) throw new Error("a subscription has an item");
  return item;
}

export interface SubscriptionFacts {
  customer: Customer;
  price: Price;
  quantity: number;
  /** Unix seconds; null: charged at once. */
  trialEnd: number | null;
  paymentMethod: string | null;
  metadata: Metadata;
  /** What happens if there is no card when the trial ends. */
  missingPaymentMethod?: "cancel" | "create_invoice" | "pause" | undefined;
}

/** In its trial, or incomplete until its first invoice is paid. */
export function newSubscription(facts: SubscriptionFacts, now: number): Subscription {
  const { price, trialEnd } = facts;
  const id = newId("sub");
  const anchor = trialEnd ?? now;
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: price.currency,
    customer: facts.customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: "self" } },
    items: listOf(
      [
        {
          id: newId("si", 14),
          object: "subscription_item" as const,
          billing_thresholds: null,
          created: now,
          current_period_end: trialEnd ?? periodEnd(price, now, now),
          current_period_start: now,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price,
          quantity: facts.quantity,
          subscription: id,
          tax_rates: [],
        },
      ],
      `/v1/subscription_items?subscription=${id}`,
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: facts.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: "off" },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? "incomplete" : "trialing",
    test_clock: facts.customer.test_clock ?? null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: facts.missingPaymentMethod ?? "create_invoice" },
    },
    trial_start: trialEnd === null ? null : now,
  };
}

// Items still have `plan`, the older form of their price.
export function planOf(price: Price): Subscription["items"]["data"][number]["plan"] {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
