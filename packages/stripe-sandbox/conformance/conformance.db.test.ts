import type { FastifyInstance } from "fastify";
import type { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { startPayments, type TestPayments } from "../../../tests/support/payments.ts";
import { EVENTS, KINDS } from "./repertoire.ts";
import { createSdkSchemas, type SdkSchemas } from "./sdk-schemas.ts";

const DAY = 86_400;
const SUCCESS = "https://shop.example/done?s={CHECKOUT_SESSION_ID}";
const RETURN = "https://shop.example/billing";
const CARD = { number: "4242424242424242", expiry: "12/40", cvc: "123", name: "Ada Lovelace" };

let database: TestDatabase;
let running: TestPayments;
let stripe: Stripe;
let schemas: SdkSchemas;
let monthly: string;
/** Every route of the API, and whether it has answered with success. */
const routes = new Map<string, boolean>();
const problems: string[] = [];

/** Checks each successful answer as it leaves. */
function watchApi(api: FastifyInstance): void {
  api.addHook("onRoute", ({ method, url }) => {
    const route = `${String(method)} ${url}`;
    if (method !== "HEAD" && !url.includes("*")) routes.set(route, routes.get(route) ?? false);
  });
  api.addHook("onSend", async (request, reply, payload) => {
    if (reply.statusCode >= 300) return;
    const route = `${request.method} ${request.routeOptions.url}`;
    routes.set(route, true);
    problems.push(...schemas.problems(JSON.parse(String(payload))).map((problem) => `${route}: ${problem}`));
  });
}

beforeAll(async () => {
  schemas = createSdkSchemas();
  database = await createDatabase();
  running = await startPayments({ db: database.db, watchApi });
  stripe = running.stripe;
  monthly = (await stripe.prices.list({ lookup_keys: ["test_monthly"] })).data[0]?.id ?? "";
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});
afterEach(() => {
  const found = new Set(problems.splice(0));
  if (found.size > 0) throw new Error(`not as the SDK declares it:\n${[...found].join("\n")}`);
});

interface Clock {
  id: string;
  customer: string;
  advance(days: number): Promise<void>;
}

async function newClock(): Promise<Clock> {
  const { id, frozen_time } = await stripe.testHelpers.testClocks.create({
    frozen_time: Math.floor(Date.now() / 1000),
    name: "conformance",
  });
  const customer = await stripe.customers.create({ email: `${id}@example.com`, test_clock: id });
  let now = frozen_time;
  return {
    id,
    customer: customer.id,
    async advance(days) {
      now += days * DAY;
      await stripe.testHelpers.testClocks.advance(id, { frozen_time: now });
      await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(id)).status).toBe("ready");
    },
  };
}

/** Buys the monthly plan at the hosted checkout. */
async function subscribe(customer: string, options: { trialDays?: number; number?: string } = {}): Promise<Stripe.Subscription> {
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price: monthly, quantity: 1 }],
    ...(options.trialDays === undefined ? {} : { subscription_data: { trial_period_days: options.trialDays } }),
    success_url: SUCCESS,
  });
  const url = session.url ?? "";
  const paid = await running.pay(url, options.number ? { number: options.number } : {});
  if (paid.headers.get("location")?.endsWith("/authenticate")) await answer(`${url}/authenticate`, { action: "complete" });
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["subscription.latest_invoice", "invoice", "customer"],
  });
  expect(done.status).toBe("complete");
  return done.subscription as Stripe.Subscription;
}

const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === "string" ? reference : (reference?.id ?? "");

