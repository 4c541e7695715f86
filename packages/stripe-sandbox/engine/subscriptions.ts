import type { DeclineCode } from "../objects/card.ts";
import { itemOf, periodEnd } from "../objects/subscription.ts";
import { previousAttributes, type EventType, type PaymentMethod, type Subscription } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { putInvoice } from "./invoices.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Seconds in which a first payment or a pending update has to be paid; then it expires. */
export const PAYMENT_WINDOW = 23 * HOUR;

/** Seconds before the end of a trial, and before a renewal, at which they are announced by an event. */
export const TRIAL_NOTICE = 3 * DAY;
export const RENEWAL_NOTICE = 7 * DAY;

export function hasEnded({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Time of the subscription's next scheduled change or announcement; null once it has ended. */
export function dueAt(subscription: Subscription, now: number): number | null {
  if (hasEnded(subscription)) return null;
  if (subscription.status === "incomplete") return subscription.created + PAYMENT_WINDOW;
  const end = itemOf(subscription).current_period_end;
  const paused = subscription.status === "paused";
  const announced = [subscription.trial_end === null ? 0 : subscription.trial_end - TRIAL_NOTICE, end - RENEWAL_NOTICE];
  const turns = [
    ...(paused ? [] : [end, ...announced.filter((at) => at > now)]),
    subscription.cancel_at ?? Infinity,
    subscription.pending_update?.expires_at ?? Infinity,
  ];
  const next = Math.min(...turns);
  return next === Infinity ? null : next;
}

/** Stores a changed subscription and emits the event; an update that changes nothing emits none. */
export async function keepSubscription(
  ledger: Ledger,
  before: Subscription,
  after: Subscription,
  type: EventType = "customer.subscription.updated",
): Promise<Subscription> {
  await ledger.put(after, { dueAt: dueAt(after, ledger.now) });
  const previous = previousAttributes(before, after);
  if (previous || type !== "customer.subscription.updated") await ledger.emit(type, after, previous);
  return after;
}

/** The card to charge: the subscription's, else the customer's. */
export async function cardOf(ledger: Ledger, subscription: Subscription): Promise<PaymentMethod | null> {
  const customer = await ledger.get("customer", subscription.customer);
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return id === null ? null : ledger.find("payment_method", id);
}

/** The subscription in the period that begins at `start`; months are counted from `anchor`. Unix seconds. */
export function inPeriod(subscription: Subscription, start: number, anchor: number): Subscription {
  const item = itemOf(subscription);
  const period = { current_period_start: start, current_period_end: periodEnd(item.price, anchor, start) };
  return {
    ...subscription,
    billing_cycle_anchor: anchor,
    items: { ...subscription.items, data: [{ ...item, ...period }] },
  };
}

export function periodOf(subscription: Subscription): { start: number; end: number } {
  const item = itemOf(subscription);
  return { start: item.current_period_start, end: item.current_period_end };
}

/** Ends a subscription; its open invoices are not retried. */
export async function endSubscription(
  ledger: Ledger,
  before: Subscription,
  details: { reason: "cancellation_requested" | "payment_failed"; comment?: string | undefined; feedback?: Feedback | undefined },
): Promise<Subscription> {
  for (const status of ["draft", "open"]) {
    const where = { status, parent: { subscription_details: { subscription: before.id } } };
    for (const invoice of (await ledger.list("invoice", where)).data) {
      await putInvoice(ledger, { ...invoice, auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null });
    }
  }
  const { reason, comment = null, feedback = null } = details;
  const ended: Subscription = {
    ...before,
    cancel_at_period_end: false,
    canceled_at: before.canceled_at ?? ledger.now,
    cancellation_details: { comment, feedback, feedback_option: null, reason },
    ended_at: ledger.now,
    pending_update: null,
    status: "canceled",
  };
  return keepSubscription(ledger, before, ended, "customer.subscription.deleted");
}

export type Feedback = NonNullable<NonNullable<Subscription["cancellation_details"]>["feedback"]>;

/** The subscription with a scheduled end (Unix seconds), or with none (null). */
export function withEnd(before: Subscription, end: { cancelAt: number | null; atPeriodEnd: boolean }, now: number): Subscription {
  const scheduled = end.cancelAt !== null;
  return {
    ...before,
    cancel_at: end.cancelAt,
    cancel_at_period_end: end.atPeriodEnd,
    canceled_at: scheduled ? (before.canceled_at ?? now) : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: scheduled ? "cancellation_requested" : null,
    },
  };
}

/** Makes the next automatic charge decline, whatever the card. */
export async function failNextCharge(ledger: Ledger, subscription: Subscription, decline: DeclineCode): Promise<void> {
  await ledger.put(subscription, { dueAt: dueAt(subscription, ledger.now), hidden: { failNext: decline } });
}
