import type { FastifyRequest } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { startPayments, type TestPayments } from "../../../tests/support/payments.ts";
import { subscribeOnClock } from "../../../tests/support/test-clock.ts";
import { readSubscription } from "./stripe-objects.ts";

// What is asked of the provider, where the sandbox would be content with less.

let database: TestDatabase;
let running: TestPayments;
let asked: { request: string; sent: object; key: unknown }[];
/** Resolves when the provider may go on with a change of a subscription. */
let changing: () => Promise<void>;

beforeAll(async () => {
  database = await createDatabase();
  running = await startPayments({
    db: database.db,
    watchApi: (api) => {
      api.addHook("preHandler", async ({ method, url, body, headers }: FastifyRequest<{ Body: string | undefined }>) => {
        const [path = "", query] = url.split("?");
        const { "expand[0]": _, ...sent } = Object.fromEntries(new URLSearchParams(query ?? body));
        if (method === "POST" && path.startsWith("/v1/subscriptions/")) await changing();
        asked.push({ request: `${method} ${path.replace(/\/sub_\w+/, "/:id")}`, sent, key: headers["idempotency-key"] });
      });
    },
  });
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});
beforeEach(() => {
  asked = [];
  changing = async () => {};
});

const sentTo = (request: string) => asked.filter((each) => each.request === request).map(({ sent }) => sent);

async function subscribe(options: { trialDays?: number } = {}): Promise<{ id: string; customer: string }> {
  const price = (await running.stripe.prices.list({ lookup_keys: ["test_monthly"] })).data[0]?.id ?? "";
  const { subscription, customer } = await subscribeOnClock(running.stripe, price, options);
  asked = [];
  return { id: subscription.id, customer };
}

test("nothing is ever charged or given back for a part of a month", async () => {
  const { id } = await subscribe({ trialDays: 3 });
  await running.payments.endTrialNow(id);
  expect(sentTo("POST /v1/subscriptions/:id")).toEqual([
    { trial_end: "now", proration_behavior: "none", payment_behavior: "pending_if_incomplete" },
  ]);
  await running.payments.cancelSubscription(id);
  expect(sentTo("DELETE /v1/subscriptions/:id")).toEqual([{ invoice_now: "false", prorate: "false" }]);
});

test("an upgrade is charged once, also by two processes that both find the trial running, and by one that comes later", async () => {
  const { id, customer } = await subscribe({ trialDays: 3 });
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  changing = () => {
    if (++arrived === 2) both.resolve();
    return both.promise;
  };
  await Promise.allSettled([running.payments.endTrialNow(id), running.payments.endTrialNow(id)]);
  // The provider takes two requests with one key for one.
  expect(new Set(asked.filter(({ request }) => request.startsWith("POST")).map(({ key }) => key)).size).toBe(1);
  asked = [];
  expect(await running.payments.endTrialNow(id)).toMatchObject({ outcome: "paid" });
  expect(sentTo("POST /v1/subscriptions/:id")).toEqual([]);
  expect((await running.stripe.charges.list({ customer })).data).toHaveLength(1);
});

test("two processes that upgrade with a card that is declined are both told so, and nothing is left to pay", async () => {
  const { id, customer } = await subscribe({ trialDays: 3 });
  const card = await running.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await running.stripe.subscriptions.update(id, { default_payment_method: card.id });
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  changing = () => {
    if (++arrived === 2) both.resolve();
    return both.promise;
  };
  const ends = await Promise.all([running.payments.endTrialNow(id), running.payments.endTrialNow(id)]);
  expect(ends.map(({ outcome }) => outcome)).toEqual(["declined", "declined"]);
  expect((await running.payments.listInvoices(customer)).filter(({ status }) => status === "open")).toEqual([]);
});

/** Cancels when an upgrade is about to change the subscription, which it has found without an end. */
function cancelBeforeChange(id: string): void {
  changing = async () => {
    changing = async () => {};
    await running.payments.scheduleCancellation(id);
  };
}

test("who cancels while another process upgrades keeps the month that is charged, to its end", async () => {
  const { id } = await subscribe({ trialDays: 3 });
  cancelBeforeChange(id);
  expect(await running.payments.endTrialNow(id)).toMatchObject({ outcome: "paid" });
  const subscription = await running.payments.retrieveSubscription(id);
  expect(subscription).toMatchObject({ status: "active", cancelAt: subscription?.periodEnd });
});

test.for(["before", "after"])(
  "who cancels %s another process's upgrade, about which the bank asks, is not charged",
  async (when) => {
    const { id, customer } = await subscribe({ trialDays: 3 });
    const card = await running.stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer });
    await running.stripe.subscriptions.update(id, { default_payment_method: card.id });
    if (when === "before") {
      cancelBeforeChange(id);
      expect(await running.payments.endTrialNow(id)).toEqual({ outcome: "cancelled" });
    } else {
      changing = async () => {
        changing = async () => {};
        expect(await running.payments.endTrialNow(id)).toMatchObject({ outcome: "needs_action" });
      };
      await running.payments.scheduleCancellation(id);
    }
    expect((await running.payments.listInvoices(customer)).filter(({ status }) => status === "open")).toEqual([]);
    const subscription = await running.payments.retrieveSubscription(id);
    expect(subscription).toMatchObject({ status: "trialing", cancelAt: subscription?.trialEnd });
  },
);

test("a subscription that two processes cancel at once, or one cancels again, is canceled", async () => {
  const { id } = await subscribe();
  const cancel = () => running.payments.cancelSubscription(id);
  const ended = [...(await Promise.all([cancel(), cancel()])), await cancel()];
  expect(ended.map(({ status }) => status)).toEqual(["canceled", "canceled", "canceled"]);
  await expect(running.payments.cancelSubscription("sub_none")).rejects.toMatchObject({ code: "rejected" });
});

test("a cancellation is taken back in the shape in which it was made", async () => {
  const { id, customer } = await subscribe();
  await running.payments.scheduleCancellation(id);
  asked = [];
  await running.payments.undoCancellation(id);
  expect(sentTo("POST /v1/subscriptions/:id")).toEqual([{ cancel_at_period_end: "false" }]);

  await running.sandbox.commands.cancelAtPeriodEnd(customer, id);
  asked = [];
  await running.payments.undoCancellation(id);
  expect(sentTo("POST /v1/subscriptions/:id")).toEqual([{ cancel_at: "" }]);
});

test("a scheduled end is read in either of its shapes", async () => {
  const known = await running.stripe.subscriptions.retrieve((await subscribe()).id);
  const periodEnd = known.items.data[0]?.current_period_end;
  expect(readSubscription({ ...known, cancel_at: null, cancel_at_period_end: true }).cancelAt).toBe(periodEnd);
  expect(readSubscription({ ...known, cancel_at: 5, cancel_at_period_end: false }).cancelAt).toBe(5);
  expect(readSubscription({ ...known, cancel_at: null, cancel_at_period_end: false }).cancelAt).toBeNull();
});

test("a price is found by its lookup key, and only while it is sold", async () => {
  const { id: customerId } = await running.payments.createCustomer({ userId: "u", email: "ada@example.com" });
  const urls = { successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" };
  await running.payments.createPaymentCheckout({ ...urls, userId: "u", customerId, minutes: 2, attempt: "1", metadata: {} });
  expect(sentTo("GET /v1/prices")).toEqual([{ "lookup_keys[0]": "test_minute", active: "true", limit: "1" }]);
});
