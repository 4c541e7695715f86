import { detachCard, needAttached, setUpCard, switchCard } from "./engine/cards.ts";
import { collectInvoice, subscriptionOf } from "./engine/collection.ts";
import { closeDispute, openDispute } from "./engine/disputes.ts";
import { intentOf, invoiceOfPayment } from "./engine/invoices.ts";
import { failAuthentication, keepCard } from "./engine/payments.ts";
import { refundCharge } from "./engine/refunds.ts";
import type { Seller } from "./engine/seller.ts";
import { cardOf, failNextCharge, hasEnded, keepSubscription, withEnd } from "./engine/subscriptions.ts";
import { atClockTime, moveTo, nextDue } from "./engine/time.ts";
import { resourceMissing, SandboxError } from "./error.ts";
import { newId } from "./objects/id.ts";
import { itemOf } from "./objects/subscription.ts";
import type { CardHolder, TestCard } from "./objects/card.ts";
import type { Invoice, Kind, ObjectsByKind, PortalConfiguration, PortalSession, Subscription } from "./objects/wire.ts";
import type { Ledger, Store } from "./store.ts";

/** Result of a payment attempt: paid, declined with a message for the person, or waiting for 3-D Secure. */
export type PaymentOutcome =
  | { status: "paid" }
  | { status: "declined"; message: string }
  | { status: "action"; paymentIntent: string };

/** A portal session's customer and enabled features. */
export interface OpenPortal {
  customer: string;
  returnUrl: string | null;
  headline: string | null;
  features: PortalConfiguration["features"];
  /** The single flow that it was opened for, if any. */
  flow: PortalSession["flow"];
}

/**
 * Actions beside the API, for the control panel, the customer's pages and tests. Each is one transaction, and its effects are complete when
 * it resolves. Throws `SandboxError` for a missing object or an impossible action.
 */
export interface Commands {
  /** Advances the time of one customer (`cus_`) or test clock (`clock_`), with all renewals, retries and ends that fall due. */
  advanceTime(target: string, seconds: number): Promise<{ now: number; changed: number }>;
  /** Advances the time to the next scheduled event; null when there is none. */
  advanceToNext(target: string): Promise<{ now: number; changed: number } | null>;
  /** Time of a customer or test clock, and of its next scheduled event; Unix seconds. */
  timeOf(target: string): Promise<{ now: number; next: number | null }>;
  /** The subscription's next automatic charge is declined, whatever the card; the retry that follows is not. */
  failNextRenewal(subscription: string): Promise<void>;
  /** `amount` in the currency's smallest unit; all that is left if absent. Returns the refund's id. */
  refund(charge: string, amount?: number): Promise<string>;
  /** Opens a dispute; returns its id. */
  dispute(charge: string): Promise<string>;
  closeDispute(dispute: string, outcome: "won" | "lost"): Promise<void>;
  /** Sends an event once more, under its id. */
  redeliver(event: string): Promise<void>;
  /** Sends the event's content again under a new id, as Stripe sometimes does. Returns that id. */
  duplicate(event: string): Promise<string>;
  /** Sends these events once more, in this order. */
  reorder(events: readonly string[]): Promise<void>;

  /** The customer of a portal session; null when there is no such session or it has expired. */
  openPortal(portalSession: string): Promise<OpenPortal | null>;
  /** Saves a card as the default, and retries overdue invoices with it. Returns why it was declined, or null. */
  saveCard(customer: string, card: TestCard, holder: CardHolder): Promise<{ message: string } | null>;
  /** Makes a saved card the default, and retries overdue invoices with it. */
  useCard(customer: string, paymentMethod: string): Promise<void>;
  removeCard(customer: string, paymentMethod: string): Promise<void>;
  /** Like Stripe's customer portal: sets `cancel_at` to the period's end and leaves `cancel_at_period_end` false. */
  cancelAtPeriodEnd(customer: string, subscription: string): Promise<void>;
  undoCancellation(customer: string, subscription: string): Promise<void>;
  /** Pays an open invoice, with the given card (which is saved if possible) or the saved one. */
  payInvoice(invoice: string, card?: { card: TestCard; holder: CardHolder }): Promise<PaymentOutcome>;
  /** Completes or fails the 3-D Secure check of a waiting payment. */
  authenticate(paymentIntent: string, answer: "complete" | "fail"): Promise<PaymentOutcome>;
}

