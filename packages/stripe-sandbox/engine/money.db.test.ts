import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";

let running: TestShop;
let stripe: Stripe;
let monthly: string;
let minute: string;

beforeAll(async () => {
  running = await startShop();
  ({ stripe, price: monthly, minutePrice: minute } = running);
});
afterAll(() => running.stop());

interface Sale {
  customer: string;
  session: Stripe.Checkout.Session;
  answer: Response;
}

/** Opens a checkout, types the card, and passes the bank's check if there is one. */
async function buy(number: string, params: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Sale> {
  const customer = (await stripe.customers.create({ email: "ada@example.com" })).id;
  const opened = await stripe.checkout.sessions.create({
    mode: "payment",
    customer,
    success_url: "https://shop.example/",
    ...params,
  });
  let answer = await running.pay(opened.url ?? "", { number, cvc: number.startsWith("3") ? "1234" : "123" });
  if (answer.headers.get("location")?.endsWith("/authenticate")) {
    answer = await fetch(`${opened.url}/authenticate`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ action: "complete" }),
    });
  }
  return { customer, session: await stripe.checkout.sessions.retrieve(opened.id), answer };
}

const minutes = (number: string, quantity = 10): Promise<Sale> => buy(number, { line_items: [{ price: minute, quantity }] });
const chargeOf = async (customer: string): Promise<Stripe.Charge> => {
  const [charge] = (await stripe.charges.list({ customer })).data;
  if (!charge) throw new Error("nothing was charged");
  return charge;
};
async function eventsAbout(customer: string): Promise<string[]> {
  const about = new Set<string>([customer]);
  const types: string[] = [];
  for (const event of (await stripe.events.list({ limit: 100 })).data.toReversed()) {
    const object = event.data.object as { id: string; customer?: string; charge?: string };
    if (object.customer !== customer && !about.has(object.charge ?? "") && !about.has(object.id)) continue;
    about.add(object.id);
    types.push(event.type);
  }
  return types;
}

// What each card does when it is saved for a trial, when it pays at once, and when the trial ends.
test.for([
  ["4242424242424242", "ok", "ok"],
  ["4000056655665556", "ok", "ok"],
  ["5555555555554444", "ok", "ok"],
  ["378282246310005", "ok", "ok"],
  ["4000000000000002", "generic_decline", "generic_decline"],
  ["4000000000009995", "insufficient_funds", "insufficient_funds"],
  ["4000000000000069", "expired_card", "expired_card"],
  ["4000000000000127", "incorrect_cvc", "incorrect_cvc"],
  ["4000000000000119", "processing_error", "processing_error"],
  ["4000000000000341", "ok", "generic_decline"],
  ["4000002500003155", "ok", "ok"],
  ["4000002760003184", "ok", "ok"],
  ["4000008260003178", "insufficient_funds", "insufficient_funds"],
  ["4000000000000259", "ok", "ok"],
] as const)("%s: saved %s, charged %s", async ([number, saved, charged]) => {
  const outcome = async ({ customer, session }: Sale): Promise<string> => {
    if (session.status === "complete") return "ok";
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    const [setup] = (await stripe.setupIntents.list({ customer })).data;
    return (intent?.last_payment_error ?? setup?.last_setup_error)?.decline_code ?? "nothing";
  };
  const subscription = { mode: "subscription" as const, line_items: [{ price: monthly, quantity: 1 }] };
  const trial = await buy(number, { ...subscription, subscription_data: { trial_period_days: 3 } });
  const month = await buy(number, subscription);
  const once = await minutes(number);
  expect(await Promise.all([trial, month, once].map(outcome))).toEqual([saved, charged, charged]);
  const subscriptions = (await stripe.subscriptions.list({ customer: month.customer, status: "all" })).data;
  expect(subscriptions.map(({ status }) => status)).toEqual(charged === "ok" ? ["active"] : []);
});

