import { SandboxError } from "../error.ts";
import type { Invoice, PaymentIntent, Subscription } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { collect, finalizeInvoice, putInvoice, setDelinquent, voidInvoice } from "./invoices.ts";
import type { Attempt } from "./payments.ts";
import type { Seller } from "./seller.ts";
import { cardOf, dueAt, endSubscription, hasEnded, inPeriod, keepSubscription } from "./subscriptions.ts";

const DAY = 86_400;
/** Waits before a failed renewal is tried again (https://docs.stripe.com/billing/revenue-recovery/smart-retries#custom-retry-schedule). */
const RETRIES = [3 * DAY, 5 * DAY, 7 * DAY] as const;

export function subscriptionOf(invoice: Invoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null;
}

/** Tries to collect an open invoice, and updates its subscription. `automatic`: without the person. */
export async function collectInvoice(
  ledger: Ledger,
  seller: Seller,
  open: Invoice,
  attempt: Attempt & { automatic?: boolean },
): Promise<Invoice> {
  const invoice = await collect(ledger, open, attempt);
  const subscription = await ledger.get("subscription", subscriptionOf(invoice));
  const pending = subscription.pending_update !== null && subscription.latest_invoice === invoice.id;
  if (invoice.status === "paid") {
    if (pending) await applyPendingUpdate(ledger, subscription, invoice);
    else if (["incomplete", "past_due", "unpaid"].includes(subscription.status) && !(await owes(ledger, subscription)))
      await keepSubscription(ledger, subscription, { ...subscription, status: "active" });
    return invoice;
  }
  if (pending || hasEnded(subscription) || subscription.status === "incomplete" || invoice.status === "uncollectible")
    return invoice;
  await setDelinquent(ledger, invoice.customer, true);
  if (subscription.status === "active") await keepSubscription(ledger, subscription, { ...subscription, status: "past_due" });
  return attempt.automatic ? scheduleRetry(ledger, seller, invoice) : invoice;
}

export async function collectAutomatically(
  ledger: Ledger,
  seller: Seller,
  invoice: Invoice,
  onSession = false,
): Promise<Invoice> {
  const subscription = await ledger.get("subscription", subscriptionOf(invoice));
  const { failNext } = await ledger.hidden("subscription", subscription.id);
  if (failNext && !onSession) await ledger.put(subscription, { dueAt: dueAt(subscription, ledger.now), hidden: {} });
  return collectInvoice(ledger, seller, invoice, {
    method: await cardOf(ledger, subscription),
    onSession,
    forced: onSession ? undefined : failNext,
    automatic: true,
  });
}

/** Finalizes a subscription's draft and charges the card that it has. */
export async function chargeDraft(ledger: Ledger, seller: Seller, draft: Invoice, onSession: boolean): Promise<Invoice> {
  const invoice = await finalizeInvoice(ledger, seller, draft);
  return invoice.status === "open" ? collectAutomatically(ledger, seller, invoice, onSession) : invoice;
}

/** Whether one of its invoices is open. */
async function owes(ledger: Ledger, subscription: Subscription): Promise<boolean> {
  const where = { status: "open", parent: { subscription_details: { subscription: subscription.id } } };
  return (await ledger.list("invoice", where, { limit: 1 })).data.length > 0;
}

/** Schedules the next retry; after the last one the subscription gets the status `afterRetries`. */
async function scheduleRetry(ledger: Ledger, seller: Seller, invoice: Invoice): Promise<Invoice> {
  const { retries = 0 } = await ledger.hidden("invoice", invoice.id);
  const wait = RETRIES[retries];
  if (wait !== undefined) {
    const scheduled = { ...invoice, next_payment_attempt: ledger.now + wait };
    await putInvoice(ledger, scheduled, { retries: retries + 1 });
    await ledger.emit("invoice.updated", scheduled, { next_payment_attempt: invoice.next_payment_attempt });
    return scheduled;
  }
  const givenUp = { ...invoice, auto_advance: false, next_payment_attempt: null };
  await putInvoice(ledger, givenUp);
  const subscription = await ledger.get("subscription", subscriptionOf(invoice));
  if (seller.afterRetries === "canceled") await endSubscription(ledger, subscription, { reason: "payment_failed" });
  else await keepSubscription(ledger, subscription, { ...subscription, status: "unpaid" });
  return givenUp;
}