async function find<K extends Kind>(ledger: Ledger, kind: K, id: string): Promise<ObjectsByKind[K]> {
  const object = await ledger.find(kind, id);
  if (!object) throw resourceMissing(kind, id);
  return object;
}

/** This customer's subscription, if it has not ended. */
async function requireActiveSubscription(ledger: Ledger, customer: string, id: string): Promise<Subscription> {
  const subscription = await find(ledger, "subscription", id);
  if (subscription.customer !== customer || hasEnded(subscription)) throw resourceMissing("subscription", id);
  return subscription;
}

async function outcomeOf(ledger: Ledger, invoice: Invoice): Promise<PaymentOutcome> {
  if (invoice.status === "paid") return { status: "paid" };
  const intent = await intentOf(ledger, invoice);
  if (intent?.status === "requires_action") return { status: "action", paymentIntent: intent.id };
  return { status: "declined", message: intent?.last_payment_error?.message ?? "There is no card to charge." };
}

/** Queues these events for delivery again, in this order. */
async function sendAgain(ledger: Ledger, events: readonly string[]): Promise<void> {
  for (const id of events) {
    await (await ledger.on(id)).put({ ...(await find(ledger, "event", id)), pending_webhooks: 1 });
    await ledger.query(
      `update deliveries set next_attempt_at = now(), attempts = 0, last_error = null, position = nextval('delivery_positions')
       where event_id = $1`,
      [id],
    );
  }
}

