import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { startPayments, TEST_WEBHOOK_SECRET, type TestPayments } from "../../../tests/support/payments.ts";
import type { Payments } from "./payments.ts";
import { createStripePayments } from "./stripe.ts";

let database: TestDatabase;
let running: TestPayments;
let payments: Payments;

beforeAll(async () => {
  database = await createDatabase();
  running = await startPayments({ db: database.db });
  payments = running.payments;
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});

/** A provider that answers everything in one way. */
async function provider(status: number, body: object): Promise<{ payments: Payments; close: () => Promise<void> }> {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => payload.resume().on("end", () => done(null)));
  app.all("/*", (_request, reply) => reply.code(status).header("stripe-should-retry", "false").send(body));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  const options = { secretKey: "sk_test_x", webhookSecret: TEST_WEBHOOK_SECRET, priceLookupKey: "p", minutePriceLookupKey: "m" };
  return {
    payments: createStripePayments({ ...options, sandbox: { host: "127.0.0.1", port: address.port } }),
    close: () => app.close(),
  };
}

test("a checkout that was paid becomes a subscription in trial, with its card", async () => {
  const customer = await payments.createCustomer({ userId: "u1", email: "ada@example.com", name: "Ada" });
  const checkout = await payments.createSubscriptionCheckout({
    attempt: "1",
    userId: "u1",
    customerId: customer.id,
    trialDays: 3,
    metadata: { referral_code: "FRIEND" },
    successUrl: "https://shop.example/?s={CHECKOUT_SESSION_ID}",
    cancelUrl: "https://shop.example/",
  });
  expect(checkout).toMatchObject({
    status: "open",
    paymentStatus: "unpaid",
    mode: "subscription",
    clientReferenceId: "u1",
    subscriptionId: null,
  });
  await running.pay(checkout.url ?? "");
  const complete = await payments.retrieveCheckout(checkout.id);
  expect(complete).toMatchObject({
    status: "complete",
    paymentStatus: "no_payment_required",
    url: null,
    customerId: customer.id,
  });
  const [subscription, ...others] = await payments.listSubscriptions(customer.id);
  expect(others).toEqual([]);
  expect(subscription).toMatchObject({
    id: complete?.subscriptionId,
    status: "trialing",
    cancelAt: null,
    card: { brand: "visa", last4: "4242" },
    metadata: { referral_code: "FRIEND" },
  });
  expect(subscription?.periodEnd).toBe(subscription?.trialEnd);
  expect(await payments.retrieveSubscription(subscription?.id ?? "")).toEqual(subscription);
  expect(await payments.expireCheckout(checkout.id)).toMatchObject({ status: "complete" });
});

test("a scheduled end is seen, whether it was set by date or to the end of the period", async () => {
  const customer = await payments.createCustomer({ userId: "u2", email: "ben@example.com" });
  const checkout = await payments.createSubscriptionCheckout({
    attempt: "1",
    userId: "u2",
    customerId: customer.id,
    trialDays: null,
    metadata: {},
    successUrl: "https://shop.example/",
    cancelUrl: "https://shop.example/",
  });
  await running.pay(checkout.url ?? "");
  const id = (await payments.retrieveCheckout(checkout.id))?.subscriptionId ?? "";
  const { periodEnd } = (await payments.retrieveSubscription(id)) ?? {};
  await running.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await payments.retrieveSubscription(id)).toMatchObject({ status: "active", cancelAt: periodEnd });
  await running.stripe.subscriptions.update(id, { cancel_at: (periodEnd ?? 0) - 60 });
  expect(await payments.retrieveSubscription(id)).toMatchObject({ cancelAt: (periodEnd ?? 0) - 60 });
  expect(await payments.cancelSubscription(id)).toMatchObject({ status: "canceled" });
});

async function paidMonth(userId: string): Promise<{ customer: string; subscription: string }> {
  const { id: customer } = await payments.createCustomer({ userId, email: `${userId}@example.com` });
  const checkout = await payments.createSubscriptionCheckout({
    attempt: "1",
    userId,
    customerId: customer,
    trialDays: null,
    metadata: {},
    successUrl: "https://shop.example/",
    cancelUrl: "https://shop.example/",
  });
  await running.pay(checkout.url ?? "");
  return { customer, subscription: (await payments.retrieveCheckout(checkout.id))?.subscriptionId ?? "" };
}

