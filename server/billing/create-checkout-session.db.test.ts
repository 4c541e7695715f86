import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { PaymentsError, type Payments } from "../vendors/payments/payments.ts";

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

const sessionOf = (url: unknown): string => String(url).split("/").at(-1) ?? "";

test("a sign-up is sent to the trial's checkout before it is confirmed", async () => {
  const { userId, email } = await billing.signUp();
  const answer = await billing.call("create-checkout-session", { email, userId, name: "Ada Lovelace", referralCode: "FRIEND" });
  expect(answer.status).toBe(200);
  expect(answer.body["checkoutUrl"]).toBe(answer.body["url"]);
  const session = await billing.stripe.checkout.sessions.retrieve(sessionOf(answer.body["url"]), { expand: ["customer"] });
  expect(session).toMatchObject({
    client_reference_id: userId,
    amount_total: 0,
    metadata: { user_id: userId, referral_code: "FRIEND" },
    success_url: `${billing.siteUrl}/sign-up-complete?session_id={CHECKOUT_SESSION_ID}&user_id=${userId}`,
    cancel_url: `${billing.siteUrl}/sign-up?checkout=cancelled`,
    customer: { email, name: "Ada Lovelace", metadata: { user_id: userId } },
  });
});

test("nobody else's sign-up, no old one, no confirmed one and no invented one is admitted", async () => {
  const { userId, email } = await billing.signUp();
  const other = await billing.signUp();
  const old = await billing.signUp();
  await billing.query("update auth.sign_up_attempts set created_at = now() - interval '61 minutes' where user_id = $1", [
    old.userId,
  ]);
  const confirmed = await billing.signUp();
  await billing.confirm(confirmed.userId);
  for (const body of [{ userId, email: other.email }, { userId: randomUUID(), email }, old, confirmed]) {
    expect(await billing.call("create-checkout-session", body)).toMatchObject({
      status: 403,
      body: { code: "sign_up_not_pending" },
    });
  }
  expect(await billing.call("create-checkout-session", { email })).toMatchObject({ status: 401 });
  expect(
    await billing.query("select from public.customers where id = any($1)", [
      [userId, other.userId, old.userId, confirmed.userId],
    ]),
  ).toEqual([]);
});

test("a body that names another user than the token's is refused, as is the service key", async () => {
  const { userId, email } = await billing.signUp();
  const caller = await billing.confirm(userId);
  expect(await billing.call("create-checkout-session", { email, userId: randomUUID() }, caller)).toMatchObject({
    status: 403,
    body: { code: "user_mismatch" },
  });
  expect(await billing.call("create-checkout-session", { email, userId }, { role: "service_role" })).toMatchObject({
    status: 401,
  });
});

test.each([{}, { email: "not an address" }, { email: "a@example.com", userId: "1" }, { email: "a@example.com", name: "x" }])(
  "the body %o is refused",
  async (body) => {
    expect(await billing.call("create-checkout-session", body)).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
  },
);

test("five clicks at once open one checkout for one customer", async () => {
  const { userId, email } = await billing.signUp();
  const answers = await Promise.all(Array.from({ length: 5 }, () => billing.call("create-checkout-session", { email, userId })));
  expect(new Set(answers.map(({ body }) => body["url"])).size).toBe(1);
  expect((await billing.stripe.customers.list({ email })).data).toHaveLength(1);
});

test("another process that works on the same user is waited for", async () => {
  const { userId, email } = await billing.signUp();
  const other = await billing.database.db.owner.connect();
  await other.query("begin");
  await other.query("select billing.lock_user($1)", [userId]);
  const answer = billing.call("create-checkout-session", { email, userId });
  await vi.waitUntil(
    async () => (await billing.query("select from pg_locks where locktype = 'advisory' and not granted")).length === 1,
  );
  expect((await billing.stripe.customers.list({ email })).data).toEqual([]);
  await other.query("commit");
  other.release();
  expect((await answer).status).toBe(200);
});

