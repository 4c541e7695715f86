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
  const { caller, customer } = await createPayingSubscriber(billing);
  const { body } = await billing.call("purchase-additional-minutes", { minutes: 12 }, caller);
  await billing.pay(String(body["url"]));
  await billing.call("purchase-additional-minutes", { minutes: 13 }, caller);
  const { invoices } = await overview(caller);
  const history = invoices.map(({ minutes, amount, status }) => [minutes, amount, status]);
  expect(history.map(String).toSorted()).toEqual([",1499,paid", "12,1200,paid"]);
  // With the invoice that the provider made of it.
  const bought = invoices.find(({ minutes }) => minutes !== null);
  const invoice = (await billing.payments.listInvoices(customer)).find(({ subscriptionId }) => subscriptionId === null);
  expect(bought).toMatchObject({ number: invoice?.number, url: invoice?.hostedUrl });
  expect(await (await fetch(bought?.url ?? "")).text()).toContain("12 × Test minutes");
});

test("the minutes of this month stand with the sermons that took them, bought and deleted ones too, and add up to what is used", async () => {
  const { caller, userId } = await createPayingSubscriber(billing);
  const { body } = await billing.call("purchase-additional-minutes", { minutes: 10 }, caller);
  await billing.pay(String(body["url"]));
  await billing.call("check-subscription", {}, caller);
  const made = async (seconds: number | null, title: string | null): Promise<string> => {
    const id = crypto.randomUUID();
    await billing.query("select billing.reserve($1, $2, 1, $3)", [userId, id, seconds ?? 300]);
    if (seconds === null)
      await billing.query(
        "insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice) values ($1, $2, 'rest', 'x', 5, 'John')",
        [id, userId],
      );
    else await billing.query("select billing.settle($1, $2)", [id, seconds]);
    if (title !== null)
      await billing.query("insert into public.sermons (id, user_id, title, content) values ($1, $2, $3, 'x')", [
        id,
        userId,
        title,
      ]);
    await billing.query("update billing.usage_reservations set reserved_at = clock_timestamp() where generation_id = $1", [id]);
    return id;
  };
  const kept = await made(3500, "rest");
  const deleted = await made(280, null);
  const trashed = await made(100, "a topic that was deleted");
  await billing.query("update public.sermons set deleted_at = now() where id = $1", [trashed]);
  const failed = await made(300, null);
  await billing.query("update billing.usage_reservations set state = 'reserved' where generation_id = $1", [failed]);
  await billing.query("select billing.release($1)", [failed]);
  const making = await made(null, null);

  const { minutesUsed } = await overview(caller);
  expect(minutesUsed).toMatchObject([
    { sermonId: making, state: "making", title: null, seconds: 300, boughtSeconds: 300 },
    { sermonId: trashed, state: "deleted", title: null, seconds: 100, boughtSeconds: 100 },
    { sermonId: deleted, state: "deleted", title: null, seconds: 280, boughtSeconds: 180 },
    { sermonId: kept, state: "kept", title: "rest", seconds: 3500, boughtSeconds: 0 },
  ]);
  const [{ used_s: used } = { used_s: 0 }] = await billing.query<{ used_s: number }>("select used_s from billing.minutes($1)", [
    userId,
  ]);
  expect(minutesUsed.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(used);
  expect((await overview((await createPayingSubscriber(billing)).caller)).minutesUsed).toEqual([]);
});

test("what was refunded of an invoice or a purchase stands beside it", async () => {
  const { caller, customer } = await createPayingSubscriber(billing);
  const { body } = await billing.call("purchase-additional-minutes", { minutes: 12 }, caller);
  await billing.pay(String(body["url"]));
  const [purchase] = await billing.payments.listPurchases(customer);
  const invoice = (await billing.payments.listInvoices(customer)).find(({ subscriptionId }) => subscriptionId !== null);
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
    minutesUsed: [],
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
