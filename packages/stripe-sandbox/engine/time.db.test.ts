import type { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";

const START = Date.parse("2026-11-21T08:00:00Z");
const DAY = 86_400_000;
let running: TestShop;
let stripe: Stripe;
let price: string;
let now = new Date(START);

beforeAll(async () => {
  running = await startShop({ now: () => now });
  ({ stripe, price } = running);
});
afterAll(() => running.stop());
beforeEach(() => {
  now = new Date(START);
});

async function subscribe(number = "4242424242424242"): Promise<{ id: string; customer: string }> {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { trial_period_days: 3 },
    success_url: "https://shop.example/",
  });
  await running.pay(session.url ?? "", { number });
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  if (!subscription) throw new Error("no subscription");
  return { id: subscription.id, customer: customer.id };
}

async function after(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms);
  await running.sandbox.runDue();
}

async function latestEvents(customer: string, count: number): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .filter(({ data: { object } }) => "customer" in object && object.customer === customer)
    .slice(0, count)
    .map(({ type }) => type)
    .toReversed();
}

const periodOf = (subscription: Stripe.Subscription): string[] =>
  [subscription.items.data[0]?.current_period_start ?? 0, subscription.items.data[0]?.current_period_end ?? 0].map((seconds) =>
    new Date(seconds * 1000).toISOString().slice(0, 10),
  );

test("a trial that ends is charged, and the month begins there", async () => {
  const { id, customer } = await subscribe();
  await after(3 * DAY - 1000);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("trialing");
  await after(1000);
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
  expect(subscription).toMatchObject({
    status: "active",
    latest_invoice: { amount_paid: 1499, status: "paid", billing_reason: "subscription_cycle" },
  });
  expect(periodOf(subscription)).toEqual(["2026-11-24", "2026-12-24"]);
  expect(await latestEvents(customer, 8)).toEqual([
    "customer.subscription.updated",
    "invoice.created",
    "invoice.finalized",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "invoice.payment_succeeded",
  ]);
  expect(await stripe.invoices.list({ customer: customer })).toMatchObject({ data: [{ amount_paid: 1499 }, { amount_paid: 0 }] });
});

test("missed renewals are made up for, month by month", async () => {
  const { id, customer } = await subscribe();
  await after(100 * DAY);
  expect(periodOf(await stripe.subscriptions.retrieve(id))).toEqual(["2027-02-24", "2027-03-24"]);
  expect((await stripe.invoices.list({ customer: customer })).data.map(({ amount_paid }) => amount_paid)).toEqual([
    1499, 1499, 1499, 1499, 0,
  ]);
});

test("a card that can't be charged leaves the subscription past due", async () => {
  const { id, customer } = await subscribe("4000000000000341");
  await after(3 * DAY);
  expect(await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] })).toMatchObject({
    status: "past_due",
    latest_invoice: { status: "open", amount_paid: 0, amount_remaining: 1499, attempted: true },
  });
  expect(await latestEvents(customer, 9)).toEqual([
    "customer.subscription.updated",
    "invoice.created",
    "invoice.finalized",
    "payment_intent.created",
    "charge.failed",
    "payment_intent.payment_failed",
    "invoice.payment_failed",
    "customer.subscription.updated",
    "invoice.updated",
  ]);
});

test("a scheduled end comes at the end of the trial, without a charge", async () => {
  const { id, customer } = await subscribe();
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: true })).toMatchObject({
    status: "trialing",
    cancel_at_period_end: true,
  });
  await after(3 * DAY);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: "canceled", ended_at: (START + 3 * DAY) / 1000 });
  expect((await stripe.invoices.list({ customer: customer })).data).toHaveLength(1);
  expect((await stripe.subscriptions.list({ customer: customer })).data).toEqual([]);
  expect((await stripe.subscriptions.list({ customer: customer, status: "all" })).data).toHaveLength(1);
});

test("a scheduled end can be taken back", async () => {
  const { id } = await subscribe();
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at: null,
    canceled_at: null,
  });
  await after(3 * DAY);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
});

test("ending the trial now charges now", async () => {
  const { id } = await subscribe();
  now = new Date(START + DAY);
  const subscription = await stripe.subscriptions.update(id, { trial_end: "now" });
  expect(subscription.status).toBe("active");
  expect(periodOf(subscription)).toEqual(["2026-11-22", "2026-12-22"]);
});

test("a subscription that was ended is not found by who wants to change it", async () => {
  const { id } = await subscribe();
  expect((await stripe.subscriptions.cancel(id)).status).toBe("canceled");
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: "resource_missing" });
  await after(40 * DAY);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("canceled");
});