test("a corrected referral code replaces the open checkout", async () => {
  const { userId, email } = await billing.signUp();
  const [first, second] = [
    await billing.call("create-checkout-session", { email, userId, referralCode: "WRONG" }),
    await billing.call("create-checkout-session", { email, userId, referralCode: "RIGHT" }),
  ];
  expect(await payments.retrieveCheckout(sessionOf(first.body["url"]))).toMatchObject({ status: "expired" });
  expect(await payments.retrieveCheckout(sessionOf(second.body["url"]))).toMatchObject({
    status: "open",
    metadata: { referral_code: "RIGHT" },
  });
});

test("an expired checkout is replaced", async () => {
  const { userId, email } = await billing.signUp();
  const first = await billing.call("create-checkout-session", { email, userId });
  await payments.expireCheckout(sessionOf(first.body["url"]));
  const second = await billing.call("create-checkout-session", { email, userId });
  expect(second).toMatchObject({ status: 200 });
  expect(second.body["url"]).not.toBe(first.body["url"]);
});

test("a machine that keeps opening checkouts is stopped", async () => {
  const { userId, email } = await billing.signUp();
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++)
    statuses.push((await billing.call("create-checkout-session", { email, userId, referralCode: `CODE${i}` })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test("who has a subscription can't open a checkout, even before any webhook came", async () => {
  const { userId, email } = await billing.pay4242();
  const again = await billing.call("create-checkout-session", { email, userId });
  expect(again).toMatchObject({ status: 409, body: { code: "already_subscribed" } });
  const caller = await billing.confirm(userId);
  expect(await billing.call("create-checkout-session", { email }, caller)).toMatchObject({
    status: 409,
    body: { code: "trial_running" },
  });
});

test("who never had the trial is given it later, too, by the account's address and back to the dashboard", async () => {
  const { userId, email } = await billing.signUp();
  const caller = await billing.confirm(userId);
  const answer = await billing.call("create-checkout-session", { email: "someone.else@example.com" }, caller);
  const session = await billing.stripe.checkout.sessions.retrieve(sessionOf(answer.body["url"]), { expand: ["customer"] });
  expect(session).toMatchObject({
    amount_total: 0,
    success_url: `${billing.siteUrl}/dashboard?success=true`,
    customer: { email },
  });
});

test("who had the trial pays at once, when signed in", async () => {
  const { userId, email, checkout } = await billing.pay4242();
  await billing.call("complete-sign-up", { session_id: checkout.id, user_id: userId });
  await billing.stripe.subscriptions.cancel(String(checkout.subscriptionId));
  const caller = await billing.confirm(userId);
  const answer = await billing.call("create-checkout-session", { email }, caller);
  expect(await billing.stripe.checkout.sessions.retrieve(sessionOf(answer.body["url"]))).toMatchObject({ amount_total: 1499 });
});

test("deleting the account and signing up again does not renew the trial", async () => {
  const { userId, checkout } = await billing.pay4242("ada.lovelace+lamp@gmail.com");
  await billing.call("complete-sign-up", { session_id: checkout.id, user_id: userId });
  await billing.query("delete from auth.users where id = $1", [userId]);
  const again = await billing.signUp("adalovelace@googlemail.com");
  expect(await billing.call("create-checkout-session", { ...again })).toMatchObject({
    status: 409,
    body: { code: "trial_used" },
  });
});

test("a provider that can't be reached is said to be so, and nothing is kept", async () => {
  const { userId, email } = await billing.signUp();
  billing.context.payments = {
    ...payments,
    createSubscriptionCheckout: () => Promise.reject(new PaymentsError("unavailable", "stripe: down")),
  };
  expect(await billing.call("create-checkout-session", { userId, email })).toMatchObject({
    status: 503,
    body: { code: "payments_unavailable", message: "Could not initialize payment process. Please try again." },
  });
  expect(await billing.query("select from public.customers where id = $1", [userId])).toEqual([]);
  billing.context.payments = payments;
  expect((await billing.call("create-checkout-session", { userId, email })).status).toBe(200);
  expect((await billing.stripe.customers.list({ email })).data).toHaveLength(1);
});