export async function applyPendingUpdate(ledger: Ledger, before: Subscription, invoice: Invoice): Promise<void> {
  const start = invoice.lines.data[0]?.period.start ?? ledger.now;
  const after: Subscription = { ...inPeriod(before, start, start), pending_update: null, status: "active", trial_end: start };
  // An update that was paid at once was never pending, so there is no event.
  if (start < ledger.now) await ledger.emit("customer.subscription.pending_update_applied", after);
  await keepSubscription(ledger, before, after);
}

/** Drops a pending update and its invoice; the subscription is unchanged. */
export async function dropPendingUpdate(ledger: Ledger, before: Subscription): Promise<Subscription> {
  if (!before.pending_update) return before;
  const invoice = await ledger.get("invoice", before.latest_invoice);
  if (invoice.status === "open") await voidInvoice(ledger, invoice);
  return keepSubscription(ledger, before, { ...before, pending_update: null }, "customer.subscription.pending_update_expired");
}

/** Updates a subscription whose invoice is no longer expected to be paid: an incomplete one expires, others recover if none is open. */
async function notExpected(ledger: Ledger, subscription: Subscription): Promise<void> {
  if (subscription.status === "incomplete")
    await keepSubscription(ledger, subscription, { ...subscription, ended_at: ledger.now, status: "incomplete_expired" });
  else if (subscription.status === "past_due" && !(await owes(ledger, subscription)))
    await keepSubscription(ledger, subscription, { ...subscription, status: "active" });
}

/** Voids an invoice, and drops a pending update that depends on it. */
export async function voidSubscriptionInvoice(ledger: Ledger, invoice: Invoice): Promise<Invoice> {
  const subscription = await ledger.get("subscription", subscriptionOf(invoice));
  const voided = await voidInvoice(ledger, invoice);
  if (subscription.pending_update && subscription.latest_invoice === invoice.id) await dropPendingUpdate(ledger, subscription);
  else await notExpected(ledger, subscription);
  return voided;
}

/** Marks an invoice as uncollectible; it can still be paid or voided. Throws 400 for one that is not open. */
export async function writeOff(ledger: Ledger, open: Invoice): Promise<Invoice> {
  if (open.status !== "open") {
    throw new SandboxError(400, "You can only mark open invoices as uncollectible.", { code: "invoice_not_editable" });
  }
  const subscription = await ledger.get("subscription", subscriptionOf(open));
  const written: Invoice = {
    ...open,
    auto_advance: false,
    next_payment_attempt: null,
    status: "uncollectible",
    status_transitions: { ...open.status_transitions, marked_uncollectible_at: ledger.now },
  };
  await putInvoice(ledger, written);
  await ledger.emit("invoice.marked_uncollectible", written);
  await notExpected(ledger, subscription);
  return written;
}

/** Stripe's 402 for a payment that did not succeed. */
export function paymentError(paymentIntent: PaymentIntent, of: "invoice" | "subscription"): SandboxError {
  const problem = paymentIntent.last_payment_error;
  const details = { type: "card_error", declineCode: problem?.decline_code, paymentIntent } as const;
  if (paymentIntent.status === "requires_action") {
    return new SandboxError(402, `The payment of this ${of} needs to be authenticated by the customer before it can succeed.`, {
      ...details,
      code: `${of}_payment_intent_requires_action`,
    });
  }
  const message = problem?.message ?? "This customer has no attached payment source or default payment method.";
  return new SandboxError(402, message, { ...details, code: problem?.code });
}
