import { afterAll, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createPayingSubscriber, type Subscriber } from "../../tests/support/subscribers.ts";
import { reconcileBilling } from "./reconcile-billing.privileged.ts";

// An operator deletes a customer in the provider's dashboard: every function still works, and the user can subscribe again.

const MINUTES = 10;
let billing: TestBilling;
let logged: object[] = [];

beforeAll(async () => {
  billing = await startBilling();
  billing.context.log = { ...billing.context.log, error: (fields) => logged.push(fields) };
});
afterAll(() => billing.close());

/** Somebody who paid for a month and for minutes, of which some were refunded, and whose customer is then deleted. */
async function lost(): Promise<Subscriber> {
  const person = await createPayingSubscriber(billing);
  const bought = await billing.call("purchase-additional-minutes", { minutes: MINUTES }, person.caller);
  await billing.pay(String(bought.body["url"]));
  await billing.call("check-subscription", {}, person.caller);
  const [purchase] = await billing.payments.listPurchases(person.customer);
  await billing.stripe.refunds.create({ payment_intent: String(purchase?.paymentIntentId), amount: 400 });
  await settle();
  await billing.stripe.customers.del(person.customer);
  return person;
}

async function settle(): Promise<void> {
  await billing.eventsDelivered();
  await billing.runJobs();
}

const ask = (name: string, { caller, email }: Subscriber) => billing.call(name, { email, minutes: 5 }, caller);
const statusOf = async (person: Subscriber) => (await ask("check-subscription", person)).body;

test.for(["before its event comes", "after it"])(
  "%s, a deleted customer is no subscriber, and none is an error",
  async (when) => {
    const person = await lost();
    if (when === "after it") await settle();
    for (const [name, status, code] of [
      ["billing-overview", 200, undefined],
      ["create-customer-portal-session", 409, "no_customer"],
      ["cancel-subscription", 409, "no_subscription"],
      ["resume-subscription", 409, "no_subscription"],
    ] as const)
      expect([name, await ask(name, person)]).toMatchObject([name, { status, ...(code && { body: { code } }) }]);
    logged = [];
    await billing.query("update public.customers set checked_at = null, synced_at = null");
    await reconcileBilling(billing.context)({}, { signal: new AbortController().signal });
    expect(logged).toEqual([]);
    expect(await statusOf(person)).toMatchObject({ subscribed: false, status: "canceled", trialAvailable: false, quota: null });
    expect(await ask("purchase-additional-minutes", person)).toMatchObject({
      status: 403,
      body: { code: "subscription_required" },
    });
  },
);

test("who was lost subscribes again as a new customer, with the minutes that were theirs", async () => {
  const person = await lost();
  const [first, again] = [await ask("create-checkout-session", person), await ask("create-checkout-session", person)];
  expect(first.status).toBe(200);
  expect(again).toEqual(first);
  // Two months that begin in one second, both paid, would count as one of twice the minutes.
  const begun = async () =>
    (await billing.query("select from billing.quota_periods where period_start > now() - interval '1 second'")).length;
  await expect.poll(begun).toBe(0);
  await billing.pay(String(first.body["url"]));
  expect(await statusOf(person)).toMatchObject({ subscribed: true });
  await settle();
  // Four of the ten stay refunded, though the new customer's payments know nothing of it.
  expect(await statusOf(person)).toMatchObject({ quota: { baseMinutes: 60, additionalMinutes: 6, minutesUsed: 0 } });
  const rows = await billing.query<{ customer: string }>(
    "select stripe_customer_id as customer from public.customers where id = $1",
    [person.userId],
  );
  expect(rows).not.toEqual([{ customer: person.customer }]);
  expect((await billing.stripe.customers.list({ email: person.email })).data.map(({ id }) => id)).toEqual(
    rows.map(({ customer }) => customer),
  );
});
