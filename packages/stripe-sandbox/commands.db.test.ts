import type { Stripe } from "stripe";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startShop, type TestShop } from "../../tests/support/payments.ts";
import { subscribeOnClock } from "../../tests/support/test-clock.ts";
import { findTestCard, type TestCard } from "./objects/card.ts";
import type { Commands } from "./commands.ts";

const START = Date.parse("2026-11-21T08:00:00Z");
const DAY = 86_400;
const HOLDER = { name: "Ada Lovelace", expMonth: 12, expYear: 2034 };
let running: TestShop;
let stripe: Stripe;
let commands: Commands;
let price: string;
let received: string[] = [];
let now = new Date(START);

beforeAll(async () => {
  running = await startShop({
    now: () => now,
    site: () => async (app) => {
      app.post("/webhooks/stripe", async (request, reply) => {
        received.push((request.body as { id: string }).id);
        return reply.send();
      });
    },
  });
  ({ stripe, price } = running);
  ({ commands } = running.sandbox);
});
afterAll(() => running.stop());
beforeEach(() => {
  now = new Date(START);
});

function card(number: string): TestCard {
  const found = findTestCard(number);
  if (!found) throw new Error("no such card");
  return found;
}

/** A customer in real time, in a trial of three days. */
async function subscriber(name = "pm_card_visa"): Promise<{ customer: string; id: string }> {
  const customer = (await stripe.customers.create({ email: "ada@example.com" })).id;
  const method = await stripe.paymentMethods.attach(name, { customer });
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: method.id,
    trial_period_days: 3,
  });
  return { customer, id };
}

test("one customer's time can run ahead without affecting others", async () => {
  const [ada, ben] = [await subscriber(), await subscriber()];
  expect(await commands.advanceTime(ada.customer, 3 * DAY)).toEqual({ now: START / 1000 + 3 * DAY, changed: 1 });
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({ status: "active" });
  expect(await stripe.subscriptions.retrieve(ben.id)).toMatchObject({ status: "trialing" });
  now = new Date(START + 10_000);
  expect(await commands.timeOf(ada.customer)).toMatchObject({ now: START / 1000 + 3 * DAY + 10 });
  // After 31 more days of real time the one's month is over, and the other's not yet.
  now = new Date(START + 31 * DAY * 1000);
  await running.sandbox.runDue();
  expect((await stripe.invoices.list({ customer: ada.customer })).data.map((one) => one.amount_paid)).toEqual([1499, 1499, 0]);
  expect((await stripe.invoices.list({ customer: ben.customer })).data.map((one) => one.amount_paid)).toEqual([1499, 0]);
});

test("advanceToNext runs one scheduled event after the other", async () => {
  const ada = await subscriber();
  const seen: string[] = [];
  for (let i = 0; i < 4; i++) {
    const { now: at } = (await commands.advanceToNext(ada.customer)) ?? { now: 0 };
    seen.push(new Date(at * 1000).toISOString().slice(0, 10));
  }
  // The first charge, then a week before the renewal, the renewal, and again.
  expect(seen).toEqual(["2026-11-24", "2026-12-17", "2026-12-24", "2027-01-17"]);
  const nobody = await stripe.customers.create({});
  expect(await commands.advanceToNext(nobody.id)).toBeNull();
});

test("objects of a customer whose time runs ahead have that time", async () => {
  const ada = await subscriber();
  await commands.advanceTime(ada.customer, 40 * DAY);
  const session = await stripe.checkout.sessions.create({
    mode: "payment",
    customer: ada.customer,
    line_items: [{ price_data: { currency: "usd", unit_amount: 100, product_data: { name: "Minutes" } } }],
    success_url: "https://shop.example/",
  });
  expect(session.created).toBe(START / 1000 + 40 * DAY);
  expect((await running.pay(session.url ?? "")).status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "complete" });
});

test("a customer of a test clock moves with the clock", async () => {
  const eve = await subscribeOnClock(stripe, price, { trialDays: 3 });
  await commands.advanceTime(eve.customer, 3 * DAY);
  expect((await stripe.testHelpers.testClocks.retrieve(eve.clock)).frozen_time).toBe(START / 1000 + 3 * DAY);
  expect(await stripe.subscriptions.retrieve(eve.subscription.id)).toMatchObject({ status: "active" });
});

test.for([-1, 0.5, Number.NaN])("time can't go by %s seconds", async (seconds) => {
  const ada = await subscriber();
  await expect(commands.advanceTime(ada.customer, seconds)).rejects.toMatchObject({ status: 400 });
  await expect(commands.advanceTime("cus_none", 60)).rejects.toMatchObject({ status: 404 });
});

test("a portal's cancellation sets the date alone, and can be taken back", async () => {
  const ada = await subscriber();
  const { trial_end } = await stripe.subscriptions.retrieve(ada.id);
  await commands.cancelAtPeriodEnd(ada.customer, ada.id);
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({
    cancel_at: trial_end,
    cancel_at_period_end: false,
    canceled_at: START / 1000,
    cancellation_details: { reason: "cancellation_requested" },
  });
  await commands.undoCancellation(ada.customer, ada.id);
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({ cancel_at: null, canceled_at: null });
  await commands.cancelAtPeriodEnd(ada.customer, ada.id);
  await commands.advanceTime(ada.customer, 3 * DAY);
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({ status: "canceled" });
  const ben = await subscriber();
  await expect(commands.cancelAtPeriodEnd(ada.customer, ben.id)).rejects.toMatchObject({ status: 404 });
});