/** Posts a form of the pages; returns the redirect target. */
async function answer(url: string, fields: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

test("customers, products and prices come, change and go", async () => {
  const { id } = await stripe.customers.create({ email: "ada@example.com", name: "Ada", metadata: { a: "b" } });
  await stripe.customers.update(id, { name: "Ada Lovelace" });
  await stripe.customers.list({ limit: 1 });
  await stripe.customers.listPaymentMethods(id);
  expect(await stripe.customers.del(id)).toMatchObject({ deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
  const product = await stripe.products.create({ name: "Hats" });
  const price = await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 500, lookup_key: "hat" });
  await stripe.prices.retrieve(price.id, { expand: ["product"] });
  await stripe.products.retrieve(product.id);
  await stripe.products.list();
  await stripe.prices.update(price.id, { active: false, nickname: "Old" });
  await stripe.products.update(product.id, { description: "For heads" });
});

test("a trial begins, is charged, renews, is cancelled in the portal and goes on, and ends", async () => {
  const clock = await newClock();
  const { id } = await subscribe(clock.customer, { trialDays: 7 });
  await stripe.invoices.createPreview({ subscription: id });
  await clock.advance(8);
  await clock.advance(31);
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ["customer", "default_payment_method", "latest_invoice.payments", "items.data.price.product"],
  });
  expect(subscription.status).toBe("active");

  const portal = await stripe.billingPortal.sessions.create({ customer: clock.customer, return_url: RETURN });
  await answer(`${portal.url}/subscriptions/${id}/cancel`);
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: expect.any(Number), cancel_at_period_end: false });
  await answer(`${portal.url}/subscriptions/${id}/resume`);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await stripe.subscriptions.update(id, { cancel_at_period_end: false, metadata: { a: "b" } });
  await stripe.subscriptions.cancel(id);
  await stripe.subscriptions.list({ customer: clock.customer, status: "all", expand: ["data.latest_invoice"] });

  const { data: invoices } = await stripe.invoices.list({ customer: clock.customer, expand: ["data.payments"] });
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([1499, 1499, 0]);
  const invoice = invoices[0]?.id ?? "";
  await stripe.invoices.retrieve(invoice, { expand: ["customer", "payments.data.payment.payment_intent"] });
  await stripe.invoices.listLineItems(invoice);
  const payments = await stripe.invoicePayments.list({ invoice, expand: ["data.payment.payment_intent", "data.invoice"] });
  await stripe.invoicePayments.retrieve(payments.data[0]?.id ?? "");
  const setups = await stripe.setupIntents.list({ customer: clock.customer, expand: ["data.payment_method"] });
  await stripe.setupIntents.retrieve(setups.data[0]?.id ?? "");
  await stripe.testHelpers.testClocks.list();
  expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
});

test("a charge fails, is tried again, and is paid with another card", async () => {
  const clock = await newClock();
  const { id } = await subscribe(clock.customer, { trialDays: 3, number: "4000000000000341" });
  await clock.advance(4);
  const { status, latest_invoice } = await stripe.subscriptions.retrieve(id);
  expect(status).toBe("past_due");
  await expect(stripe.invoices.pay(idOf(latest_invoice))).rejects.toMatchObject({ statusCode: 402 });
  const portal = await stripe.billingPortal.sessions.create({ customer: clock.customer, return_url: RETURN });
  await answer(`${portal.url}/card`, CARD);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
});

test("a charge that fails to the end takes the subscription with it, and its invoice is paid, or voided, by hand", async () => {
  const open: string[] = [];
  for (let i = 0; i < 2; i++) {
    const clock = await newClock();
    const { id } = await subscribe(clock.customer, { trialDays: 3, number: "4000000000000341" });
    await clock.advance(44);
    const { status, latest_invoice } = await stripe.subscriptions.retrieve(id);
    expect(status).toBe("canceled");
    open.push(idOf(latest_invoice));
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: clock.customer });
    if (i > 0) continue;
    await stripe.invoices.markUncollectible(idOf(latest_invoice));
    await stripe.invoices.pay(idOf(latest_invoice), { payment_method: card.id });
  }
  await stripe.invoices.voidInvoice(open[1] ?? "");
});

test("3-D Secure is asked for at the checkout and when a trial is ended, and passed or given up", async () => {
  const clock = await newClock();
  const { id } = await subscribe(clock.customer, { trialDays: 3, number: "4000002760003184" });
  const endTrial = async (): Promise<Stripe.Invoice> => {
    const { latest_invoice } = await stripe.subscriptions.update(id, {
      trial_end: "now",
      payment_behavior: "pending_if_incomplete",
      proration_behavior: "none",
      expand: ["latest_invoice.payments"],
    });
    return latest_invoice as Stripe.Invoice;
  };
  const dropped = await endTrial();
  expect(dropped.status).toBe("open");
  await stripe.invoices.voidInvoice(dropped.id);
  const { hosted_invoice_url } = await endTrial();
  await clock.advance(0.01);
  await answer(`${hosted_invoice_url}/authenticate`, { action: "complete" });
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
});

test("a subscription is made through the API, pauses without a card, and resumes with one", async () => {
  const clock = await newClock();
  const { id } = await stripe.subscriptions.create({
    customer: clock.customer,
    items: [{ price: monthly }],
    trial_period_days: 8,
    trial_settings: { end_behavior: { missing_payment_method: "pause" } },
  });
  await clock.advance(9);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("paused");
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: clock.customer });
  await stripe.customers.update(clock.customer, { invoice_settings: { default_payment_method: card.id } });
  await stripe.subscriptions.resume(id);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  await stripe.paymentMethods.retrieve(card.id);
  await stripe.paymentMethods.list({ customer: clock.customer, type: "card" });
  await stripe.paymentMethods.detach(card.id);
});

