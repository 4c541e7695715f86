import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";
import { CLOCK_START, DAY, subscribeOnClock } from "../../../tests/support/test-clock.ts";

let running: TestShop;
let stripe: Stripe;
let price: string;

beforeAll(async () => {
  running = await startShop();
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

type Behavior = Stripe.SubscriptionUpdateParams.PaymentBehavior;
const inTrial = (card: string) => subscribeOnClock(stripe, price, { card, trialDays: 7 });
const endTrial = (id: string, payment_behavior?: Behavior): Promise<Stripe.Subscription> =>
  stripe.subscriptions.update(id, {
    trial_end: "now",
    proration_behavior: "none",
    expand: ["latest_invoice.confirmation_secret"],
    ...(payment_behavior ? { payment_behavior } : {}),
  });
const latest = (subscription: Stripe.Subscription): Stripe.Invoice => subscription.latest_invoice as Stripe.Invoice;

test.for([undefined, "allow_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const)(
  "with a good card, under %s, the trial ends now with one charge",
  async (behavior) => {
    const ada = await inTrial("pm_card_visa");
    await ada.toDay(2);
    const subscription = await endTrial(ada.subscription.id, behavior);
    expect(subscription).toMatchObject({
      status: "active",
      trial_end: CLOCK_START + 2 * DAY,
      pending_update: null,
      billing_cycle_anchor: CLOCK_START + 2 * DAY,
      items: { data: [{ current_period_start: CLOCK_START + 2 * DAY }] },
    });
    expect(latest(subscription)).toMatchObject({ status: "paid", amount_paid: 1499, billing_reason: "subscription_update" });
    expect(await endTrial(ada.subscription.id, behavior)).toMatchObject({ status: "active" });
    expect((await stripe.invoices.list({ customer: ada.customer })).data.map((one) => one.amount_paid)).toEqual([1499, 0]);
  },
);

test.for([
  ["pm_card_chargeCustomerFail", "requires_payment_method"],
  ["pm_card_authenticationRequired", "requires_action"],
  ["pm_card_authenticationRequiredOnSetup", "requires_action"],
] as const)("allowed to be incomplete, %s ends the trial and leaves a debt that %s", async ([card, intentStatus]) => {
  const ada = await inTrial(card);
  const subscription = await endTrial(ada.subscription.id);
  expect(subscription.status).toBe("past_due");
  const invoice = latest(subscription);
  expect(invoice).toMatchObject({ status: "open", amount_due: 1499, confirmation_secret: { type: "payment_intent" } });
  expect(invoice.hosted_invoice_url).toContain(`/invoices/${invoice.id}`);
  const [intent] = (await stripe.paymentIntents.list({ customer: ada.customer })).data;
  expect(intent?.status).toBe(intentStatus);
});

test.for([
  ["pm_card_chargeCustomerFail", "card_declined"],
  ["pm_card_authenticationRequired", "subscription_payment_intent_requires_action"],
] as const)("not allowed to fail, %s is refused as %s, and the trial is as it was", async ([card, code]) => {
  const ada = await inTrial(card);
  const events = await ada.events();
  await expect(endTrial(ada.subscription.id, "error_if_incomplete")).rejects.toMatchObject({
    statusCode: 402,
    type: "StripeCardError",
    code,
  });
  expect(await stripe.subscriptions.retrieve(ada.subscription.id)).toMatchObject({ status: "trialing", pending_update: null });
  expect(await ada.events()).toEqual(events);
});

test("a pending upgrade is applied when its invoice is paid, for the time from then", async () => {
  const ada = await inTrial("pm_card_authenticationRequired");
  await ada.toDay(1);
  const pending = await endTrial(ada.subscription.id, "pending_if_incomplete");
  expect(pending).toMatchObject({
    status: "trialing",
    trial_end: CLOCK_START + 7 * DAY,
    pending_update: { trial_end: CLOCK_START + DAY, expires_at: CLOCK_START + DAY + 23 * 3600 },
  });
  const intent = (await stripe.paymentIntents.list({ customer: ada.customer })).data[0]?.id ?? "";
  await ada.toDay(1.5);
  expect(await running.sandbox.commands.authenticate(intent, "complete")).toEqual({ status: "paid" });
  expect(await stripe.subscriptions.retrieve(ada.subscription.id)).toMatchObject({
    status: "active",
    pending_update: null,
    items: { data: [{ current_period_start: CLOCK_START + DAY }] },
  });
  expect((await ada.events()).slice(-2)).toEqual([
    "customer.subscription.pending_update_applied",
    "customer.subscription.updated",
  ]);
});

test("a pending upgrade that is not paid is gone after 23 hours, and the trial goes on to its end", async () => {
  const ada = await inTrial("pm_card_chargeCustomerFail");
  const pending = await endTrial(ada.subscription.id, "pending_if_incomplete");
  const invoice = latest(pending);
  expect([pending.status, invoice.status]).toEqual(["trialing", "open"]);
  const after = await ada.toDay(1);
  expect(after).toMatchObject({ status: "trialing", pending_update: null, latest_invoice: { id: invoice.id, status: "void" } });
  expect(await ada.events()).toContain("customer.subscription.pending_update_expired");
  expect((await stripe.paymentIntents.list({ customer: ada.customer })).data[0]).toMatchObject({
    status: "canceled",
    cancellation_reason: "void_invoice",
  });
});

test("a second try replaces the first pending upgrade, and voiding its invoice takes it back", async () => {
  const ada = await inTrial("pm_card_chargeCustomerFail");
  const first = latest(await endTrial(ada.subscription.id, "pending_if_incomplete"));
  const second = latest(await endTrial(ada.subscription.id, "pending_if_incomplete"));
  expect(await stripe.invoices.retrieve(first.id)).toMatchObject({ status: "void" });
  await stripe.invoices.voidInvoice(second.id);
  expect(await stripe.subscriptions.retrieve(ada.subscription.id)).toMatchObject({ status: "trialing", pending_update: null });
});

test("what can't wait for a payment is refused beside one that can", async () => {
  const ada = await inTrial("pm_card_visa");
  const update = stripe.subscriptions.update(ada.subscription.id, {
    trial_end: "now",
    payment_behavior: "pending_if_incomplete",
    metadata: { a: "b" },
  });
  await expect(update).rejects.toMatchObject({ statusCode: 400, param: "metadata" });
});

test("a renewal is not asked for again by a card that asks only when the customer is there", async () => {
  const ada = await inTrial("pm_card_authenticationRequiredOnSetup");
  expect((await ada.toDay(7)).status).toBe("active");
});
