import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { TEST_WEBHOOK_SECRET } from "../../tests/support/payments.ts";
import { PaymentsError, type Payments } from "../vendors/payments/payments.ts";
import { stripeEventTask } from "./stripe-event.privileged.ts";

let billing: TestBilling;
let payments: Payments;

beforeAll(async () => {
  billing = await startBilling();
  payments = billing.context.payments;
});
afterAll(() => billing.close());
beforeEach(async () => {
  await billing.query("truncate billing.stripe_events");
  await billing.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
});
afterEach(() => {
  billing.context.payments = payments;
});

const EVENT = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "customer.subscription.updated",
  created: 1_800_000_000,
  data: { object: { id: "sub_1", object: "subscription", customer: "cus_1", status: "active" } },
});

async function post(payload: string, options: { secret?: string; timestamp?: number; signature?: string } = {}): Promise<number> {
  const signature =
    options.signature ??
    billing.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: options.secret ?? TEST_WEBHOOK_SECRET,
      timestamp: options.timestamp ?? Math.floor(Date.now() / 1000),
    });
  const answer = await fetch(`${billing.siteUrl}/webhooks/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", ...(signature ? { "stripe-signature": signature } : {}) },
    body: payload,
  });
  await answer.text();
  return answer.status;
}

const stored = () =>
  billing.query<{ id: string }>("select id, type, object_id, customer_id from billing.stripe_events order by id");
const jobs = async () => (await billing.query("select from graphile_worker.jobs where task_identifier = 'stripe-event'")).length;

test("a signed event is stored by its ids and queued", async () => {
  expect(await post(EVENT)).toBe(200);
  expect(await stored()).toEqual([
    { id: "evt_1", type: "customer.subscription.updated", object_id: "sub_1", customer_id: "cus_1" },
  ]);
  expect(await jobs()).toBe(1);
});

test("the same event ten times at once is stored and queued once", async () => {
  expect(await Promise.all(Array.from({ length: 10 }, () => post(EVENT)))).toEqual(Array(10).fill(200));
  expect(await stored()).toHaveLength(1);
  expect(await jobs()).toBe(1);
});

test("what is not signed by the provider, or was long ago, is refused and leaves nothing", async () => {
  expect(await post(EVENT, { secret: "whsec_wrong" })).toBe(400);
  expect(await post(EVENT, { signature: "nonsense" })).toBe(400);
  expect(await post(EVENT, { signature: "" })).toBe(400);
  expect(await post(EVENT, { timestamp: Math.floor(Date.now() / 1000) - 301 })).toBe(400);
  const good = billing.stripe.webhooks.generateTestHeaderString({ payload: EVENT, secret: TEST_WEBHOOK_SECRET });
  expect(await post(EVENT.replace("active", "paused"), { signature: good })).toBe(400);
  expect(await post("", { signature: good })).toBe(400);
  expect([await stored(), await jobs()]).toEqual([[], 0]);
});

const withObject = (object: unknown, more: object = {}) => JSON.stringify({ ...JSON.parse(EVENT), ...more, data: { object } });
test.for([
  ["a list", "[]"],
  ["an event without data", JSON.stringify({ id: "evt_1", type: "x", created: 1 })],
  ["an event about nothing", withObject(null)],
  ["an event without an id", withObject({ id: "a", object: "b" }, { id: null })],
  ["an id that no database stores", withObject({ id: "in_\0", object: "invoice" })],
  ["an id that is a number", withObject({ id: 5, object: "invoice" })],
  ["a moment in words", withObject({ id: "a", object: "b" }, { created: "yesterday" })],
  ["a moment that no calendar has", withObject({ id: "a", object: "b" }, { created: 1e300 })],
])("%s, though signed, is refused and leaves nothing", async ([, payload]) => {
  expect(await post(payload ?? "")).toBe(400);
  expect([await stored(), await jobs()]).toEqual([[], 0]);
});

test("an event about what has no id, or whose customer is expanded or odd, is stored", async () => {
  const odd = [
    withObject({ object: "balance" }, { id: "evt_2" }),
    withObject({ id: "in_3", object: "invoice", customer: { id: "cus_3", object: "customer" } }, { id: "evt_3" }),
    withObject({ id: "in_4", object: "invoice", customer: 5 }, { id: "evt_4" }),
    withObject({ id: "cus_5", object: "customer" }, { id: "evt_5" }),
  ];
  for (const payload of odd) expect(await post(payload)).toBe(200);
  expect(await stored()).toMatchObject([
    { object_id: "evt_2", customer_id: null },
    { object_id: "in_3", customer_id: "cus_3" },
    { object_id: "in_4", customer_id: null },
    { object_id: "cus_5", customer_id: "cus_5" },
  ]);
});

test("events are processed once, and an unknown one is nobody's", async () => {
  await post(EVENT);
  await billing.runJobs();
  const run = stripeEventTask(billing.context);
  await run({ id: "evt_1" });
  await run({ id: "evt_unknown" });
  expect(await billing.query("select attempts, processed_at is not null as done from billing.stripe_events")).toEqual([
    { attempts: 1, done: true },
  ]);
});

test("a failure is noted by its code, thrown for the queue, and made good by the next attempt", async () => {
  const { userId } = await billing.pay4242();
  await billing.eventsDelivered();
  const [{ id } = { id: "" }] = await billing.query<{ id: string }>(
    "select id from billing.stripe_events where type = 'checkout.session.completed'",
  );
  const run = stripeEventTask(billing.context);
  billing.context.payments = {
    ...payments,
    retrieveCheckout: () => Promise.reject(new PaymentsError("unavailable", "stripe: down")),
  };
  await expect(run({ id })).rejects.toThrow("stripe: down");
  expect(await billing.query("select last_error, processed_at from billing.stripe_events where id = $1", [id])).toEqual([
    { last_error: "unavailable", processed_at: null },
  ]);
  billing.context.payments = payments;
  await run({ id });
  expect(await billing.query("select status from public.subscriptions where user_id = $1", [userId])).toEqual([
    { status: "trialing" },
  ]);
});

// mulberry32: a small seeded generator, so that a failing order can be repeated.
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("every event of a sign-up, twice and in any order, ends in the same state", async () => {
  const { userId } = await billing.pay4242();
  await billing.eventsDelivered();
  const ids = (await billing.query<{ id: string }>("select id from billing.stripe_events")).map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(8);
  const run = stripeEventTask(billing.context);
  const state = () =>
    billing.query(
      `select s.status, s.period_end, s.card_last4, p.trial_start_date, p.trial_generations_used,
         (select count(*)::int from billing.trial_claims where subscription_id = s.id) as claims
       from public.subscriptions s join public.profiles p on p.id = s.user_id where s.user_id = $1`,
      [userId],
    );
  const ends = new Set<string>();
  for (let seed = 1; seed <= 5; seed++) {
    await billing.query("delete from public.subscriptions where user_id = $1", [userId]);
    await billing.query("delete from billing.trial_claims");
    await billing.query("update public.profiles set trial_start_date = null where id = $1", [userId]);
    const random = seeded(seed);
    const order = [...ids, ...ids].map((id) => ({ id, at: random() })).toSorted((a, b) => a.at - b.at);
    for (const { id } of order) {
      await billing.query("update billing.stripe_events set processed_at = null where id = $1", [id]);
      await run({ id });
    }
    ends.add(JSON.stringify(await state()));
  }
  expect([...ends]).toHaveLength(1);
  expect(JSON.parse([...ends][0] ?? "")).toMatchObject([{ status: "trialing", card_last4: "4242", claims: 3 }]);
});
