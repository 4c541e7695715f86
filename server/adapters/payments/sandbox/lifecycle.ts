import { DECLINES, newPaymentMethod, type CardHolder, type DeclineCode, type TestCard } from "./objects/card.ts";
import { newPaymentIntent, newSetupIntent } from "./objects/intent.ts";
import { finalized, newInvoice, newInvoicePayment, paid } from "./objects/invoice.ts";
import { newSubscription, periodEnd } from "./objects/subscription.ts";
import type { CheckoutSession, Invoice, Subscription } from "./objects/wire.ts";
import type { Ledger } from "./store.ts";

/** What the person who pays reads about this sale. */
export interface Seller {
  displayName: string;
}

async function need<T>(found: Promise<T | null>, what: string): Promise<T> {
  const object = await found;
  if (object === null) throw new Error(`the sandbox lost a ${what}`);
  return object;
}

function itemOf(subscription: Subscription): Subscription["items"]["data"][number] {
  const item = subscription.items.data[0];
  if (!item) throw new Error("a subscription has an item");
  return item;
}

function withPeriod(subscription: Subscription, start: number, end: number): Subscription {
  const item = { ...itemOf(subscription), current_period_start: start, current_period_end: end };
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

/** When time changes this subscription next, or null once it has ended. */
function dueAt(subscription: Subscription): number | null {
  if (subscription.status === "canceled") return null;
  return Math.min(itemOf(subscription).current_period_end, subscription.cancel_at ?? Infinity);
}

export async function putSubscription(ledger: Ledger, subscription: Subscription): Promise<void> {
  await ledger.put(subscription, { dueAt: dueAt(subscription) });
}

/** Charges the subscription's card for its present period. Draft, open, then paid or a failed attempt. */
async function bill(
  ledger: Ledger,
  seller: Seller,
  subscription: Subscription,
  sale: { reason: "subscription_create" | "subscription_cycle"; card: "ok" | DeclineCode },
): Promise<Invoice> {
  const customer = await need(ledger.find("customer", subscription.customer), "customer");
  const item = itemOf(subscription);
  const product = await need(ledger.find("product", item.price.product), "product");
  const trial = subscription.status === "trialing";
  let invoice = newInvoice(
    {
      subscription,
      customer,
      reason: sale.reason,
      amount: trial ? 0 : (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      description: trial ? `Trial period for ${product.name}` : `${item.quantity ?? 1} × ${product.name}`,
      period: { start: item.current_period_start, end: item.current_period_end },
      accountName: seller.displayName,
    },
    ledger.now,
  );
  const keep = async (
    type: "invoice.created" | "invoice.finalized" | "invoice.paid" | "invoice.payment_failed",
  ): Promise<void> => {
    await ledger.put(invoice);
    await ledger.emit(type, invoice);
  };
  await keep("invoice.created");
  const sequence = customer.next_invoice_sequence ?? 1;
  await ledger.put({ ...customer, next_invoice_sequence: sequence + 1 });
  invoice = finalized(invoice, `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`, ledger.now);
  await keep("invoice.finalized");

  if (invoice.amount_due > 0) {
    const decline = sale.card === "ok" ? null : sale.card;
    const intent = newPaymentIntent(
      {
        customer: customer.id,
        amount: invoice.amount_due,
        currency: invoice.currency,
        paymentMethod: decline ? null : subscription.default_payment_method,
        decline,
      },
      ledger.now,
    );
    await ledger.put(intent);
    await ledger.put(newInvoicePayment(invoice, intent.id, !decline, ledger.now));
    await ledger.emit(decline ? "payment_intent.payment_failed" : "payment_intent.succeeded", intent);
    if (decline) {
      invoice = { ...invoice, attempt_count: 1, attempted: true };
      await keep("invoice.payment_failed");
      return invoice;
    }
  }
  invoice = paid(invoice, ledger.now);
  await keep("invoice.paid");
  return invoice;
}

/** Tells why the card was refused, or null when the session is complete. */
export async function completeCheckout(
  ledger: Ledger,
  seller: Seller,
  session: CheckoutSession,
  card: TestCard,
  holder: CardHolder,
): Promise<{ message: string } | null> {
  const customer = await need(ledger.find("customer", session.customer ?? ""), "customer");
  const { order } = await ledger.hidden("checkout.session", session.id);
  const price = await need(ledger.find("price", order.price), "price");
  const trial = order.trialDays !== null;

  // Some cards can be saved and not charged: they are refused here only if something is due today.
  const decline = card.atCheckout === "ok" && !trial ? card.later : card.atCheckout;
  if (decline !== "ok") {
    const intent = trial
      ? newSetupIntent(customer.id, null, decline, ledger.now)
      : newPaymentIntent(
          { customer: customer.id, amount: session.amount_total ?? 0, currency: price.currency, paymentMethod: null, decline },
          ledger.now,
        );
    await ledger.put(intent);
    await ledger.emit(trial ? "setup_intent.setup_failed" : "payment_intent.payment_failed", intent);
    return { message: DECLINES[decline].message };
  }

  const method = newPaymentMethod(card, holder, customer.id, customer.email, ledger.now);
  await ledger.put(method, { hidden: { later: card.later } });
  await ledger.emit("payment_method.attached", method);
  if (trial) {
    const setup = newSetupIntent(customer.id, method.id, null, ledger.now);
    await ledger.put(setup);
    await ledger.emit("setup_intent.succeeded", setup);
  }
  let subscription = newSubscription(
    {
      customer: customer.id,
      price,
      quantity: order.quantity,
      trialDays: order.trialDays,
      paymentMethod: method.id,
      metadata: order.subscriptionMetadata,
    },
    ledger.now,
  );
  await ledger.emit("customer.subscription.created", subscription);
  const invoice = await bill(ledger, seller, subscription, { reason: "subscription_create", card: "ok" });
  subscription = { ...subscription, latest_invoice: invoice.id };
  await putSubscription(ledger, subscription);

  const complete: CheckoutSession = {
    ...session,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: holder.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    invoice: invoice.id,
    payment_status: trial ? "no_payment_required" : "paid",
    status: "complete",
    subscription: subscription.id,
    url: null,
  };
  await ledger.put(complete, { hidden: { order } });
  await ledger.emit("checkout.session.completed", complete);
  return null;
}

export async function expireSession(ledger: Ledger, session: CheckoutSession): Promise<CheckoutSession> {
  const expired: CheckoutSession = { ...session, status: "expired", url: null };
  await ledger.put(expired);
  await ledger.emit("checkout.session.expired", expired);
  return expired;
}

export async function endSubscription(ledger: Ledger, subscription: Subscription, endedAt: number): Promise<Subscription> {
  const ended: Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? ledger.now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: "cancellation_requested" },
    ended_at: endedAt,
    status: "canceled",
  };
  await putSubscription(ledger, ended);
  await ledger.emit("customer.subscription.deleted", ended);
  return ended;
}