test("things are bought once, refunded in part and whole, and disputed", async () => {
  const customer = await stripe.customers.create({ email: "buyer@example.com" });
  const buy = async (card: Partial<typeof CARD> = {}): Promise<Stripe.PaymentIntent> => {
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer: customer.id,
      line_items: [{ price_data: { currency: "usd", unit_amount: 100, product_data: { name: "Minute" } }, quantity: 5 }],
      payment_intent_data: { metadata: { a: "b" } },
      invoice_creation: { enabled: true },
      success_url: SUCCESS,
      expand: ["line_items"],
    });
    expect((await running.pay(session.url ?? "", card)).headers.get("location")).toContain("shop.example");
    await stripe.checkout.sessions.listLineItems(session.id);
    const expand = ["payment_intent.latest_charge", "line_items"];
    return (await stripe.checkout.sessions.retrieve(session.id, { expand })).payment_intent as Stripe.PaymentIntent;
  };
  const bought = await buy();
  const charge = (bought.latest_charge as Stripe.Charge).id;
  const refund = await stripe.refunds.create({ payment_intent: bought.id, amount: 200 });
  await stripe.refunds.create({ charge });
  await stripe.refunds.retrieve(refund.id, { expand: ["charge"] });
  await stripe.refunds.list({ charge });
  await stripe.charges.retrieve(charge, { expand: ["payment_intent", "customer"] });
  await stripe.charges.list({ customer: customer.id });
  await stripe.paymentIntents.retrieve(bought.id, { expand: ["latest_charge", "payment_method"] });
  await stripe.paymentIntents.list({ customer: customer.id });

  const disputed = async (): Promise<string> => {
    const { id } = await buy({ number: "4000000000000259" });
    return (await stripe.disputes.list({ payment_intent: id })).data[0]?.id ?? "";
  };
  const won = await disputed();
  await stripe.disputes.retrieve(won, { expand: ["charge", "payment_intent"] });
  await stripe.disputes.update(won, { evidence: { uncategorized_text: "winning_evidence" } });
  await stripe.disputes.close(await disputed());
});

test("a checkout is declined and expires", async () => {
  const customer = await stripe.customers.create({});
  for (const trialDays of [undefined, 3]) {
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer: customer.id,
      line_items: [{ price: monthly, quantity: 1 }],
      ...(trialDays && { subscription_data: { trial_period_days: trialDays } }),
      success_url: SUCCESS,
    });
    await running.pay(session.url ?? "", { number: "4000000000000002" });
    await stripe.checkout.sessions.expire(session.id);
  }
  const { data } = await stripe.checkout.sessions.list({ customer: customer.id });
  expect(data.map(({ status }) => status)).toEqual(["expired", "expired"]);
});

test("the portal is configured", async () => {
  const { id } = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
    },
  });
  await stripe.billingPortal.configurations.update(id, { features: { subscription_cancel: { enabled: false } } });
  await stripe.billingPortal.configurations.retrieve(id);
  await stripe.billingPortal.configurations.list();
  const { id: customer } = await stripe.customers.create({});
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration: id,
    return_url: RETURN,
    flow_data: { type: "payment_method_update" },
    expand: ["configuration"],
  });
  expect(session.configuration).toMatchObject({ id, features: { subscription_cancel: { enabled: false } } });
});

test("where renewals wait as drafts, one is finalized by hand", async () => {
  const other = await startPayments({ db: database.db, watchApi, schema: "drafting_sandbox", draftSeconds: 3600 });
  const [price] = (await other.stripe.prices.list({ lookup_keys: ["test_monthly"] })).data;
  const { id } = await other.stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
  const customer = await other.stripe.customers.create({ test_clock: id });
  const card = await other.stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
  const { trial_end } = await other.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? "" }],
    default_payment_method: card.id,
    trial_period_days: 3,
  });
  await other.stripe.testHelpers.testClocks.advance(id, { frozen_time: (trial_end ?? 0) + 60 });
  const [draft] = (await other.stripe.invoices.list({ customer: customer.id, status: "draft" })).data;
  expect(await other.stripe.invoices.finalizeInvoice(draft?.id ?? "")).toMatchObject({ status: "paid" });
  await other.stop();
});

test("every kind of object and every type of event was checked, and no other", async () => {
  const ids: string[] = [];
  for await (const { id } of stripe.events.list({ limit: 100 })) ids.push(id);
  await stripe.events.retrieve(ids[0] ?? "");
  const seen = (wanted: (ref: string) => boolean): string[] => [...schemas.checked.keys()].filter(wanted).toSorted();
  expect(seen((ref) => !ref.startsWith("event/")).filter((kind) => kind in KINDS)).toEqual(Object.keys(KINDS).toSorted());
  expect(seen((ref) => ref.startsWith("event/")).map((ref) => ref.slice("event/".length))).toEqual(EVENTS);
});

test("every route of the API was checked", () => {
  expect(routes.size).toBeGreaterThan(40);
  expect([...routes].filter(([, answered]) => !answered).map(([route]) => route)).toEqual([]);
});
