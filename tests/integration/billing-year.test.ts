import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startBilling, type TestBilling } from "../support/billing.ts";
import { openSubscription, type Customer } from "../support/customers.ts";

let billing: TestBilling;
let customer: Customer;
let clock: string;

const CARD = { expiry: "12/60" };
const at = (date: string): number => Date.parse(`${date}T09:00:00Z`) / 1000;
/** Unix seconds of the test clock. Far in the future, so that no date of the table is in the past of the real clock. */
let now = at("2047-01-28");

beforeAll(async () => {
  billing = await startBilling();
  const { userId, email } = await billing.signUp();
  clock = (await billing.stripe.testHelpers.testClocks.create({ frozen_time: now })).id;
  const { id } = await billing.stripe.customers.create({ email, test_clock: clock });
  await billing.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [userId, id]);
  customer = { userId, id, urls: { successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" } };
});
afterAll(() => billing.close());

async function settle(): Promise<void> {
  await billing.eventsDelivered();
  await billing.runJobs();
}

async function advance(to: number): Promise<void> {
  await billing.stripe.testHelpers.testClocks.advance(clock, { frozen_time: to });
  await vi.waitUntil(async () => (await billing.stripe.testHelpers.testClocks.retrieve(clock)).status === "ready");
  now = to;
  await settle();
}

/** Reserves and uses so many minutes; returns the outcome of the reservation. */
async function use(minutes: number): Promise<string> {
  const generation = randomUUID();
  const [answer] = await billing.query<{ outcome: string }>(
    "select billing.reserve($1, $2, 1, $3, to_timestamp($4)) as outcome",
    [customer.userId, generation, minutes * 60, now],
  );
  await billing.query("select billing.settle($1, $2)", [generation, minutes * 60]);
  return answer?.outcome ?? "";
}
async function buy(minutes: number): Promise<void> {
  const checkout = await billing.payments.createPaymentCheckout({
    ...customer.urls,
    userId: customer.userId,
    customerId: customer.id,
    minutes,
    attempt: randomUUID(),
    metadata: {},
  });
  await billing.pay(checkout.url ?? "", CARD);
}
async function refundNewest(amount?: number): Promise<void> {
  const { data } = await billing.stripe.charges.list({ customer: customer.id, limit: 1 });
  await billing.stripe.refunds.create({ charge: data[0]?.id ?? "", ...(amount === undefined ? {} : { amount }) });
}
async function subscriptionId(): Promise<string> {
  return (await billing.payments.listSubscriptions(customer.id))[0]?.id ?? "";
}
async function facts(): Promise<{ left: number; subscribed: boolean; status: string }> {
  const [row] = await billing.query<{ left: number; subscribed: boolean; status: string }>(
    `select (m.base_s + m.extra_s - m.used_s) / 60.0::float8 as left, (a ->> 'subscribed')::boolean as subscribed, a ->> 'status' as status
     from billing.minutes($1, to_timestamp($2)) m, billing.access($1, to_timestamp($2)) a`,
    [customer.userId, now],
  );
  if (!row) throw new Error("no account");
  return row;
}

interface Month {
  /** The day on which the period begins, at nine. */
  on: string;
  does?: () => Promise<unknown>;
  /** Minutes that are left after that. */
  left: number;
  status?: string;
}

// A year of one subscriber: what happens in each month, and the minutes that must be left.
const YEAR: Month[] = [
  { on: "2047-01-31", does: () => use(20), left: 40 },
  { on: "2047-02-28", does: () => use(60), left: 0 },
  {
    on: "2047-03-31",
    does: () =>
      buy(30)
        .then(settle)
        .then(() => use(70)),
    left: 20,
  },
  { on: "2047-04-30", does: async () => billing.sandbox.commands.failNextRenewal(await subscriptionId()), left: 80 },
  // The renewal fails: no new minutes, but those left can be used until the grace period ends.
  { on: "2047-05-31", does: () => use(10), left: 70, status: "past_due" },
  { on: "2047-06-30", does: () => use(65), left: 15 },
  // Refunded after half was used: the balance is negative.
  { on: "2047-07-31", does: () => use(30).then(() => refundNewest()), left: -15 },
  { on: "2047-08-31", does: () => use(45), left: 0 },
  { on: "2047-09-30", does: () => buy(10).then(() => refundNewest(500)), left: 65 },
  { on: "2047-10-31", left: 65 },
  {
    on: "2047-11-30",
    does: async () => {
      const id = await subscriptionId();
      await billing.payments.scheduleCancellation(id);
      await settle();
      expect(await facts()).toMatchObject({ left: 65, subscribed: true });
      await billing.payments.undoCancellation(id);
    },
    left: 65,
  },
  { on: "2047-12-31", does: async () => billing.payments.scheduleCancellation(await subscriptionId()), left: 65 },
];

test("in a year of a subscriber every month's minutes are those of the table", async () => {
  await openSubscription(billing, customer, { trialDays: 3 }, CARD);
  await settle();
  expect(await facts()).toEqual({ left: 0, subscribed: false, status: "trialing" });
  expect(await use(5)).toBe("no_access");

  for (const { on, does, left, status = "active" } of YEAR) {
    await advance(at(on) + 2 * 3600);
    await does?.();
    await settle();
    expect(await facts(), on).toEqual({ left, subscribed: true, status });
    if (status === "past_due") {
      await advance(at(on) + 2 * 86_400);
      const open = (await billing.payments.listInvoices(customer.id)).find((invoice) => invoice.status === "open");
      await billing.stripe.invoices.pay(open?.id ?? "");
      await settle();
      expect(await facts(), "recovered").toEqual({ left: 80, subscribed: true, status: "active" });
    }
  }
  await advance(at("2048-01-31") + 2 * 3600);
  expect(await facts()).toMatchObject({ subscribed: false, status: "canceled" });
  expect(await use(5)).toBe("no_access");
});

test("the year's invoices have the expected dates and amounts", async () => {
  const all = (await billing.payments.listInvoices(customer.id)).toReversed();
  // The others are those of bought minutes.
  const invoices = all.filter(({ subscriptionId }) => subscriptionId !== null);
  const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
  expect(
    invoices.map(({ status, amountPaid, lines }) => {
      const [line] = lines;
      return [status, amountPaid, day(line?.periodStart ?? 0), day(line?.periodEnd ?? 0)];
    }),
  ).toEqual([
    ["paid", 0, "2047-01-28", "2047-01-31"],
    ["paid", 1499, "2047-01-31", "2047-02-28"],
    ["paid", 1499, "2047-02-28", "2047-03-31"],
    ["paid", 1499, "2047-03-31", "2047-04-30"],
    ["paid", 1499, "2047-04-30", "2047-05-31"],
    ["paid", 1499, "2047-05-31", "2047-06-30"],
    ["paid", 1499, "2047-06-30", "2047-07-31"],
    ["paid", 1499, "2047-07-31", "2047-08-31"],
    ["paid", 1499, "2047-08-31", "2047-09-30"],
    ["paid", 1499, "2047-09-30", "2047-10-31"],
    ["paid", 1499, "2047-10-31", "2047-11-30"],
    ["paid", 1499, "2047-11-30", "2047-12-31"],
    ["paid", 1499, "2047-12-31", "2048-01-31"],
  ]);
});