test("an invoice tells what was paid, for which period, by which payment, and where to see it", async () => {
  const { customer, subscription } = await paidMonth("u5");
  const { periodStart, periodEnd, priceId } = (await payments.retrieveSubscription(subscription)) ?? {};
  const [invoice, ...others] = await payments.listInvoices(customer);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    status: "paid",
    amountPaid: 1499,
    currency: "usd",
    customerId: customer,
    subscriptionId: subscription,
    billingReason: "subscription_create",
    lines: [{ periodStart, periodEnd, amount: 1499, priceId }],
  });
  expect(invoice?.paidAt).toBeGreaterThanOrEqual(invoice?.created ?? Infinity);
  expect(invoice?.number).toMatch(/-0001$/);
  expect(invoice?.hostedUrl).toMatch(/^http/);
  expect(await payments.retrieveInvoice(invoice?.id ?? "")).toEqual(invoice);
  expect(await running.stripe.paymentIntents.retrieve(invoice?.paymentIntentIds[0] ?? "")).toMatchObject({
    amount_received: 1499,
    status: "succeeded",
  });
});

test("a refund and a dispute name the payment that they take back", async () => {
  const { customer } = await paidMonth("u6");
  const [paymentIntentId = ""] = (await payments.listInvoices(customer))[0]?.paymentIntentIds ?? [];
  expect([await payments.listRefunds(customer), await payments.listDisputes(customer)]).toEqual([[], []]);
  const refund = await running.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 499 });
  const taken = { id: refund.id, paymentIntentId, amount: 499, failed: false };
  expect([await payments.listRefunds(customer), await payments.retrieveRefund(refund.id)]).toEqual([[taken], taken]);
  const [charge] = (await running.stripe.charges.list({ customer })).data;
  const id = await running.sandbox.commands.dispute(charge?.id ?? "");
  const disputes = await payments.listDisputes(customer);
  expect(disputes).toEqual([{ id, customerId: customer, paymentIntentId, amount: 1499, state: "open" }]);
  expect(await payments.retrieveDispute(id)).toEqual(disputes[0]);
});

test("a checkout for minutes is bought once, as often as one attempt is made; another number or attempt is another checkout", async () => {
  const { id: customerId } = await payments.createCustomer({ userId: "u7", email: "u7@example.com" });
  const open = async (attempt: string, minutes: number): Promise<string> =>
    (
      await payments.createPaymentCheckout({
        attempt,
        minutes,
        userId: "u7",
        customerId,
        metadata: {},
        successUrl: "https://shop.example/",
        cancelUrl: "https://shop.example/",
      })
    ).id;
  const ids = await Promise.all([open("1", 5), open("1", 5), open("1", 6), open("2", 5)]);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(3);
});

test("one user is one customer, and a corrected name is no conflict", async () => {
  const user = { userId: "u3", email: "eve@example.com", name: "Eve" };
  const [first, again] = await Promise.all([payments.createCustomer(user), payments.createCustomer(user)]);
  expect(again).toEqual(first);
  await expect(payments.createCustomer({ ...user, name: "Eva" })).resolves.toHaveProperty("id");
});

test("what does not exist is null", async () => {
  expect(await payments.retrieveCheckout("cs_test_none")).toBeNull();
  expect(await payments.retrieveSubscription("sub_none")).toBeNull();
  expect(await payments.retrieveInvoice("in_none")).toBeNull();
  expect(await payments.retrieveDispute("dp_none")).toBeNull();
  expect(await payments.retrieveRefund("re_none")).toBeNull();
  expect(await payments.createPortalSession("cus_none", "https://shop.example/")).toBeNull();
});

test("a customer that was deleted is told from one that lives, and from one of another account", async () => {
  const user = { userId: "u8", email: "u8@example.com" };
  const { id } = await payments.createCustomer(user);
  expect(await payments.isCustomerDeleted(id)).toBe(false);
  await running.stripe.customers.del(id);
  expect(await payments.isCustomerDeleted(id)).toBe(true);
  expect((await payments.createCustomer({ ...user, lost: id })).id).not.toBe(id);
  await expect(payments.isCustomerDeleted("cus_of_another_account")).rejects.toMatchObject({ code: "rejected" });
});

