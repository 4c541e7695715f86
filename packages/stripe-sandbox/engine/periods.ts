import { SandboxError } from "../error.ts";
import { itemOf, newSubscription, type SubscriptionFacts } from "../objects/subscription.ts";
import { previousAttributes, type Invoice, type Subscription } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { chargeDraft, collectInvoice, dropPendingUpdate, paymentError } from "./collection.ts";
import { billOf, finalizeInvoice, intentOf, putInvoice, voidInvoice } from "./invoices.ts";
import type { Attempt } from "./payments.ts";
import type { Seller } from "./seller.ts";
import {
  cardOf,
  dueAt,
  endSubscription,
  inPeriod,
  keepSubscription,
  PAYMENT_WINDOW,
  periodOf,
  RENEWAL_NOTICE,
  TRIAL_NOTICE,
} from "./subscriptions.ts";

export type PaymentBehavior = "allow_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

/** Creates a subscription with its first invoice; it is incomplete until that is paid. */
export async function createSubscription(
  ledger: Ledger,
  seller: Seller,
  facts: SubscriptionFacts,
  attempt: Omit<Attempt, "method">,
): Promise<Subscription> {
  const created = newSubscription(facts, ledger.now);
  await ledger.put(created, { dueAt: dueAt(created, ledger.now) });
  await ledger.emit("customer.subscription.created", created);
  const trial = created.status === "trialing";
  const draft = await billOf(ledger, seller, created, { reason: "subscription_create", trial, period: periodOf(created) });
  await ledger.put(draft);
  await ledger.emit("invoice.created", draft);
  const subscription: Subscription = { ...created, latest_invoice: draft.id };
  await ledger.put(subscription, { dueAt: dueAt(subscription, ledger.now) });
  const invoice = await finalizeInvoice(ledger, seller, draft);
  if (invoice.status === "open")
    await collectInvoice(ledger, seller, invoice, { ...attempt, method: await cardOf(ledger, subscription) });
  else if (!trial) await keepSubscription(ledger, subscription, { ...subscription, status: "active" });
  if (trial && (created.trial_end ?? 0) - TRIAL_NOTICE <= ledger.now) {
    await ledger.emit("customer.subscription.trial_will_end", subscription);
  }
  return ledger.get("subscription", subscription.id);
}

/** Starts and bills the next period: the first paid one after a trial, or a renewal. */
async function startPeriod(
  ledger: Ledger,
  seller: Seller,
  from: Subscription,
  how: { reason: "subscription_cycle" | "subscription_update"; onSession: boolean },
): Promise<Subscription> {
  const trialEnded = from.status === "trialing" || from.status === "paused";
  const next = inPeriod(from, ledger.now, trialEnded ? ledger.now : from.billing_cycle_anchor);
  const subscription = await keepSubscription(ledger, from, {
    ...next,
    status: trialEnded ? "active" : from.status,
    trial_end: from.status === "trialing" ? ledger.now : from.trial_end,
  });
  const draft = await billOf(ledger, seller, subscription, { reason: how.reason, period: periodOf(subscription) });
  const unpaid = subscription.status === "unpaid";
  const waits = how.reason === "subscription_cycle" && seller.draftSeconds > 0;
  const created: Invoice = {
    ...draft,
    auto_advance: !unpaid,
    automatically_finalizes_at: waits && !unpaid ? ledger.now + seller.draftSeconds : null,
  };
  await putInvoice(ledger, created);
  await ledger.emit("invoice.created", created);
  const billed = { ...subscription, latest_invoice: created.id };
  await ledger.put(billed, { dueAt: dueAt(billed, ledger.now) });
  // While a subscription is unpaid its invoices stay drafts (https://docs.stripe.com/billing/subscriptions/overview#unpaid-subscriptions).
  if (!unpaid && !waits) await chargeDraft(ledger, seller, created, how.onSession);
  return ledger.get("subscription", billed.id);
}

/** Ends the trial now and charges at once. With "error_if_incomplete" a failed charge throws 402 and changes nothing. */
export async function endTrial(
  ledger: Ledger,
  seller: Seller,
  from: Subscription,
  behavior: PaymentBehavior,
): Promise<Subscription> {
  await ledger.emit("customer.subscription.trial_will_end", from);
  if (behavior === "pending_if_incomplete") return endTrialIfPaid(ledger, seller, from);
  const subscription = await startPeriod(ledger, seller, from, { reason: "subscription_update", onSession: true });
  if (behavior === "error_if_incomplete" && subscription.status !== "active") {
    const intent = await intentOf(ledger, await ledger.get("invoice", subscription.latest_invoice));
    if (intent) throw paymentError(intent, "subscription");
  }
  return subscription;
}

