import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import type { Payments, ProviderCheckout } from "../vendors/payments/payments.ts";

let billing: TestBilling;
let payments: Payments;

beforeAll(async () => {
  billing = await startBilling();
  payments = billing.context.payments;
});
afterAll(() => billing.close());
afterEach(() => {
  billing.context.payments = payments;
});

interface Facts {
  started: Date | null;
  used: number;
  referral: string | null;
  claims: number;
  statuses: string[];
}

async function factsOf(userId: string): Promise<Facts> {
  const [facts] = await billing.query<Facts>(
    `select p.trial_start_date as started, p.trial_generations_used as used, p.referral_code as referral,
       (select count(*)::int from billing.trial_claims c join public.subscriptions s on s.id = c.subscription_id where s.user_id = p.id) as claims,
       (select coalesce(array_agg(status), '{}') from public.subscriptions s where s.user_id = p.id) as statuses
     from public.profiles p where p.id = $1`,
    [userId],
  );
  if (!facts) throw new Error("no profile");
  return facts;
}

const complete = (userId: string, sessionId: string) =>
  billing.call("complete-sign-up", { session_id: sessionId, user_id: userId });

/** One trial, from the provider's start. */
async function oneTrial(checkout: ProviderCheckout): Promise<Facts> {
  const subscription = await payments.retrieveSubscription(String(checkout.subscriptionId));
  return {
    started: new Date((subscription?.trialStart ?? 0) * 1000),
    used: 0,
    referral: null,
    claims: 3,
    statuses: ["trialing"],
  };
}

test("the completion page starts the trial at the provider's time, and again changes nothing", async () => {
  const { userId, checkout } = await billing.pay4242();
  expect(await complete(userId, checkout.id)).toEqual({ status: 200, body: { success: true, profileSaved: true } });
  expect(await factsOf(userId)).toEqual(await oneTrial(checkout));
  await billing.query("update public.profiles set trial_generations_used = 1 where id = $1", [userId]);
  expect((await complete(userId, checkout.id)).status).toBe(200);
  expect((await factsOf(userId)).used).toBe(1);
});

test("the webhook after the completion page changes nothing", async () => {
  const { userId, checkout } = await billing.pay4242();
  await complete(userId, checkout.id);
  await billing.eventsDelivered();
  await billing.runJobs();
  expect(await factsOf(userId)).toEqual(await oneTrial(checkout));
});

test("the webhook alone starts the trial, and the completion page then finds it started", async () => {
  const { userId, checkout } = await billing.pay4242();
  await billing.eventsDelivered();
  await billing.runJobs();
  expect(await factsOf(userId)).toEqual(await oneTrial(checkout));
  expect((await complete(userId, checkout.id)).body).toEqual({ success: true, profileSaved: true });
  expect(await factsOf(userId)).toEqual(await oneTrial(checkout));
});

