import { afterAll, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createPayingSubscriber, createTrialUser, type Subscriber } from "../../tests/support/subscribers.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";

let billing: TestBilling;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

const buy = ({ caller }: Subscriber, body: object = { minutes: 10 }) => billing.call("purchase-additional-minutes", body, caller);
const sessionOf = (url: unknown): string => String(url).split("/").at(-1) ?? "";

test("a subscriber is sent to a checkout of a dollar a minute, and has the minutes when it is paid", async () => {
  const person = await createPayingSubscriber(billing);
  const { status, body } = await buy(person, { minutes: 25, referralCode: "FRIEND" });
  expect(status).toBe(200);
  const session = await billing.stripe.checkout.sessions.retrieve(sessionOf(body["url"]));
  expect(session).toMatchObject({
    mode: "payment",
    amount_total: 2500,
    customer: person.customer,
    client_reference_id: person.userId,
    metadata: { user_id: person.userId, minutes: "25", referral_code: "FRIEND" },
    success_url: `${billing.siteUrl}/dashboard?success=true`,
    cancel_url: `${billing.siteUrl}/dashboard?success=false`,
  });
  await billing.pay(String(body["url"]));
  const paid = await billing.payments.retrieveCheckout(session.id);
  expect(paid).toMatchObject({ status: "complete", paymentStatus: "paid", quantity: 25, amountTotal: 2500 });
  expect(await billing.stripe.paymentIntents.retrieve(paid?.paymentIntentId ?? "")).toMatchObject({
    amount_received: 2500,
    metadata: { referral_code: "FRIEND", minutes: "25" },
  });
  expect((await billing.call("check-subscription", {}, person.caller)).body).toMatchObject({ quota: { additionalMinutes: 25 } });
});

test("two tabs open one checkout; another number of minutes replaces it; once paid, the same can be bought again", async () => {
  const person = await createPayingSubscriber(billing);
  const answers = await Promise.all(Array.from({ length: 4 }, () => buy(person)));
  const [url, ...others] = new Set(answers.map(({ body }) => body["url"]));
  expect(others).toEqual([]);
  const replaced = await buy(person, { minutes: 11 });
  expect(await billing.payments.retrieveCheckout(sessionOf(url))).toMatchObject({ status: "expired" });
  await billing.pay(String(replaced.body["url"]));
  await billing.call("check-subscription", {}, person.caller);
  const again = await buy(person, { minutes: 11 });
  expect(await billing.payments.retrieveCheckout(sessionOf(again.body["url"]))).toMatchObject({ status: "open", quantity: 11 });
});

test("a code that names the buyer is no referral", async () => {
  const person = await createPayingSubscriber(billing);
  for (const [i, referralCode] of [person.email.toUpperCase(), ` ${person.userId} `, ""].entries()) {
    const { body } = await buy(person, { minutes: 1 + i, referralCode });
    const { metadata } = await billing.stripe.checkout.sessions.retrieve(sessionOf(body["url"]));
    expect(metadata).not.toHaveProperty("referral_code");
  }
});

test.for([
  {},
  { minutes: 0 },
  { minutes: -1 },
  { minutes: 1.5 },
  { minutes: 601 },
  { minutes: "10" },
  { minutes: null },
  { minutes: [10] },
])("the body %o is refused", async (body) => {
  expect(
    await billing.call("purchase-additional-minutes", body, { role: "authenticated", sub: crypto.randomUUID() }),
  ).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

test("only a subscriber with access may buy", async () => {
  const { userId } = await billing.signUp();
  const refused = { status: 403, body: { code: "subscription_required" } };
  expect(await billing.call("purchase-additional-minutes", { minutes: 10 })).toMatchObject({ status: 401 });
  expect(await billing.call("purchase-additional-minutes", { minutes: 10 }, await billing.confirm(userId))).toMatchObject(
    refused,
  );
  expect(await buy(await createTrialUser(billing))).toMatchObject(refused);
  const disputed = await createPayingSubscriber(billing);
  await billing.query("select billing.save_dispute($1, 'dp_1', 'open')", [disputed.userId]);
  expect(await buy(disputed)).toMatchObject({ status: 403, body: { code: "account_frozen" } });
});

test("whose renewal failed can still buy minutes for the month's grace", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.query("update public.subscriptions set status = 'past_due', rank = 2 where id = $1", [person.subscription]);
  expect((await billing.call("check-subscription", {}, person.caller)).body).toMatchObject({ canBuyMinutes: true });
  expect((await buy(person)).status).toBe(200);
});

test("a provider that is away is said to be so, and the next try finds what may have been opened", async () => {
  const person = await createPayingSubscriber(billing);
  const { payments } = billing;
  const opened: string[] = [];
  billing.context.payments = {
    ...payments,
    createPaymentCheckout: async (request) => {
      opened.push((await payments.createPaymentCheckout(request)).id);
      throw new PaymentsError("unavailable", "the answer was lost");
    },
  };
  expect(await buy(person)).toMatchObject({
    status: 503,
    body: { code: "payments_unavailable", message: "Unable to process purchase request. Please try again." },
  });
  billing.context.payments = payments;
  expect(sessionOf((await buy(person)).body["url"])).toBe(opened[0]);
});
