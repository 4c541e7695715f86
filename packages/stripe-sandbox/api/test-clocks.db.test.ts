import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";
import { CLOCK_START, DAY, subscribeOnClock } from "../../../tests/support/test-clock.ts";

let running: TestShop;
let stripe: Stripe;
let price: string;

beforeAll(async () => {
  running = await startShop();
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

const date = (seconds: number | null | undefined): string => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10);

test("a year of a subscriber is thirteen invoices, each for its own month, paid on its first day", async () => {
  const ada = await subscribeOnClock(stripe, price, { trialDays: 10 });
  await ada.toDay(365);
  const invoices = await stripe.invoices.list({ customer: ada.customer, limit: 100 }).autoPagingToArray({ limit: 100 });
  const table = invoices
    .toReversed()
    .map((invoice) => [
      invoice.number?.split("-")[1],
      date(invoice.created),
      date(invoice.status_transitions.paid_at),
      date(invoice.lines.data[0]?.period.start),
      date(invoice.lines.data[0]?.period.end),
      invoice.amount_paid,
      invoice.billing_reason,
    ]);
  expect(table).toEqual([
    ["0001", "2026-11-21", "2026-11-21", "2026-11-21", "2026-12-01", 0, "subscription_create"],
    ["0002", "2026-12-01", "2026-12-01", "2026-12-01", "2027-01-01", 1499, "subscription_cycle"],
    ["0003", "2027-01-01", "2027-01-01", "2027-01-01", "2027-02-01", 1499, "subscription_cycle"],
    ["0004", "2027-02-01", "2027-02-01", "2027-02-01", "2027-03-01", 1499, "subscription_cycle"],
    ["0005", "2027-03-01", "2027-03-01", "2027-03-01", "2027-04-01", 1499, "subscription_cycle"],
    ["0006", "2027-04-01", "2027-04-01", "2027-04-01", "2027-05-01", 1499, "subscription_cycle"],
    ["0007", "2027-05-01", "2027-05-01", "2027-05-01", "2027-06-01", 1499, "subscription_cycle"],
    ["0008", "2027-06-01", "2027-06-01", "2027-06-01", "2027-07-01", 1499, "subscription_cycle"],
    ["0009", "2027-07-01", "2027-07-01", "2027-07-01", "2027-08-01", 1499, "subscription_cycle"],
    ["0010", "2027-08-01", "2027-08-01", "2027-08-01", "2027-09-01", 1499, "subscription_cycle"],
    ["0011", "2027-09-01", "2027-09-01", "2027-09-01", "2027-10-01", 1499, "subscription_cycle"],
    ["0012", "2027-10-01", "2027-10-01", "2027-10-01", "2027-11-01", 1499, "subscription_cycle"],
    ["0013", "2027-11-01", "2027-11-01", "2027-11-01", "2027-12-01", 1499, "subscription_cycle"],
  ]);
  const paid = (await stripe.events.list({ type: "invoice.paid", limit: 100 })).data.filter(
    ({ data }) => (data.object as Stripe.Invoice).customer === ada.customer,
  );
  expect(paid.map(({ created }) => date(created)).toReversed()).toEqual(table.map(([, created]) => created));
  const charges = await stripe.charges.list({ customer: ada.customer, limit: 100 });
  expect(charges.data.reduce((sum, charge) => sum + charge.amount, 0)).toBe(12 * 1499);
});

test("a test clock stands still between advances, and can't go back", async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: CLOCK_START, name: "Year" });
  expect(clock).toMatchObject({ status: "ready", frozen_time: CLOCK_START, name: "Year" });
  const advanced = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: CLOCK_START + DAY });
  expect(advanced).toMatchObject({ status: "ready", frozen_time: CLOCK_START + DAY });
  expect(await stripe.testHelpers.testClocks.retrieve(clock.id)).toEqual(
    expect.objectContaining({ frozen_time: CLOCK_START + DAY }),
  );
  await expect(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: CLOCK_START })).rejects.toMatchObject({
    statusCode: 400,
    param: "frozen_time",
  });
  const types = (await stripe.events.list({ limit: 3 })).data.map(({ type, created }) => [type, created]).toReversed();
  expect(types).toEqual([
    ["test_helpers.test_clock.created", CLOCK_START],
    ["test_helpers.test_clock.advancing", CLOCK_START],
    ["test_helpers.test_clock.ready", CLOCK_START + DAY],
  ]);
});

test("everything about a clock's customer carries the clock, its time, and stays out of lists that don't ask for it", async () => {
  const ada = await subscribeOnClock(stripe, price);
  expect(ada.subscription).toMatchObject({ test_clock: ada.clock, created: CLOCK_START });
  expect(await stripe.invoices.retrieve(ada.subscription.latest_invoice as string)).toMatchObject({
    test_clock: ada.clock,
    created: CLOCK_START,
  });
  const ids = async (list: Promise<{ data: { id: string }[] }>): Promise<string[]> => (await list).data.map(({ id }) => id);
  expect(await ids(stripe.customers.list({ test_clock: ada.clock }))).toEqual([ada.customer]);
  expect(await ids(stripe.customers.list({ email: "ada@example.com" }))).not.toContain(ada.customer);
  expect(await ids(stripe.subscriptions.list({ test_clock: ada.clock }))).toEqual([ada.subscription.id]);
  expect(await ids(stripe.subscriptions.list({ customer: ada.customer }))).toEqual([ada.subscription.id]);
  expect(await ids(stripe.subscriptions.list())).not.toContain(ada.subscription.id);
  await expect(stripe.customers.create({ test_clock: "clock_none" })).rejects.toMatchObject({
    statusCode: 404,
    param: "test_clock",
  });
});

test("deleting a test clock deletes its customers and ends their subscriptions", async () => {
  const ada = await subscribeOnClock(stripe, price);
  expect(await stripe.testHelpers.testClocks.del(ada.clock)).toMatchObject({ id: ada.clock, deleted: true });
  expect(await stripe.customers.retrieve(ada.customer)).toMatchObject({ deleted: true });
  expect(await stripe.subscriptions.retrieve(ada.subscription.id, { expand: ["customer"] })).toMatchObject({
    status: "canceled",
    customer: { deleted: true },
  });
  await expect(stripe.testHelpers.testClocks.retrieve(ada.clock)).rejects.toMatchObject({ statusCode: 404 });
  await running.sandbox.runDue();
});

test("a checkout of a test clock's customer uses the clock's time", async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: CLOCK_START });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price }],
    subscription_data: { trial_period_days: 3 },
    success_url: "https://shop.example/",
  });
  expect(session.expires_at).toBe(CLOCK_START + DAY);
  expect((await running.pay(session.url ?? "")).status).toBe(303);
  const [subscription] = (await stripe.subscriptions.list({ customer: customer.id })).data;
  expect(subscription).toMatchObject({ trial_end: CLOCK_START + 3 * DAY, test_clock: clock.id });
});