test("a purchase is a payment with its quantity, description and metadata, and leaves no saved card", async () => {
  const { customer, session } = await buy("4242424242424242", {
    line_items: [{ price: minute, quantity: 12 }],
    payment_intent_data: { metadata: { kind: "minutes" }, description: "12 minutes" },
    client_reference_id: "u1",
  });
  expect(session).toMatchObject({
    mode: "payment",
    amount_total: 1200,
    payment_status: "paid",
    client_reference_id: "u1",
    subscription: null,
    invoice: null,
  });
  expect(await stripe.checkout.sessions.listLineItems(session.id)).toMatchObject({
    data: [{ quantity: 12, amount_total: 1200, description: "Test minutes" }],
  });
  const intent = await stripe.paymentIntents.retrieve(session.payment_intent as string, { expand: ["latest_charge"] });
  expect(intent).toMatchObject({
    status: "succeeded",
    amount_received: 1200,
    metadata: { kind: "minutes" },
    latest_charge: {
      paid: true,
      description: "12 minutes",
      metadata: { kind: "minutes" },
      payment_method_details: { card: { last4: "4242" } },
    },
  });
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  expect((await stripe.checkout.sessions.list({ payment_intent: intent.id })).data.map(({ id }) => id)).toEqual([session.id]);
  expect(await eventsAbout(customer)).toEqual([
    "customer.created",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.completed",
  ]);
});

test("a price can be made for one purchase, and its card can be kept", async () => {
  const { customer, session } = await buy("4242424242424242", {
    line_items: [{ price_data: { currency: "usd", unit_amount: 250, product_data: { name: "A book" } }, quantity: 2 }],
    payment_intent_data: { setup_future_usage: "off_session" },
  });
  expect(session).toMatchObject({ amount_total: 500, status: "complete" });
  expect((await stripe.customers.listPaymentMethods(customer)).data).toHaveLength(1);
  const inactive = (await stripe.checkout.sessions.listLineItems(session.id)).data[0]?.price?.id;
  await expect(buy("4242424242424242", { line_items: [{ price: inactive ?? "", quantity: 1 }] })).rejects.toMatchObject({
    statusCode: 400,
  });
});

test.for([
  ["a recurring price in a purchase", () => ({ line_items: [{ price: monthly }] }), "line_items[0][price]"],
  [
    "a single price in a subscription",
    () => ({ mode: "subscription" as const, line_items: [{ price: minute }] }),
    "line_items[0][price]",
  ],
  [
    "a trial in a purchase",
    () => ({ line_items: [{ price: minute }], subscription_data: { trial_period_days: 3 } }),
    "subscription_data",
  ],
  ["neither price nor its making", () => ({ line_items: [{ quantity: 1 }] }), "line_items[0][price]"],
  ["no quantity at all", () => ({ line_items: [{ price: minute, quantity: 0 }] }), "line_items[0][quantity]"],
] as const)("%s is refused", async ([, params, param]) => {
  await expect(buy("4242424242424242", params() as Partial<Stripe.Checkout.SessionCreateParams>)).rejects.toMatchObject({
    statusCode: 400,
    param,
  });
});

test("a charge is given back in parts, up to what was paid and not more", async () => {
  const { customer } = await minutes("4242424242424242");
  const charge = await chargeOf(customer);
  const first = await stripe.refunds.create({
    charge: charge.id,
    amount: 300,
    reason: "requested_by_customer",
    metadata: { a: "b" },
  });
  expect(first).toMatchObject({ status: "succeeded", amount: 300, charge: charge.id, metadata: { a: "b" } });
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 300, refunded: false });
  await expect(stripe.refunds.create({ charge: charge.id, amount: 701 })).rejects.toMatchObject({
    statusCode: 400,
    param: "amount",
  });
  await stripe.refunds.create({ payment_intent: charge.payment_intent as string });
  expect(await stripe.charges.retrieve(charge.id, { expand: ["refunds"] })).toMatchObject({
    amount_refunded: 1000,
    refunded: true,
    refunds: { data: [{ amount: 700 }, { amount: 300 }] },
  });
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: "charge_already_refunded" });
  expect(await stripe.refunds.retrieve(first.id)).toEqual(expect.objectContaining({ id: first.id }));
  expect((await stripe.refunds.list({ charge: charge.id })).data).toHaveLength(2);
  expect((await eventsAbout(customer)).slice(-6)).toEqual([
    "refund.created",
    "charge.refunded",
    "refund.updated",
    "refund.created",
    "charge.refunded",
    "refund.updated",
  ]);
});

test("what was not paid can't be given back", async () => {
  const { customer } = await minutes("4000000000000002");
  await expect(stripe.refunds.create({ charge: (await chargeOf(customer)).id })).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ code: "parameter_missing" });
  await expect(stripe.refunds.create({ charge: "ch_none" })).rejects.toMatchObject({ statusCode: 404 });
});