/** Starts the period that follows: the first paid one after a trial, or a renewal. */
export async function startNextPeriod(ledger: Ledger, seller: Seller, from: Subscription, start: number): Promise<Subscription> {
  const price = itemOf(from).price;
  const method = from.default_payment_method;
  const card = method ? (await ledger.hidden("payment_method", method)).later : "generic_decline";
  const trialEnded = from.status === "trialing";
  const anchor = trialEnded ? start : from.billing_cycle_anchor;
  let subscription: Subscription = {
    ...withPeriod(from, start, periodEnd(price, anchor, start)),
    billing_cycle_anchor: anchor,
    status: trialEnded ? "active" : from.status,
    ...(trialEnded ? { trial_end: start } : {}),
  };
  await ledger.emit("customer.subscription.updated", subscription, { status: from.status, items: from.items });
  const invoice = await bill(ledger, seller, subscription, { reason: "subscription_cycle", card });
  const before = subscription.status;
  subscription = { ...subscription, latest_invoice: invoice.id, status: invoice.status === "paid" ? "active" : "past_due" };
  await putSubscription(ledger, subscription);
  if (subscription.status !== before) await ledger.emit("customer.subscription.updated", subscription, { status: before });
  return subscription;
}

/** Lets time act on one subscription, as often as it has come due. */
export async function advanceSubscription(ledger: Ledger, seller: Seller, from: Subscription): Promise<Subscription> {
  let subscription = from;
  for (let due = dueAt(subscription); due !== null && due <= ledger.now; due = dueAt(subscription)) {
    const ends = subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= due);
    subscription = ends
      ? await endSubscription(ledger, subscription, due)
      : await startNextPeriod(ledger, seller, subscription, due);
  }
  return subscription;
}
