import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";

let running: TestShop;
let stripe: Stripe;
let price: string;

beforeAll(async () => {
  running = await startShop();
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

const checkout = (
  customer: string,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: "subscription",
  customer,
  line_items: [{ price, quantity: 1 }],
  success_url: "https://shop.example/done?s={CHECKOUT_SESSION_ID}",
  ...more,
});

async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error("was not refused");
  return error;
}

test("the seeded price is found by its lookup key, with its product and its decimal amount", async () => {
  const found = await stripe.prices.list({ lookup_keys: ["test_monthly"], active: true, expand: ["data.product"] });
  expect(found.data).toHaveLength(1);
  expect(found.data[0]).toMatchObject({
    unit_amount: 1499,
    recurring: { interval: "month" },
    product: { object: "product", name: "Test plan" },
  });
  expect(found.data[0]?.unit_amount_decimal?.toString()).toBe("1499");
  expect((await stripe.prices.list({ lookup_keys: ["nothing"] })).data).toEqual([]);
});

test("a customer is created, changed and found", async () => {
  const created = await stripe.customers.create({
    email: "ada&co%shop@example.com",
    name: "Ada & Co",
    metadata: { user_id: "u1" },
  });
  await stripe.customers.update(created.id, { metadata: { plan: "x" } });
  expect(await stripe.customers.retrieve(created.id)).toMatchObject({
    email: "ada&co%shop@example.com",
    name: "Ada & Co",
    metadata: { user_id: "u1", plan: "x" },
  });
  expect((await stripe.customers.list({ email: "ada&co%shop@example.com" })).data.map(({ id }) => id)).toEqual([created.id]);
});

test("an open session has its page and line, and no parameters that were not given", async () => {
  const customer = await stripe.customers.create({ email: "line@example.com" });
  const session = await stripe.checkout.sessions.create(
    checkout(customer.id, {
      client_reference_id: "u1",
      subscription_data: { trial_period_days: 3 },
      metadata: { a: "b" },
      expand: ["customer", "line_items"],
    }),
  );
  expect(session).toMatchObject({
    status: "open",
    payment_status: "unpaid",
    amount_total: 0,
    client_reference_id: "u1",
    metadata: { a: "b" },
    customer: { email: "line@example.com" },
    line_items: { data: [{ description: "Test plan", price: { id: price } }] },
    url: `${running.siteUrl}/sandbox/stripe/checkout/${session.id}`,
  });
  expect(await stripe.checkout.sessions.retrieve(session.id)).not.toHaveProperty("line_items");
  expect((await stripe.checkout.sessions.listLineItems(session.id)).data[0]).toMatchObject({ quantity: 1, amount_total: 0 });
});

test("the same idempotency key gives the same object, and other parameters under it are an error", async () => {
  const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey: "key-1" });
  const first = await create("once@example.com");
  const second = await create("once@example.com");
  expect(second.id).toBe(first.id);
  expect([first, second].map((answer) => answer.lastResponse.headers["idempotent-replayed"])).toEqual([undefined, "true"]);
  expect(await refusal(create("twice@example.com"))).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect((await stripe.customers.list({ email: "once@example.com" })).data).toHaveLength(1);
});

