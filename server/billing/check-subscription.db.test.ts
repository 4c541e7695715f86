import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { PaymentsError, type Payments } from "../vendors/payments/payments.ts";

const DAY = 86_400_000;
let billing: TestBilling;
let payments: Payments;
let now = new Date();

beforeAll(async () => {
  billing = await startBilling({ now: () => now });
  payments = billing.context.payments;
});
afterAll(() => billing.close());
afterEach(() => {
  billing.context.payments = payments;
  now = new Date();
});

async function status(userId: string, body: object = {}): Promise<Record<string, unknown>> {
  const answer = await billing.call("check-subscription", body, { role: "authenticated", sub: userId });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function settle(): Promise<void> {
  await billing.eventsDelivered();
  await billing.runJobs();
}

test("who never paid has nothing but the trial before them", async () => {
  const { userId } = await billing.signUp();
  expect(await status(userId)).toEqual({
    subscribed: false,
    trial: { isInTrial: false, canGenerateToday: false, generationsLeft: 0 },
    trialEndsAt: null,
    trialAvailable: true,
    status: null,
    quota: null,
    cancelAt: null,
    graceEndsAt: null,
    frozen: false,
    nextSermonAt: null,
    nextChargeAt: null,
    canBuyMinutes: false,
  });
});

test("the trial is three sermons, one a day, and has an end", async () => {
  const { userId, checkout } = await billing.pay4242();
  await billing.call("complete-sign-up", { session_id: checkout.id, user_id: userId });
  const answer = await status(userId, { userId, stripeCustomerId: "cus_of_somebody_else" });
  expect(answer).toMatchObject({
    subscribed: false,
    trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
    trialAvailable: false,
    status: "trialing",
  });
  const subscription = await payments.retrieveSubscription(String(checkout.subscriptionId));
  expect(Date.parse(String(answer["trialEndsAt"]))).toBe((subscription?.trialEnd ?? 0) * 1000);
});

test("while today's sermon of the trial is used, the time of the next one is told, and on the last day there is none", async () => {
  const { userId } = await billing.pay4242();
  const answer = await status(userId);
  expect(answer).toMatchObject({ nextSermonAt: null, nextChargeAt: expect.any(String) as string });
  const end = Date.parse(String(answer["trialEndsAt"]));
  expect(Date.parse(String(answer["nextChargeAt"]))).toBe(end);
  const use = (day: number) =>
    billing.query("insert into public.trial_uses (user_id, day, generation_id) values ($1, $2, gen_random_uuid())", [
      userId,
      day,
    ]);
  await use(0);
  expect(Date.parse(String((await status(userId))["nextSermonAt"]))).toBe(end - 2 * DAY);
  await billing.query("update public.profiles set trial_start_date = trial_start_date - interval '2 days' where id = $1", [
    userId,
  ]);
  await use(2);
  expect(await status(userId)).toMatchObject({
    trial: { isInTrial: true, canGenerateToday: false, generationsLeft: 0 },
    nextSermonAt: null,
  });
});

test("the next charge is told while there will be one", async () => {
  const { userId } = await billing.pay4242();
  const trialEnd = (await status(userId))["nextChargeAt"];
  expect(trialEnd).toEqual(expect.any(String));
  const caller = await billing.confirm(userId);
  await billing.call("cancel-subscription", {}, caller);
  expect(await status(userId)).toMatchObject({ nextChargeAt: null });
  await billing.call("resume-subscription", {}, caller);
  expect(await status(userId)).toMatchObject({ nextChargeAt: trialEnd });
});

test("who comes back from the checkout before its webhook is already in the trial", async () => {
  const { userId } = await billing.pay4242();
  expect(await status(userId)).toMatchObject({ trial: { isInTrial: true } });
  expect(await billing.query("select from billing.open_checkouts where user_id = $1", [userId])).toEqual([]);
});

test("a period that has ended by now is looked up when no event told what followed", async () => {
  now = new Date(Date.now() - 73 * 3_600_000);
  const { userId } = await billing.pay4242();
  await status(userId);
  now = new Date();
  await billing.sandbox.runDue();
  // At most once a minute.
  expect(await status(userId)).toMatchObject({ subscribed: false });
  await billing.query("update public.customers set synced_at = synced_at - interval '1 minute' where id = $1", [userId]);
  expect(await status(userId)).toMatchObject({ subscribed: true, status: "active" });
});

test("a provider that is down does not hide what is known", async () => {
  const { userId } = await billing.pay4242();
  billing.context.payments = {
    ...payments,
    retrieveCheckout: () => Promise.reject(new PaymentsError("unavailable", "stripe: down")),
  };
  expect(await status(userId)).toMatchObject({ subscribed: false, trial: { isInTrial: false } });
  billing.context.payments = payments;
  expect(await status(userId)).toMatchObject({ trial: { isInTrial: true } });
});

test("the trial's end makes a subscriber of who let it run, and no one of who cancelled", async () => {
  const staying = await billing.pay4242();
  const leaving = await billing.pay4242();
  await settle();
  await billing.stripe.subscriptions.update(String(leaving.checkout.subscriptionId), { cancel_at_period_end: true });
  await settle();
  expect(await status(leaving.userId)).toMatchObject({ trial: { isInTrial: true } });

  now = new Date(Date.now() + 3 * DAY + 1000);
  await billing.sandbox.runDue();
  await settle();
  expect(await status(staying.userId)).toMatchObject({
    subscribed: true,
    status: "active",
    trial: { isInTrial: false, generationsLeft: 0 },
  });
  expect(await status(leaving.userId)).toMatchObject({
    subscribed: false,
    status: "canceled",
    trial: { isInTrial: false },
    trialAvailable: false,
  });
});

test("nobody but the service key asks for another, and nobody asks without signing in", async () => {
  const { userId } = await billing.signUp();
  const caller = { role: "authenticated" as const, sub: userId };
  expect(await billing.call("check-subscription", { userId: randomUUID() }, caller)).toMatchObject({
    status: 403,
    body: { code: "user_mismatch" },
  });
  expect((await billing.call("check-subscription", { userId })).status).toBe(401);
  const service = { role: "service_role" as const };
  expect(await billing.call("check-subscription", {}, service)).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  expect(await billing.call("check-subscription", { userId }, service)).toMatchObject({
    status: 200,
    body: { subscribed: false },
  });
});

test.each([
  ["active", {}, true],
  ["active", { cancel_at: "now() + interval '1 day'" }, true],
  ["active", { cancel_at: "now() - interval '1 minute'" }, false],
  ["past_due", { period_start: "now() - interval '6 days'" }, true],
  ["past_due", { period_start: "now() - interval '8 days'" }, false],
  ["unpaid", {}, false],
  ["paused", {}, false],
  ["incomplete", {}, false],
  ["canceled", {}, false],
])("a subscription that is %s with %o gives access: %s", async (state, columns: Record<string, string>, expected) => {
  const { userId } = await billing.signUp();
  const times = { period_start: "now() - interval '1 day'", cancel_at: "null", ...columns };
  await billing.query(
    `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end, cancel_at)
     values ($1, $2, $3, 'price_1', ${times.period_start}, now() + interval '20 days', ${times.cancel_at})`,
    [`sub_${userId}`, userId, state],
  );
  expect(await status(userId)).toMatchObject({ subscribed: expected, status: state });
});