/** `wake` starts the delivery of queued events. */
export function createCommands(store: Store, seller: Seller, wake: () => void): Commands {
  /** Runs `work` in a transaction at the time of this customer, test clock, or customer's object. */
  function inTime<T>(id: string, work: (ledger: Ledger) => Promise<T>): Promise<T> {
    return store.write(async (ledger) => work(await atClockTime(ledger, seller, id)));
  }
  async function deliver<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
    const result = await store.write(work);
    wake();
    return result;
  }
  async function known(ledger: Ledger, target: string): Promise<Ledger> {
    const found = (await ledger.find("customer", target)) ?? (await ledger.find("test_helpers.test_clock", target));
    if (!found) throw resourceMissing("customer", target);
    return ledger.on(target);
  }

  return {
    advanceTime: (target, seconds) =>
      store.write(async (ledger) => {
        if (!Number.isSafeInteger(seconds) || seconds < 0)
          throw new SandboxError(400, "Time only goes forward, in whole seconds.");
        return moveTo(ledger, seller, target, (await known(ledger, target)).now + seconds);
      }),
    advanceToNext: (target) =>
      store.write(async (ledger) => {
        const theirs = await known(ledger, target);
        const next = await nextDue(theirs);
        return next === null ? null : moveTo(ledger, seller, target, Math.max(next, theirs.now));
      }),
    timeOf: (target) =>
      store.read(async (ledger) => {
        const theirs = await known(ledger, target);
        return { now: theirs.now, next: await nextDue(theirs) };
      }),

    failNextRenewal: (subscription) =>
      inTime(subscription, async (ledger) =>
        failNextCharge(ledger, await find(ledger, "subscription", subscription), "generic_decline"),
      ),
    refund: (charge, amount) =>
      inTime(charge, async (ledger) => (await refundCharge(ledger, await find(ledger, "charge", charge), { amount })).id),
    dispute: (charge) =>
      inTime(charge, async (ledger) => {
        await find(ledger, "charge", charge);
        return (await openDispute(ledger, charge)).id;
      }),
    closeDispute: (dispute, outcome) =>
      inTime(dispute, async (ledger) => void (await closeDispute(ledger, await find(ledger, "dispute", dispute), outcome))),

    redeliver: (event) => deliver((ledger) => sendAgain(ledger, [event])),
    reorder: (events) => deliver((ledger) => sendAgain(ledger, events)),
    duplicate: (event) =>
      deliver(async (ledger) => {
        const copy = { ...(await find(ledger, "event", event)), id: newId("evt"), pending_webhooks: 1 };
        await (await ledger.on(event)).put(copy);
        await ledger.query("insert into deliveries (event_id) values ($1)", [copy.id]);
        return copy.id;
      }),

    openPortal: (id) =>
      store.read(async (ledger) => {
        const session = await ledger.find("billing_portal.session", id);
        if (!session || (await ledger.hidden("billing_portal.session", id)).expiresAt <= ledger.now) return null;
        if (!(await ledger.find("customer", session.customer))) return null;
        const { business_profile, features } = await ledger.get("billing_portal.configuration", session.configuration);
        const { customer, return_url: returnUrl, flow } = session;
        return { customer, returnUrl, headline: business_profile.headline, features, flow };
      }),
    saveCard: (customer, card, holder) =>
      inTime(customer, async (ledger) => {
        const owner = await find(ledger, "customer", customer);
        const setup = await setUpCard(ledger, owner, card, holder);
        if ("message" in setup) return setup;
        await switchCard(ledger, seller, owner, setup.method.id);
        return null;
      }),
    useCard: (customer, paymentMethod) =>
      inTime(customer, async (ledger) => switchCard(ledger, seller, await find(ledger, "customer", customer), paymentMethod)),
    removeCard: (customer, paymentMethod) =>
      inTime(customer, async (ledger) => {
        await detachCard(ledger, await needAttached(ledger, customer, paymentMethod, "payment_method"));
      }),
    cancelAtPeriodEnd: (customer, id) =>
      inTime(customer, async (ledger) => {
        const before = await requireActiveSubscription(ledger, customer, id);
        const cancelAt = itemOf(before).current_period_end;
        await keepSubscription(ledger, before, withEnd(before, { cancelAt, atPeriodEnd: false }, ledger.now));
      }),
    undoCancellation: (customer, id) =>
      inTime(customer, async (ledger) => {
        const before = await requireActiveSubscription(ledger, customer, id);
        await keepSubscription(ledger, before, withEnd(before, { cancelAt: null, atPeriodEnd: false }, ledger.now));
      }),

    payInvoice: (id, typed) =>
      inTime(id, async (ledger) => {
        const invoice = await find(ledger, "invoice", id);
        if (invoice.status !== "open") return outcomeOf(ledger, invoice);
        const customer = await find(ledger, "customer", invoice.customer ?? "");
        const method = typed
          ? await keepCard(ledger, customer, typed.card, typed.holder, typed.card.atCheckout === "ok")
          : await cardOf(ledger, await ledger.get("subscription", subscriptionOf(invoice)));
        return outcomeOf(ledger, await collectInvoice(ledger, seller, invoice, { method, onSession: true }));
      }),
    authenticate: (paymentIntent, answer) =>
      inTime(paymentIntent, async (ledger) => {
        const intent = await find(ledger, "payment_intent", paymentIntent);
        const invoice = await invoiceOfPayment(ledger, intent.id);
        if (!invoice) throw resourceMissing("invoice", paymentIntent);
        if (intent.status !== "requires_action") return outcomeOf(ledger, invoice);
        if (answer === "fail") {
          await failAuthentication(ledger, intent);
          return outcomeOf(ledger, invoice);
        }
        const method = await ledger.find("payment_method", intent.payment_method ?? "");
        return outcomeOf(ledger, await collectInvoice(ledger, seller, invoice, { method, onSession: true, authenticated: true }));
      }),
  };
}
