import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createPayingSubscriber, createTrialUser } from "../../tests/support/subscribers.ts";
import { billingOverview as contract } from "../../shared/endpoints/billing.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";
import type { Claims } from "@lampstand/database";

const DAY = 86_400_000;

let billing: TestBilling;
let later = 0;

beforeAll(async () => {
  billing = await startBilling({ now: () => new Date(Date.now() + later) });
});
afterAll(() => billing.close());
afterEach(() => {
  later = 0;
});

async function overview(caller: Claims) {
  const { status, body } = await billing.call("billing-overview", {}, caller);
  expect(status).toBe(200);
  return contract.answer.parse(body);
}
const iso = (seconds: number | null | undefined): string => new Date((seconds ?? 0) * 1000).toISOString();

test("a trial shows its end, the first charge and the card", async () => {
  const { caller, subscription } = await createTrialUser(billing);
  const { trialEnd } = (await billing.payments.retrieveSubscription(subscription)) ?? {};
  expect(await overview(caller)).toMatchObject({
    status: "trialing",
    plan: "trial",
    nextBillingDate: iso(trialEnd),
    trialEndsAt: iso(trialEnd),
    cancelAt: null,
    graceEndsAt: null,
    priceCents: 1499,
    card: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034 },
    invoices: [{ amount: 0, currency: "usd", status: "paid" }],
  });
});

test("a subscription shows its next charge and its invoices with their pages, and no next charge once cancelled", async () => {
  const { caller, customer, subscription } = await createPayingSubscriber(billing);
  const { periodEnd } = (await billing.payments.retrieveSubscription(subscription)) ?? {};
  const [invoice] = await billing.payments.listInvoices(customer);
  expect(await overview(caller)).toMatchObject({
    status: "active",
    plan: "premium",
    nextBillingDate: iso(periodEnd),
    trialEndsAt: null,
    invoices: [{ id: invoice?.id, number: invoice?.number, date: iso(invoice?.created), amount: 1499, url: invoice?.hostedUrl }],
  });
  await billing.call("cancel-subscription", {}, caller);
  expect(await overview(caller)).toMatchObject({ nextBillingDate: null, cancelAt: iso(periodEnd) });
});

test("minutes that were bought stand in the history, an unfinished purchase does not", async () => {
  const { caller } = await createPayingSubscriber(billing);
  const { body } = await billing.call("purchase-additional-minutes", { minutes: 12 }, caller);
  await billing.pay(String(body["url"]));
  await billing.call("purchase-additional-minutes", { minutes: 13 }, caller);
  const history = (await overview(caller)).invoices.map(({ minutes, amount, status }) => [minutes, amount, status]);
  expect(new Set(history.map(String))).toEqual(new Set(["12,1200,paid", ",1499,paid"]));
});

test("what was refunded of an invoice or a purchase stands beside it", async () => {
  const { caller, customer } = await createPayingSubscriber(billing);
  const { body } = await billing.call("purchase-additional-minutes", { minutes: 12 }, caller);
  await billing.pay(String(body["url"]));
  const [purchase] = await billing.payments.listPurchases(customer);
  const [invoice] = await billing.payments.listInvoices(customer);
  for (const amount of [100, 200])
    await billing.stripe.refunds.create({ payment_intent: String(purchase?.paymentIntentId), amount });
  await billing.stripe.refunds.create({ payment_intent: String(invoice?.paymentIntentIds[0]) });
  const history = (await overview(caller)).invoices.map(({ minutes, amount, refunded }) => [minutes, amount, refunded]);
  expect(new Set(history.map(String))).toEqual(new Set(["12,1200,300", ",1499,1499"]));
});

test("a failed charge shows what is open and until when access lasts", async () => {
  const { caller, customer, email } = await createTrialUser(billing, "4000 0000 0000 0341");
  later = 4 * DAY;
  await billing.sandbox.runDue();
  await billing.call("create-checkout-session", { email }, caller);
  const [subscription] = await billing.payments.listSubscriptions(customer);
  expect(await overview(caller)).toMatchObject({
    status: "past_due",
    plan: "premium",
    nextBillingDate: null,
    graceEndsAt: iso((subscription?.periodStart ?? 0) + 7 * 86_400),
    invoices: [{ amount: 1499, status: "open" }, { amount: 0 }],
  });
});

test("who never paid sees the price and nothing else; nobody sees another's; a provider that is away is said to be so", async () => {
  const { userId } = await billing.signUp();
  expect(await overview(await billing.confirm(userId))).toEqual({
    status: null,
    plan: null,
    nextBillingDate: null,
    cancelAt: null,
    trialEndsAt: null,
    card: null,
    invoices: [],
    priceCents: 1499,
    graceEndsAt: null,
  });
  expect(await billing.call("billing-overview", {})).toMatchObject({ status: 401 });
  const { caller } = await createPayingSubscriber(billing);
  const { payments } = billing;
  billing.context.payments = { ...payments, listInvoices: () => Promise.reject(new PaymentsError("unavailable", "down")) };
  expect(await billing.call("billing-overview", {}, caller)).toMatchObject({
    status: 503,
    body: { code: "payments_unavailable" },
  });
  billing.context.payments = payments;
});