test("a refusal is told by its codes, and never repeats what a person typed", async () => {
  const error = await payments.createCustomer({ userId: "u4", email: "not-an-address" }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "PaymentsError", code: "rejected" });
  const refusing = await provider(400, {
    error: { type: "invalid_request_error", param: "email", message: "Invalid email address: ada@example.com" },
  });
  const refusal = await refusing.payments.retrieveCheckout("x").catch((reason: unknown) => reason);
  expect(refusal).toMatchObject({ code: "rejected" });
  expect(String((refusal as Error).stack) + JSON.stringify(refusal)).not.toContain("ada@example.com");
  await refusing.close();
});

test("a provider that fails or is away is unavailable", async () => {
  const failing = await provider(500, { error: { type: "api_error", message: "oops" } });
  await expect(failing.payments.listSubscriptions("cus_1")).rejects.toMatchObject({ code: "unavailable" });
  await failing.close();
  await expect(failing.payments.retrieveCheckout("cs_1")).rejects.toMatchObject({ code: "unavailable" });
});

test("a state that Stripe may add one day is an error, not a guess", async () => {
  const newer = await provider(200, {
    id: "cs_1",
    object: "checkout.session",
    status: "snoozed",
    payment_status: "paid",
    mode: "subscription",
  });
  await expect(newer.payments.retrieveCheckout("cs_1")).rejects.toMatchObject({ code: "rejected" });
  await newer.close();
});

test.for([true, false])("taxes are added to both kinds of checkout when they are switched on: %s", async (automaticTax) => {
  const asked: string[] = [];
  const api = Fastify();
  api.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  api.get("/v1/prices", () => ({
    object: "list",
    data: [{ id: "price_1", object: "price" }],
    has_more: false,
    url: "/v1/prices",
  }));
  api.post("/v1/checkout/sessions", ({ body }) => {
    asked.push(String(body));
    return { id: "cs_1", object: "checkout.session", status: "open", payment_status: "unpaid", mode: "payment" };
  });
  await api.listen({ port: 0, host: "127.0.0.1" });
  const address = api.server.address() as AddressInfo;
  const taxed = createStripePayments({
    secretKey: "sk_test_x",
    webhookSecret: TEST_WEBHOOK_SECRET,
    priceLookupKey: "p",
    minutePriceLookupKey: "m",
    automaticTax,
    sandbox: { host: "127.0.0.1", port: address.port },
  });
  const request = {
    attempt: "1",
    userId: "u",
    customerId: "cus_1",
    metadata: {},
    successUrl: "https://a/",
    cancelUrl: "https://a/",
  };
  await taxed.createSubscriptionCheckout({ ...request, trialDays: 3 });
  await taxed.createPaymentCheckout({ ...request, minutes: 5 });
  await api.close();
  const sent = asked.map((body) => new URLSearchParams(body));
  expect(sent.map((one) => [one.get("automatic_tax[enabled]"), one.get("customer_update[address]")])).toEqual(
    Array(2).fill(automaticTax ? ["true", "auto"] : [null, null]),
  );
});

test("an event is read by its ids, and only with a good signature", () => {
  const payload = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "customer.created",
    created: 1_800_000_000,
    data: { object: { id: "cus_1", object: "customer" } },
  });
  const signature = running.stripe.webhooks.generateTestHeaderString({ payload, secret: TEST_WEBHOOK_SECRET });
  expect(payments.readWebhook(Buffer.from(payload), signature)).toEqual({
    id: "evt_1",
    type: "customer.created",
    created: 1_800_000_000,
    objectId: "cus_1",
    customerId: "cus_1",
  });
  expect(() => payments.readWebhook(Buffer.from(`${payload} `), signature)).toThrow(
    expect.objectContaining({ code: "bad_signature" }),
  );
});

test("only live keys are live", () => {
  const common = { webhookSecret: "whsec_x", priceLookupKey: "p", minutePriceLookupKey: "m" };
  const live = ["sk_live_1", "rk_live_1", "sk_test_1"].map((secretKey) => createStripePayments({ ...common, secretKey }).live);
  expect(live).toEqual([true, true, false]);
  expect(payments).toMatchObject({ live: false, engine: "payments sandbox (no card is charged)" });
});
