import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createPayingSubscriber, createTrialUser } from "../../tests/support/subscribers.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";

const DAY = 86_400_000;

let billing: TestBilling;
let payments: TestBilling["payments"];
let later = 0;

beforeAll(async () => {
  billing = await startBilling({ now: () => new Date(Date.now() + later) });
  payments = billing.payments;
});
afterAll(() => billing.close());
afterEach(() => {
  later = 0;
  billing.context.payments = payments;
});

const paidBy = async (customer: string): Promise<number> =>
  (await payments.listInvoices(customer)).reduce((sum, { amountPaid }) => sum + amountPaid, 0);

test("who cancels in the trial keeps it to its end, and is never charged", async () => {
  const { caller, customer, subscription } = await createTrialUser(billing);
  const { trialEnd } = (await payments.retrieveSubscription(subscription)) ?? {};
  const answer = await billing.call("cancel-subscription", {}, caller);
  expect(answer).toEqual({ status: 200, body: { success: true, cancelAt: new Date((trialEnd ?? 0) * 1000).toISOString() } });
  expect((await billing.call("check-subscription", {}, caller)).body).toMatchObject({ trial: { isInTrial: true } });
  later = 4 * DAY;
  await billing.sandbox.runDue();
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: "canceled" });
  expect(await paidBy(customer)).toBe(0);
});

test("who cancels after paying keeps access to the period's end", async () => {
  const { caller, userId, subscription } = await createPayingSubscriber(billing);
  const { periodEnd } = (await payments.retrieveSubscription(subscription)) ?? {};
  const answer = await billing.call("cancel-subscription", {}, caller);
  expect(answer.body["cancelAt"]).toBe(new Date((periodEnd ?? 0) * 1000).toISOString());
  expect((await billing.call("check-subscription", {}, caller)).body).toMatchObject({ subscribed: true });
  const access = await billing.query("select billing.access($1, to_timestamp($2)) ->> 'subscribed' as subscribed", [
    userId,
    (periodEnd ?? 0) + 1,
  ]);
  expect(access).toEqual([{ subscribed: "false" }]);
});

test("cancelling twice, or after the portal, answers the same end", async () => {
  const { caller, subscription } = await createTrialUser(billing);
  const answers = await Promise.all([1, 2, 3].map(() => billing.call("cancel-subscription", {}, caller)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body["cancelAt"])}`)).size).toBe(1);
  const other = await createTrialUser(billing);
  const end = Math.floor(Date.now() / 1000) + 3600;
  await billing.stripe.subscriptions.update(other.subscription, { cancel_at: end });
  expect((await billing.call("cancel-subscription", {}, other.caller)).body["cancelAt"]).toBe(new Date(end * 1000).toISOString());
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: "trialing" });
});

test.for(["by this product", "in the provider's portal"])("a cancellation %s is taken back, once and again", async (where) => {
  const { caller, userId, customer, subscription } = await createTrialUser(billing);
  if (where === "by this product") await billing.call("cancel-subscription", {}, caller);
  else await billing.stripe.subscriptions.update(subscription, { cancel_at: Math.floor(Date.now() / 1000) + 3600 });
  for (let i = 0; i < 2; i++)
    expect(await billing.call("resume-subscription", {}, caller)).toEqual({ status: 200, body: { success: true } });
  expect(await billing.query("select cancel_at from public.subscriptions where user_id = $1", [userId])).toEqual([
    { cancel_at: null },
  ]);
  later = 4 * DAY;
  await billing.sandbox.runDue();
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: "active", cancelAt: null });
  expect(await paidBy(customer)).toBe(1499);
});

test("a subscription whose payment failed ends at once: its card is not tried again, and its invoice can't be paid any more", async () => {
  const { caller, customer, subscription } = await createTrialUser(billing, "4000 0000 0000 0341");
  later = 4 * DAY;
  await billing.sandbox.runDue();
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: "past_due" });
  expect(await billing.call("cancel-subscription", {}, caller)).toMatchObject({ status: 200, body: { success: true } });
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: "canceled" });
  later = 40 * DAY;
  await billing.sandbox.runDue();
  await billing.eventsDelivered();
  await billing.runJobs();
  expect((await payments.listInvoices(customer)).map(({ status }) => status)).toEqual(["void", "paid"]);
  expect(await paidBy(customer)).toBe(0);
  expect(await billing.call("resume-subscription", {}, caller)).toMatchObject({ status: 409, body: { code: "no_subscription" } });
});

test("who has no subscription, is not signed in, or finds the provider away is told so", async () => {
  const { userId } = await billing.signUp();
  const stranger = await billing.confirm(userId);
  const { caller } = await createTrialUser(billing);
  billing.context.payments = { ...payments, listSubscriptions: () => Promise.reject(new PaymentsError("unavailable", "down")) };
  for (const [name, text] of [
    ["cancel-subscription", "Could not cancel subscription. Please try again."],
    ["resume-subscription", "Could not resume subscription. Please try again."],
  ] as const) {
    expect(await billing.call(name, {})).toMatchObject({ status: 401 });
    expect(await billing.call(name, {}, stranger)).toMatchObject({ status: 409, body: { code: "no_subscription" } });
    expect(await billing.call(name, {}, caller)).toMatchObject({
      status: 503,
      body: { code: "payments_unavailable", message: text },
    });
  }
});