/** Bills the period; the trial ends when that is paid (https://docs.stripe.com/billing/subscriptions/pending-updates). */
async function endTrialIfPaid(ledger: Ledger, seller: Seller, from: Subscription): Promise<Subscription> {
  const before = await dropPendingUpdate(ledger, from);
  const period = periodOf(inPeriod(before, ledger.now, ledger.now));
  const draft = await billOf(ledger, seller, before, { reason: "subscription_update", period });
  await putInvoice(ledger, draft);
  await ledger.emit("invoice.created", draft);
  const invoice = await finalizeInvoice(ledger, seller, draft);
  const after: Subscription = {
    ...before,
    latest_invoice: invoice.id,
    pending_update: {
      billing_cycle_anchor: null,
      cancel_at_period_end: null,
      discount: null,
      discounts: null,
      expires_at: Math.min(ledger.now + PAYMENT_WINDOW, before.trial_end ?? Infinity),
      metadata: null,
      subscription_items: null,
      trial_end: ledger.now,
      trial_from_plan: null,
    },
  };
  await ledger.put(after, { dueAt: dueAt(after, ledger.now) });
  await collectInvoice(ledger, seller, invoice, { method: await cardOf(ledger, after), onSession: true });
  const done = await ledger.get("subscription", after.id);
  if (done.pending_update) await ledger.emit("customer.subscription.updated", done, previousAttributes(before, done));
  return done;
}

/** Resumes a paused subscription: a new period begins now and is charged. Throws 400 for one that is not paused. */
export async function resumeSubscription(ledger: Ledger, seller: Seller, paused: Subscription): Promise<Subscription> {
  if (paused.status !== "paused") throw new SandboxError(400, "Only paused subscriptions can be resumed.");
  const resumed = await startPeriod(ledger, seller, paused, { reason: "subscription_update", onSession: true });
  await ledger.emit("customer.subscription.resumed", resumed);
  return resumed;
}

/** Runs what is due at the ledger's time. */
export async function stepSubscription(ledger: Ledger, seller: Seller, from: Subscription): Promise<void> {
  const { now } = ledger;
  const end = itemOf(from).current_period_end;
  if (from.status === "incomplete") {
    const invoice = await ledger.get("invoice", from.latest_invoice);
    if (invoice.status === "open") await voidInvoice(ledger, invoice);
    await keepSubscription(ledger, from, { ...from, ended_at: now, status: "incomplete_expired" });
  } else if (from.pending_update && from.pending_update.expires_at <= now) {
    await dropPendingUpdate(ledger, from);
  } else if (from.cancel_at !== null && from.cancel_at <= now) {
    await endSubscription(ledger, from, { reason: "cancellation_requested" });
  } else if (end <= now) {
    await endPeriod(ledger, seller, from);
  } else {
    if (from.trial_end !== null && from.trial_end - TRIAL_NOTICE === now)
      await ledger.emit("customer.subscription.trial_will_end", from);
    if (end - RENEWAL_NOTICE === now && from.cancel_at === null)
      await ledger.emit("invoice.upcoming", await previewNext(ledger, seller, from));
    await ledger.put(from, { dueAt: dueAt(from, now) });
  }
}

/** Runs at the end of a period: the next one starts; a trial without a card may pause or cancel the subscription instead. */
async function endPeriod(ledger: Ledger, seller: Seller, from: Subscription): Promise<void> {
  const missing = from.trial_settings?.end_behavior.missing_payment_method;
  if (from.status === "trialing" && missing !== "create_invoice" && (await cardOf(ledger, from)) === null) {
    if (missing === "cancel") await endSubscription(ledger, from, { reason: "payment_failed" });
    else {
      const paused = await keepSubscription(ledger, from, { ...from, status: "paused" });
      await ledger.emit("customer.subscription.paused", paused);
    }
    return;
  }
  await startPeriod(ledger, seller, from, { reason: "subscription_cycle", onSession: false });
}

/** Preview of the next period's invoice. */
export async function previewNext(ledger: Ledger, seller: Seller, subscription: Subscription): Promise<Invoice> {
  const start = itemOf(subscription).current_period_end;
  const anchor = subscription.status === "trialing" ? start : subscription.billing_cycle_anchor;
  return billOf(ledger, seller, subscription, { reason: "upcoming", period: periodOf(inPeriod(subscription, start, anchor)) });
}