test("a charge on the disputing card is disputed right after it is paid, and can't be refunded then", async () => {
  const { customer } = await minutes("4000000000000259");
  const charge = await chargeOf(customer);
  expect(charge).toMatchObject({ paid: true, disputed: true });
  const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data;
  expect(await stripe.disputes.retrieve(dispute?.id ?? "", { expand: ["charge", "payment_intent"] })).toMatchObject({
    status: "needs_response",
    reason: "fraudulent",
    amount: 1000,
    charge: { id: charge.id },
    payment_intent: { id: charge.payment_intent },
  });
  expect((await eventsAbout(customer)).slice(-3)).toEqual([
    "checkout.session.completed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
  ]);
  await expect(stripe.refunds.create({ charge: charge.id })).rejects.toMatchObject({ code: "charge_disputed" });
});

test.for([
  ["winning_evidence", "won", ["charge.dispute.updated", "charge.dispute.funds_reinstated", "charge.dispute.closed"]],
  ["losing_evidence", "lost", ["charge.dispute.updated", "charge.dispute.closed"]],
] as const)("%s decides that the dispute is %s", async ([uncategorized_text, status, events]) => {
  const { customer } = await minutes("4242424242424242");
  const id = await running.sandbox.commands.dispute((await chargeOf(customer)).id);
  expect(await stripe.disputes.update(id, { evidence: { uncategorized_text } })).toMatchObject({ status });
  expect((await eventsAbout(customer)).slice(-events.length)).toEqual(events);
  await expect(stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 });
});

test("a dispute that is not answered can be given up, or decided in the control panel", async () => {
  const { commands } = running.sandbox;
  const [given, won] = [await minutes("4242424242424242"), await minutes("4242424242424242")];
  const givenUp = await commands.dispute((await chargeOf(given.customer)).id);
  expect(await stripe.disputes.close(givenUp)).toMatchObject({ status: "lost" });
  const decided = await commands.dispute((await chargeOf(won.customer)).id);
  await commands.closeDispute(decided, "won");
  expect(await stripe.disputes.retrieve(decided)).toMatchObject({ status: "won" });
  await expect(commands.dispute((await chargeOf(won.customer)).id)).rejects.toMatchObject({ status: 400 });
});

test("a payment with invoice_creation leaves one paid invoice of it, with a number, a page and its refunds", async () => {
  const invoice_creation = { enabled: true };
  const { customer, session } = await buy("4242424242424242", {
    line_items: [{ price: minute, quantity: 10 }],
    invoice_creation,
  });
  const intent = typeof session.payment_intent === "string" ? session.payment_intent : "";
  const [invoice, ...others] = (await stripe.invoices.list({ customer, expand: ["data.payments"] })).data;
  expect(others).toEqual([]);
  expect(session).toMatchObject({ invoice: invoice?.id, payment_status: "paid", invoice_creation: { enabled: true } });
  expect(invoice).toMatchObject({
    status: "paid",
    billing_reason: "manual",
    amount_paid: 1000,
    amount_remaining: 0,
    parent: null,
    number: expect.stringMatching(/-0001$/) as string,
    lines: { data: [{ quantity: 10, amount: 1000, subscription: null }] },
    payments: { data: [{ status: "paid", payment: { payment_intent: intent } }] },
  });
  expect(await eventsAbout(customer)).toEqual(expect.arrayContaining(["invoice.created", "invoice.finalized", "invoice.paid"]));
  await stripe.refunds.create({ payment_intent: intent, amount: 300 });
  const page = await (await fetch(invoice?.hosted_invoice_url ?? "")).text();
  expect(page).toContain("Refunded");
  // Without it there is none, and a declined card leaves none.
  expect((await stripe.invoices.list({ customer: (await minutes("4242424242424242")).customer })).data).toEqual([]);
  const declined = await buy("4000000000000002", { line_items: [{ price: minute, quantity: 10 }], invoice_creation });
  expect((await stripe.invoices.list({ customer: declined.customer })).data).toEqual([]);
});

test("invoice_creation is for single payments, since a subscription has its invoices anyway", async () => {
  const { id: customer } = await stripe.customers.create({});
  await expect(
    stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      line_items: [{ price: monthly, quantity: 1 }],
      invoice_creation: { enabled: true },
      success_url: "https://shop.example/",
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: "invoice_creation" });
});