test("a new card in the portal is charged from then on, and at once for what is overdue", async () => {
  const ada = await subscriber("pm_card_chargeCustomerFail");
  await commands.advanceTime(ada.customer, 3 * DAY);
  expect(await commands.saveCard(ada.customer, card("4000000000000002"), HOLDER)).toEqual({ message: "Your card was declined." });
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({ status: "past_due" });
  expect(await commands.saveCard(ada.customer, card("5555555555554444"), HOLDER)).toBeNull();
  expect(await stripe.subscriptions.retrieve(ada.id, { expand: ["default_payment_method", "latest_invoice"] })).toMatchObject({
    status: "active",
    default_payment_method: { card: { last4: "4444" } },
    latest_invoice: { status: "paid" },
  });
});

test("another saved card can be chosen or removed, but only by its owner", async () => {
  const [ada, ben] = [await subscriber(), await subscriber()];
  const other = await stripe.paymentMethods.attach("pm_card_amex", { customer: ada.customer });
  await expect(commands.useCard(ben.customer, other.id)).rejects.toMatchObject({ status: 400 });
  await expect(commands.removeCard(ben.customer, other.id)).rejects.toMatchObject({ status: 400 });
  await commands.useCard(ada.customer, other.id);
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({ default_payment_method: other.id });
  await commands.removeCard(ada.customer, other.id);
  expect(await stripe.subscriptions.retrieve(ada.id)).toMatchObject({ default_payment_method: null });
});

test("an invoice's page is paid by a typed card: refused, authenticated, then paid once", async () => {
  const ada = await subscriber("pm_card_chargeCustomerFail");
  await commands.advanceTime(ada.customer, 3 * DAY);
  const [invoice] = (await stripe.invoices.list({ customer: ada.customer, status: "open" })).data;
  const pay = (number: string) => commands.payInvoice(invoice?.id ?? "", { card: card(number), holder: HOLDER });
  expect(await commands.payInvoice(invoice?.id ?? "")).toEqual({ status: "declined", message: "Your card was declined." });
  expect(await pay("4000000000009995")).toEqual({ status: "declined", message: "Your card has insufficient funds." });
  const asked = await pay("4000008260003178");
  if (asked.status !== "action") throw new Error("the bank was not asked");
  expect(await commands.authenticate(asked.paymentIntent, "complete")).toEqual({
    status: "declined",
    message: "Your card has insufficient funds.",
  });
  const again = await pay("4000002500003155");
  if (again.status !== "action") throw new Error("the bank was not asked");
  expect(await commands.authenticate(again.paymentIntent, "fail")).toMatchObject({ status: "declined" });
  expect(await pay("4242424242424242")).toEqual({ status: "paid" });
  expect(await pay("4242424242424242")).toEqual({ status: "paid" });
  expect((await stripe.charges.list({ customer: ada.customer })).data.filter((one) => one.paid)).toHaveLength(1);
});

test("a portal opens for its customer for an hour", async () => {
  const { customer } = await subscriber();
  const session = await stripe.billingPortal.sessions.create({ customer, return_url: "https://shop.example/account" });
  expect(session.url).toBe(`${running.siteUrl}/sandbox/stripe/portal/${session.id}`);
  const opened = { customer, returnUrl: "https://shop.example/account", headline: null, flow: null };
  expect(await commands.openPortal(session.id)).toMatchObject(opened);
  expect(await commands.openPortal("bps_none")).toBeNull();
  now = new Date(START + 3600_000);
  expect(await commands.openPortal(session.id)).toBeNull();
});

test("events are sent again under their id, under a new one, and in another order", async () => {
  running.sandbox.start();
  const settled = async (): Promise<boolean> =>
    (await running.database.db.owner.query("select from stripe_sandbox.deliveries where next_attempt_at is not null")).rows
      .length === 0;
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) await stripe.customers.create({ name: `c${i}` });
  await vi.waitUntil(settled, { timeout: 200_000 });
  for (const event of (await stripe.events.list({ type: "customer.created", limit: 3 })).data) ids.unshift(event.id);
  const [first = "", second = "", third = ""] = ids;

  received = [];
  await commands.reorder([third, first, second]);
  await vi.waitUntil(settled, { timeout: 200_000 });
  await commands.redeliver(second);
  await vi.waitUntil(settled, { timeout: 200_000 });
  expect(received).toEqual([third, first, second, second]);

  received = [];
  const copy = await commands.duplicate(first);
  await vi.waitUntil(settled, { timeout: 200_000 });
  expect(received).toEqual([copy]);
  expect(copy).not.toBe(first);
  expect((await stripe.events.retrieve(copy)).data).toEqual((await stripe.events.retrieve(first)).data);
  await expect(commands.redeliver("evt_none")).rejects.toMatchObject({ status: 404 });
  await running.sandbox.stop();
});