test("webhook and completion page at once start one trial", async () => {
  const { userId, checkout } = await billing.pay4242();
  await billing.eventsDelivered();
  const [, ...answers] = await Promise.all([
    billing.runJobs(),
    ...Array.from({ length: 4 }, () => complete(userId, checkout.id)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await factsOf(userId)).toEqual(await oneTrial(checkout));
});

test("the referral code travels with the checkout", async () => {
  const { userId, email } = await billing.signUp();
  const opened = await billing.call("create-checkout-session", { email, userId, referralCode: " FRIEND " });
  await billing.pay(String(opened.body["url"]));
  await complete(userId, String(opened.body["url"]).split("/").at(-1) ?? "");
  expect((await factsOf(userId)).referral).toBe("FRIEND");
});

test("another user's id is refused, and starts nobody's trial", async () => {
  const { userId, checkout } = await billing.pay4242();
  const other = await billing.signUp();
  expect(await complete(other.userId, checkout.id)).toMatchObject({ status: 403, body: { code: "checkout_mismatch" } });
  for (const id of [userId, other.userId]) expect((await factsOf(id)).started).toBeNull();
});

test("a checkout that is open, expired, or unknown completes nothing", async () => {
  const { userId, email } = await billing.signUp();
  const opened = await billing.call("create-checkout-session", { email, userId });
  const id = String(opened.body["url"]).split("/").at(-1) ?? "";
  expect(await complete(userId, id)).toMatchObject({ status: 409, body: { code: "checkout_incomplete" } });
  await payments.expireCheckout(id);
  expect(await complete(userId, id)).toMatchObject({ status: 410, body: { code: "checkout_expired" } });
  expect(await complete(userId, "cs_test_none")).toMatchObject({ status: 404, body: { code: "checkout_not_found" } });
  expect((await billing.call("complete-sign-up", { session_id: id })).status).toBe(400);
  expect((await factsOf(userId)).started).toBeNull();
});

test("a checkout that is complete but unpaid waits for its payment", async () => {
  const { userId, checkout } = await billing.pay4242();
  billing.context.payments = {
    ...payments,
    retrieveCheckout: async () => ({ ...checkout, status: "complete", paymentStatus: "unpaid" }),
  };
  expect(await complete(userId, checkout.id)).toMatchObject({ status: 409, body: { code: "checkout_incomplete" } });
});

test("a checkout that this product did not open for this customer gives nothing", async () => {
  const { userId, email } = await billing.signUp();
  await billing.call("create-checkout-session", { email, userId });
  const customer = await billing.stripe.customers.create({});
  const stray = await payments.createSubscriptionCheckout({
    attempt: "1",
    userId,
    customerId: customer.id,
    trialDays: 3,
    metadata: {},
    successUrl: billing.siteUrl,
    cancelUrl: billing.siteUrl,
  });
  await billing.pay(String(stray.url));
  expect(await complete(userId, stray.id)).toMatchObject({ status: 404 });
  await billing.eventsDelivered();
  await billing.runJobs();
  expect(await factsOf(userId)).toMatchObject({ started: null, statuses: [] });
});

test("a card that has had its trial gives no second one: the subscription is ended before it charges", async () => {
  const first = await billing.signUp();
  const second = await billing.signUp();
  const sessions: string[] = [];
  for (const { userId, email } of [first, second]) {
    const { body } = await billing.call("create-checkout-session", { email, userId });
    await billing.pay(String(body["url"]), { number: "5555 5555 5555 4444" });
    sessions.push(String(body["url"]).split("/").at(-1) ?? "");
  }
  const answers = await Promise.all([complete(first.userId, sessions[0] ?? ""), complete(second.userId, sessions[1] ?? "")]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const refused = answers[0].status === 409 ? first : second;
  expect(await factsOf(refused.userId)).toEqual({ started: null, used: 0, referral: null, claims: 0, statuses: ["canceled"] });

  // The account can still have its trial, with another card.
  await billing.eventsDelivered();
  await billing.runJobs();
  const again = await billing.call("create-checkout-session", { email: refused.email, userId: refused.userId });
  await billing.pay(String(again.body["url"]));
  expect((await complete(refused.userId, String(again.body["url"]).split("/").at(-1) ?? "")).status).toBe(200);
  expect(await factsOf(refused.userId)).toMatchObject({ claims: 3 });
});

test("what could not be stored is told, and stored by the webhook", async () => {
  const { userId, checkout } = await billing.pay4242();
  billing.context.payments = { ...payments, listSubscriptions: () => Promise.reject(new Error("gone")) };
  expect(await complete(userId, checkout.id)).toEqual({ status: 200, body: { success: true, profileSaved: false } });
  billing.context.payments = payments;
  await billing.eventsDelivered();
  await billing.runJobs();
  expect(await factsOf(userId)).toEqual(await oneTrial(checkout));
});

test("an account that was deleted meanwhile is not brought back", async () => {
  const { userId, checkout } = await billing.pay4242();
  await billing.query("delete from auth.users where id = $1", [userId]);
  expect(await complete(userId, checkout.id)).toMatchObject({ status: 404 });
  expect(await billing.query("select from public.profiles where id = $1", [userId])).toEqual([]);
  expect((await complete(randomUUID(), checkout.id)).status).toBe(403);
});