test("while a key is in use it is refused with 409, which the SDK tries again", async () => {
  const client = await running.database.db.owner.connect();
  // Stands for a request that takes its time: writes wait for it.
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended('sandbox:stripe_sandbox', 0))");
  const create = (sdk: Stripe) => sdk.customers.create({ email: "busy@example.com" }, { idempotencyKey: "key-busy" });
  const held = create(stripe);
  await vi.waitUntil(async () => {
    const { rows } = await running.database.db.owner.query<{ count: number }>(
      `select count(*)::int from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.count === 1;
  });
  expect(await refusal(create(stripe))).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  const patient = create(
    new Stripe("sk_test_x", { ...running.endpoint, protocol: "http", maxNetworkRetries: 5, telemetry: false }),
  );
  await client.query("commit");
  client.release();
  expect((await patient).id).toBe((await held).id);
});

test("however many writes wait for their turn, they leave the pool's connections to others", async () => {
  const client = await running.database.db.owner.connect();
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended('sandbox:stripe_sandbox', 0))");
  const writes = Array.from({ length: 20 }, (_, i) => stripe.customers.create({ name: `writer ${i}` }));
  await vi.waitUntil(async () => {
    const { rows } = await running.database.db.owner.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return (rows[0]?.count ?? 0) > 0;
  });
  // Reads need connections too: with eight in the pool and twenty writers in it they would wait for the lock's end.
  await Promise.all(Array.from({ length: 20 }, () => stripe.customers.list()));
  await client.query("commit");
  client.release();
  expect(new Set((await Promise.all(writes)).map(({ id }) => id)).size).toBe(20);
});

test("a key is good for a day", async () => {
  const create = () => stripe.customers.create({ email: "day@example.com" }, { idempotencyKey: "key-day" });
  const first = await create();
  await running.database.db.owner.query(
    "update stripe_sandbox.idempotency_keys set created_at = now() - interval '25 hours' where key = 'key-day'",
  );
  expect((await create()).id).not.toBe(first.id);
});

test("many at once leave one consistent state: a number for each invoice, and one charge for each", async () => {
  const customer = (await stripe.customers.create({})).id;
  const { id: card } = await stripe.paymentMethods.attach("pm_card_visa", { customer });
  const create = () => stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card });
  const subscriptions = await Promise.all(Array.from({ length: 8 }, create));
  const [one] = subscriptions;
  const refunds = await Promise.allSettled(
    Array.from({ length: 4 }, async () => {
      const [charge] = (await stripe.charges.list({ customer })).data;
      return stripe.refunds.create({ charge: charge?.id ?? "", amount: 1000 });
    }),
  );
  expect(refunds.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const invoices = (await stripe.invoices.list({ customer, limit: 100 })).data;
  const numbers = new Set(invoices.map(({ number }) => Number(number?.split("-")[1])));
  expect(numbers).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  expect((await stripe.charges.list({ customer, limit: 100 })).data).toHaveLength(8);
  const canceled = await Promise.allSettled([1, 2, 3].map(() => stripe.subscriptions.cancel(one?.id ?? "")));
  expect(canceled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an error is repeated under its key and changed nothing; a parameter error is not stored", async () => {
  const customer = await stripe.customers.create({});
  const session = await stripe.checkout.sessions.create(checkout(customer.id));
  const expire = () => stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: "key-2" });
  await expire();
  const again = () => stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: "key-3" });
  const [first, second] = [await refusal(again()), await refusal(again())] as Stripe.errors.StripeError[];
  expect(second).toMatchObject({ statusCode: 400, message: first?.message, headers: { "idempotent-replayed": "true" } });

  const { id: card } = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
  const subscribe = () =>
    stripe.subscriptions.create(
      { customer: customer.id, items: [{ price }], default_payment_method: card, payment_behavior: "error_if_incomplete" },
      { idempotencyKey: "key-4" },
    );
  const declined = await refusal(subscribe());
  expect(declined).toMatchObject({ statusCode: 402, decline_code: "generic_decline" });
  expect(await refusal(subscribe())).toMatchObject({ statusCode: 402, payment_intent: { id: declined.payment_intent?.id } });
  expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toEqual([]);
  expect((await stripe.charges.list({ customer: customer.id })).data).toEqual([]);

  const create = (email: string) => stripe.customers.create({ email }, { idempotencyKey: "key-5" });
  expect(await refusal(create("no address"))).toMatchObject({ statusCode: 400, param: "email" });
  expect(await create("an@example.com")).toMatchObject({ email: "an@example.com" });
});

test("a key is at most 255 characters long", async () => {
  const create = (idempotencyKey: string) => stripe.customers.create({}, { idempotencyKey });
  expect(await create("k".repeat(255))).toMatchObject({ object: "customer" });
  expect(await refusal(create("k".repeat(256)))).toMatchObject({ statusCode: 400 });
});

test("an expired session can't be expired again", async () => {
  const session = await stripe.checkout.sessions.create(checkout((await stripe.customers.create({})).id));
  await stripe.checkout.sessions.expire(session.id);
  expect(await refusal(stripe.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 });
});

test("missing objects, unknown and unsupported parameters get Stripe's error messages", async () => {
  const customer = await stripe.customers.create({});
  expect(await refusal(stripe.customers.retrieve("cus_none"))).toMatchObject({
    statusCode: 404,
    code: "resource_missing",
    message: "No such customer: 'cus_none'",
  });
  expect(await refusal(stripe.checkout.sessions.create(checkout("cus_none")))).toMatchObject({
    statusCode: 404,
    param: "customer",
  });
  expect(await refusal(stripe.checkout.sessions.create(checkout(customer.id, { mode: "payment" })))).toMatchObject({
    statusCode: 400,
    param: "line_items[0][price]",
  });
  expect(await refusal(stripe.checkout.sessions.create(checkout(customer.id, { allow_promotion_codes: true })))).toMatchObject({
    statusCode: 400,
    code: "parameter_unknown",
    param: "allow_promotion_codes",
  });
  expect(await refusal(stripe.checkout.sessions.create(checkout(customer.id, { line_items: [{ quantity: 1 }] })))).toMatchObject({
    code: "parameter_missing",
    param: "line_items[0][price]",
  });
  expect(await refusal(stripe.customers.list({ starting_after: "cus_none" }))).toMatchObject({
    statusCode: 404,
    param: "starting_after",
  });
  expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: "limit" });
  expect(await refusal(stripe.customers.retrieve(customer.id, { expand: ["name"] }))).toMatchObject({ statusCode: 400 });
  expect(await refusal(stripe.coupons.create({ percent_off: 5 }))).toMatchObject({
    statusCode: 404,
    message: "Unrecognized request URL (POST: /v1/coupons).",
  });
});

test("no key and a live key are refused, and a live key is not repeated", async () => {
  const base = `http://${stripe.getApiField("host")}:${stripe.getApiField("port")}/v1/customers`;
  expect((await fetch(base)).status).toBe(401);
  const live = await fetch(base, { headers: { authorization: "Bearer sk_live_1234" } });
  expect(live.status).toBe(401);
  expect(await live.text()).not.toContain("1234");
});

test("lists go page by page, newest first", async () => {
  const customer = await stripe.customers.create({});
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift((await stripe.checkout.sessions.create(checkout(customer.id))).id);
  const seen: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ customer: customer.id, limit: 2 })) seen.push(session.id);
  expect(seen).toEqual(ids);
  const before = await stripe.checkout.sessions.list({ customer: customer.id, limit: 2, ending_before: ids[3] ?? "" });
  expect(before).toMatchObject({ has_more: true, data: [{ id: ids[1] }, { id: ids[2] }] });
});

test("lists filter by creation time", async () => {
  const customer = await stripe.customers.create({ email: "when@example.com" });
  const count = async (created: Stripe.RangeQueryParam): Promise<number> =>
    (await stripe.customers.list({ email: "when@example.com", created })).data.length;
  const at = customer.created;
  expect(await Promise.all([{ gte: at }, { lte: at }, { gt: at }, { lt: at }, { gte: at - 1, lt: at + 1 }].map(count))).toEqual([
    1, 1, 0, 0, 1,
  ]);
});
