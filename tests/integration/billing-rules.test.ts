import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Payments } from "../../server/vendors/payments/payments.ts";
import { stripeEventTask } from "../../server/billing/stripe-event.privileged.ts";
import { syncCustomer } from "../../server/billing/sync-customer.privileged.ts";
import { startGeneration } from "../../server/sermons/start-generation.privileged.ts";
import { startBilling, type TestBilling } from "../support/billing.ts";
import { createPayingSubscriber, createTrialUser } from "../support/subscribers.ts";

// Billing rules for states that the sandbox does not produce by itself.

let billing: TestBilling;
let payments: Payments;
let later = 0;

beforeAll(async () => {
  billing = await startBilling({ now: () => new Date(Date.now() + later) });
  payments = billing.context.payments;
});
afterAll(() => billing.close());
afterEach(() => {
  billing.context.payments = payments;
  later = 0;
});

test("a checkout that is still open completes nothing, also where no payment is required", async () => {
  const { userId, checkout } = await billing.pay4242();
  billing.context.payments = {
    ...payments,
    retrieveCheckout: async () => ({ ...checkout, status: "open", paymentStatus: "no_payment_required" }),
  };
  expect(await billing.call("complete-sign-up", { session_id: checkout.id, user_id: userId })).toMatchObject({
    status: 409,
    body: { code: "checkout_incomplete" },
  });
});

test.for(["past_due", "unpaid", "paused"] as const)(
  "a user with a subscription that is %s can't buy a second one",
  async (status) => {
    const person = await createPayingSubscriber(billing);
    billing.context.payments = {
      ...payments,
      listSubscriptions: async (id) => (await payments.listSubscriptions(id)).map((one) => Object.assign(one, { status })),
    };
    const { body } = await billing.call("create-checkout-session", { email: person.email }, person.caller);
    expect(body["url"]).toContain("/sandbox/stripe/portal/");
    expect((await billing.stripe.checkout.sessions.list({ customer: person.customer, status: "open" })).data).toEqual([]);
  },
);

test("a disputed payment also ends access during a trial, and refuses an upgrade", async () => {
  const person = await createTrialUser(billing);
  await billing.query("select billing.save_dispute($1, 'dp_1', 'open')", [person.userId]);
  const { body } = await billing.call("check-subscription", {}, person.caller);
  expect(body).toMatchObject({ frozen: true, subscribed: false, trial: { isInTrial: false } });
  const upgrade = await billing.call("create-checkout-session", { email: person.email, endTrial: true }, person.caller);
  expect(upgrade).toMatchObject({ status: 403, body: { code: "account_frozen" } });
  const { userId } = person;
  const sermon = startGeneration(billing.database.db, { userId, prompt: "rest", minutes: 5, voice: "John" });
  await expect(sermon).rejects.toMatchObject({ status: 403, code: "account_frozen" });
});

test("who owes the first payment after the trial is sold no minutes until it is paid", async () => {
  const person = await createTrialUser(billing, "4000 0000 0000 0341");
  later = 3 * 86_400_000 + 7_200_000;
  await billing.sandbox.runDue();
  await syncCustomer(billing.context, person.customer);
  const buy = () => billing.call("purchase-additional-minutes", { minutes: 10 }, person.caller);
  const read = async () => (await billing.call("check-subscription", {}, person.caller)).body;
  expect(await read()).toMatchObject({ subscribed: true, status: "past_due", canBuyMinutes: false });
  expect(await buy()).toEqual({
    status: 402,
    body: {
      code: "first_payment_failed",
      message: "Your first payment has not gone through yet. Once it is paid, you can buy minutes.",
    },
  });
  expect((await billing.stripe.checkout.sessions.list({ customer: person.customer, status: "open" })).data).toEqual([]);

  const invoice = (await billing.payments.listInvoices(person.customer)).find(({ status }) => status === "open");
  await billing.pay(String(invoice?.hostedUrl));
  await syncCustomer(billing.context, person.customer);
  expect(await read()).toMatchObject({ status: "active", canBuyMinutes: true });
  expect((await buy()).status).toBe(200);
});

test("an event that arrives during a sync of its customer does not count as covered by it", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.eventsDelivered();
  await billing.runJobs();
  let compared = 0;
  const receive = (id: string) =>
    billing.query(
      "insert into billing.stripe_events (id, type, object_id, customer_id, created_at, received_at) values ($1, 'invoice.paid', 'in_1', $2, now(), clock_timestamp())",
      [id, person.customer],
    );
  billing.context.payments = {
    ...payments,
    listDisputes: async (customer) => {
      compared++;
      const disputes = await payments.listDisputes(customer);
      if (compared === 1) await receive("evt_meanwhile");
      return disputes;
    },
  };
  await receive("evt_before");
  await syncCustomer(billing.context, person.customer);
  const run = stripeEventTask(billing.context);
  await run({ id: "evt_before" });
  expect(compared).toBe(1);
  await run({ id: "evt_meanwhile" });
  expect(compared).toBe(2);
});

test("an event that is delivered again after it was processed is not processed again", async () => {
  await createPayingSubscriber(billing);
  await billing.eventsDelivered();
  await billing.runJobs();
  const [event] = await billing.query<{ id: string }>("select id from billing.stripe_events order by received_at desc");
  await billing.sandbox.commands.redeliver(event?.id ?? "");
  await billing.eventsDelivered();
  expect(await billing.query("select from graphile_worker.jobs where task_identifier = 'stripe-event'")).toEqual([]);
});

test("of several subscriptions the one that gives the most access counts", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.query(
    `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end)
     values ('sub_ended', $1, 'canceled', 'price_1', now(), now() + interval '1 year')`,
    [person.userId],
  );
  expect((await billing.call("check-subscription", {}, person.caller)).body).toMatchObject({
    subscribed: true,
    status: "active",
  });
});
