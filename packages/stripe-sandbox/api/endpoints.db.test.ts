import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";

let running: TestShop;
let stripe: Stripe;
let price: string;

beforeAll(async () => {
  running = await startShop();
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

interface Subscriber {
  customer: string;
  card: string;
  subscription: Stripe.Subscription;
}

async function subscribe(more: Partial<Stripe.SubscriptionCreateParams> = {}): Promise<Subscriber> {
  const customer = (await stripe.customers.create({ email: "ada@example.com" })).id;
  const card = (await stripe.paymentMethods.attach("pm_card_visa", { customer })).id;
  const subscription = await stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: card, ...more });
  return { customer, card, subscription };
}

async function lastEvent(): Promise<Stripe.Event> {
  const [event] = (await stripe.events.list({ limit: 1 })).data;
  if (!event) throw new Error("nothing has happened");
  return stripe.events.retrieve(event.id);
}

test("a customer is updated and cleared, and events contain the previous values", async () => {
  const { id } = await stripe.customers.create({ email: "ada@example.com", phone: "1", metadata: { a: "1", b: "2" } });
  const changed = await stripe.customers.update(id, { name: "Ada", phone: "", metadata: { a: "", c: "3" } });
  expect(changed).toMatchObject({ name: "Ada", phone: null, metadata: { b: "2", c: "3" } });
  expect(await lastEvent()).toMatchObject({
    type: "customer.updated",
    data: { previous_attributes: { name: null, phone: "1", metadata: { a: "1", b: "2" } } },
  });
  const before = (await lastEvent()).id;
  await stripe.customers.update(id, { name: "Ada" });
  expect((await lastEvent()).id).toBe(before);
  expect(await stripe.customers.update(id, { metadata: "" })).toMatchObject({ metadata: {} });
});

test("a deleted customer is shown as deleted, has no subscription any more, and can't be used", async () => {
  const { customer, card, subscription } = await subscribe();
  expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, object: "customer", deleted: true });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ["customer"] })).toMatchObject({
    status: "canceled",
    customer: { id: customer, deleted: true },
  });
  expect(await stripe.paymentMethods.retrieve(card)).toMatchObject({ customer: null });
  expect((await stripe.customers.list({ email: "ada@example.com" })).data.map(({ id }) => id)).not.toContain(customer);
  for (const call of [
    () => stripe.customers.del(customer),
    () => stripe.customers.update(customer, { name: "x" }),
    () => stripe.billingPortal.sessions.create({ customer }),
    () => stripe.paymentMethods.attach("pm_card_visa", { customer }),
  ]) {
    await expect(call()).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
  }
});

test("products and prices are made, found, and a lookup key moves only if it is told to", async () => {
  const product = await stripe.products.create({ name: "Book", description: "Of psalms", metadata: { a: "b" } });
  expect(await stripe.products.retrieve(product.id)).toMatchObject({ name: "Book", active: true, metadata: { a: "b" } });
  expect((await stripe.products.list({ active: true })).data.map(({ id }) => id)).toContain(product.id);
  const make = (more: Partial<Stripe.PriceCreateParams> = {}): Promise<Stripe.Price> =>
    stripe.prices.create({ currency: "usd", unit_amount: 999, product: product.id, lookup_key: "book", ...more });
  const first = await make();
  expect(first).toMatchObject({ type: "one_time", recurring: null, unit_amount: 999 });
  await expect(make()).rejects.toMatchObject({ statusCode: 400, param: "lookup_key" });
  const second = await make({ transfer_lookup_key: true, recurring: { interval: "year" } });
  expect((await stripe.prices.list({ lookup_keys: ["book"] })).data.map(({ id }) => id)).toEqual([second.id]);
  expect(await stripe.prices.retrieve(first.id, { expand: ["product"] })).toMatchObject({
    lookup_key: null,
    product: { name: "Book" },
  });
  expect((await stripe.prices.list({ product: product.id, type: "recurring" })).data.map(({ id }) => id)).toEqual([second.id]);
  await expect(stripe.prices.create({ currency: "usd", unit_amount: 1 })).rejects.toMatchObject({ code: "parameter_missing" });
});

test("products and prices are changed and retired, and a lookup key is taken over only if it is told to", async () => {
  const product = await stripe.products.create({ name: "Cap", metadata: { a: "1" } });
  expect(
    await stripe.products.update(product.id, { active: false, description: "Flat", metadata: { a: "", b: "2" } }),
  ).toMatchObject({
    active: false,
    name: "Cap",
    description: "Flat",
    metadata: { b: "2" },
  });
  expect(await lastEvent()).toMatchObject({ type: "product.updated", data: { previous_attributes: { active: true } } });
  const facts = { product: product.id, currency: "usd", unit_amount: 500 };
  const old = await stripe.prices.create({ ...facts, lookup_key: "cap" });
  const young = await stripe.prices.create(facts);
  await expect(stripe.prices.update(young.id, { lookup_key: "cap" })).rejects.toMatchObject({ statusCode: 400 });
  await stripe.prices.update(young.id, { lookup_key: "cap", transfer_lookup_key: true });
  expect(await stripe.prices.update(young.id, { lookup_key: "cap", nickname: "Young" })).toMatchObject({ lookup_key: "cap" });
  expect(await stripe.prices.update(old.id, { active: false })).toMatchObject({ active: false, lookup_key: null });
  expect(await lastEvent()).toMatchObject({ type: "price.updated", data: { previous_attributes: { active: true } } });
  expect((await stripe.prices.list({ lookup_keys: ["cap"] })).data.map(({ id }) => id)).toEqual([young.id]);
});

test("a card is attached, listed and detached, and other customers can't use it", async () => {
  const { customer, card } = await subscribe();
  const other = (await stripe.customers.create({})).id;
  expect((await stripe.paymentMethods.list({ customer, type: "card" })).data.map(({ id }) => id)).toEqual([card]);
  expect(await stripe.paymentMethods.attach(card, { customer })).toMatchObject({ customer });
  await expect(stripe.paymentMethods.attach(card, { customer: other })).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.paymentMethods.attach("pm_none", { customer })).rejects.toMatchObject({ statusCode: 404 });
  await expect(stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer })).rejects.toMatchObject({
    statusCode: 402,
    decline_code: "generic_decline",
  });
  expect(await stripe.paymentMethods.detach(card)).toMatchObject({ customer: null });
  expect((await stripe.events.list({ type: "payment_method.detached", limit: 1 })).data[0]?.data).toMatchObject({
    previous_attributes: { customer },
  });
  await expect(stripe.paymentMethods.detach(card)).rejects.toMatchObject({ statusCode: 400 });
});

test("a subscription is changed within what can be done without proration", async () => {
  const { customer, subscription } = await subscribe();
  const item = subscription.items.data[0]?.id ?? "";
  const dearer = await stripe.prices.create({
    currency: "usd",
    unit_amount: 2000,
    recurring: { interval: "month" },
    product_data: { name: "Dearer" },
  });
  const yearly = await stripe.prices.create({
    currency: "usd",
    unit_amount: 1,
    recurring: { interval: "year" },
    product_data: { name: "Y" },
  });
  const update = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(subscription.id, params);
  await expect(update({ items: [{ id: item, price: dearer.id }] })).rejects.toMatchObject({ param: "proration_behavior" });
  await expect(update({ items: [{ id: item, price: yearly.id }], proration_behavior: "none" })).rejects.toMatchObject({
    statusCode: 400,
  });
  await expect(update({ items: [{ id: "si_none" }], proration_behavior: "none" })).rejects.toMatchObject({ statusCode: 404 });
  expect(await update({ items: [{ id: item, price: dearer.id, quantity: 2 }], proration_behavior: "none" })).toMatchObject({
    items: { data: [{ id: item, quantity: 2, price: { unit_amount: 2000 } }] },
  });
  expect(await stripe.invoices.createPreview({ subscription: subscription.id })).toMatchObject({
    status: "draft",
    amount_due: 4000,
    billing_reason: "upcoming",
    lines: { data: [{ quantity: 2, period: { start: subscription.items.data[0]?.current_period_end } }] },
  });
  expect(await update({ metadata: { a: "b" } })).toMatchObject({ metadata: { a: "b" } });
  const { id: foreign } = await stripe.paymentMethods.attach("pm_card_visa", {
    customer: (await stripe.customers.create({})).id,
  });
  await expect(update({ default_payment_method: foreign })).rejects.toMatchObject({ param: "default_payment_method" });
  await expect(update({ cancel_at: 1 })).rejects.toMatchObject({ param: "cancel_at" });
  await expect(update({ cancel_at: "min_period_end", cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 });
  expect(await update({ cancel_at: "min_period_end" })).toMatchObject({
    cancel_at: subscription.items.data[0]?.current_period_end,
    cancel_at_period_end: false,
  });
  await expect(stripe.invoices.createPreview({ customer })).rejects.toMatchObject({
    statusCode: 404,
    code: "invoice_upcoming_none",
  });
  const ended = await stripe.subscriptions.cancel(subscription.id, {
    cancellation_details: { comment: "bye", feedback: "unused" },
  });
  expect(ended).toMatchObject({
    status: "canceled",
    cancellation_details: { comment: "bye", feedback: "unused", reason: "cancellation_requested" },
  });
});

test("a charge is found from the session, the invoice and the subscription", async () => {
  const { customer, subscription } = await subscribe();
  const invoice = await stripe.invoices.retrieve(subscription.latest_invoice as string, {
    expand: ["payments.data.payment.payment_intent"],
  });
  const intent = invoice.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 1499, customer });
  expect(await stripe.charges.retrieve(intent.latest_charge as string, { expand: ["payment_intent", "customer"] })).toMatchObject(
    {
      paid: true,
      payment_intent: { id: intent.id },
      customer: { id: customer },
    },
  );
  expect((await stripe.invoicePayments.list({ invoice: invoice.id })).data).toMatchObject([
    { status: "paid", amount_paid: 1499 },
  ]);
  expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
  expect((await stripe.invoices.list({ subscription: subscription.id, status: "paid" })).data.map(({ id }) => id)).toEqual([
    invoice.id,
  ]);
  expect((await stripe.invoices.listLineItems(invoice.id)).data).toHaveLength(1);
});

test("a portal session is opened under the standard configuration or one of one's own", async () => {
  const { customer, subscription } = await subscribe();
  const [standard] = (await stripe.billingPortal.configurations.list({ is_default: true })).data;
  const session = await stripe.billingPortal.sessions.create({
    customer,
    return_url: "https://shop.example/",
    expand: ["configuration"],
  });
  expect(session).toMatchObject({ customer, configuration: { id: standard?.id, is_default: true }, flow: null });
  const own = await stripe.billingPortal.configurations.create({
    name: "Own",
    default_return_url: "https://shop.example/account",
    features: { invoice_history: { enabled: true } },
  });
  expect(own.features).toMatchObject({ invoice_history: { enabled: true }, subscription_cancel: { enabled: false } });
  expect(
    await stripe.billingPortal.configurations.update(own.id, {
      features: { subscription_cancel: { enabled: true } },
      metadata: { a: "b" },
    }),
  ).toMatchObject({ features: { subscription_cancel: { enabled: true, mode: "at_period_end" } }, metadata: { a: "b" } });
  expect((await stripe.billingPortal.configurations.retrieve(own.id)).name).toBe("Own");
  const flow = await stripe.billingPortal.sessions.create({
    customer,
    configuration: own.id,
    flow_data: { type: "subscription_cancel", subscription_cancel: { subscription: subscription.id } },
  });
  expect(flow).toMatchObject({
    return_url: "https://shop.example/account",
    flow: { type: "subscription_cancel", subscription_cancel: { subscription: subscription.id } },
  });
  const other = await subscribe();
  await expect(
    stripe.billingPortal.sessions.create({
      customer,
      flow_data: { type: "subscription_cancel", subscription_cancel: { subscription: other.subscription.id } },
    }),
  ).rejects.toMatchObject({ statusCode: 400 });
});

test("unsupported parameters are refused by name", async () => {
  const { customer, subscription } = await subscribe();
  const refused: [() => Promise<unknown>, object][] = [
    [
      () => stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: "void" } }),
      { param: "pause_collection" },
    ],
    [
      () => stripe.subscriptions.update(subscription.id, { proration_behavior: "always_invoice" }),
      { param: "proration_behavior" },
    ],
    [
      () => stripe.subscriptions.update(subscription.id, { payment_behavior: "default_incomplete" }),
      { param: "payment_behavior" },
    ],
    [() => stripe.subscriptions.cancel(subscription.id, { invoice_now: true }), { param: "invoice_now" }],
    [() => stripe.invoices.createPreview({ customer, discounts: [{ coupon: "x" }] }), { code: "parameter_unknown" }],
    [() => stripe.invoices.create({ customer }), { statusCode: 404 }],
    [() => stripe.subscriptions.retrieve(subscription.id, { expand: ["nothing"] }), { statusCode: 400 }],
    [() => stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice.a.b.c.d"] }), { statusCode: 400 }],
    [() => stripe.paymentIntents.create({ amount: 1, currency: "usd" }), { statusCode: 404 }],
  ];
  for (const [call, error] of refused)
    await expect(call()).rejects.toMatchObject({ type: "StripeInvalidRequestError", ...error });
});

test("ids of another kind are not found", async () => {
  const { customer, subscription } = await subscribe();
  for (const call of [
    () => stripe.subscriptions.retrieve(customer),
    () => stripe.customers.retrieve(subscription.id),
    () => stripe.charges.retrieve(customer),
    () => stripe.setupIntents.retrieve("seti_none"),
    () => stripe.paymentIntents.retrieve("pi_none"),
    () => stripe.disputes.retrieve("du_none"),
    () => stripe.refunds.retrieve("re_none"),
    () => stripe.events.retrieve("evt_none"),
    () => stripe.products.retrieve("prod_none"),
    () => stripe.prices.retrieve("price_none"),
    () => stripe.invoices.pay("in_none"),
    () => stripe.billingPortal.configurations.retrieve("bpc_none"),
  ]) {
    await expect(call()).rejects.toMatchObject({ statusCode: 404, code: "resource_missing" });
  }
});

test("events are found by type, by group of types, and by whether they were delivered", async () => {
  const { customer } = await subscribe();
  const mine = async (params: Stripe.EventListParams): Promise<string[]> =>
    (await stripe.events.list({ ...params, limit: 100 })).data
      .filter(({ data: { object } }) => "customer" in object && object.customer === customer)
      .map(({ type }) => type);
  expect(await mine({ type: "invoice.paid" })).toEqual(["invoice.paid"]);
  expect(await mine({ type: "invoice.*" })).toEqual([
    "invoice.payment_succeeded",
    "invoice.paid",
    "invoice.finalized",
    "invoice.created",
  ]);
  expect(await mine({ types: ["invoice.created", "charge.succeeded"] })).toEqual(["charge.succeeded", "invoice.created"]);
  expect(await mine({ delivery_success: true })).toEqual([]);
  expect((await mine({ delivery_success: false })).length).toBeGreaterThan(8);
});

test("a payment's invoice is found", async () => {
  const { subscription } = await subscribe();
  const [link] = (await stripe.invoicePayments.list({ invoice: subscription.latest_invoice as string })).data;
  const payment_intent = link?.payment.payment_intent as string;
  expect((await stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent } })).data).toEqual([link]);
});

test("prices are found by their lookup keys page by page, and a line is the same each time", async () => {
  const lookup_keys = ["test_monthly", "test_minute"];
  const found = await stripe.prices.list({ lookup_keys, limit: 1 }).autoPagingToArray({ limit: 10 });
  expect(found.map(({ lookup_key }) => lookup_key)).toEqual(lookup_keys);
  const { customer } = await subscribe();
  const { id } = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: "https://shop.example/",
  });
  const lines = async (): Promise<unknown> => (await stripe.checkout.sessions.listLineItems(id)).data;
  expect(await lines()).toEqual(await lines());
});

test("only references can be expanded, and too large expansions are refused", async () => {
  const { customer, subscription } = await subscribe({ metadata: { customer: "cus_other", 0: "a number" } });
  expect(subscription.metadata).toEqual({ customer: "cus_other", 0: "a number" });
  for (const path of [
    "__proto__",
    "constructor",
    "metadata",
    "metadata.customer",
    "customer.constructor",
    "cancellation_details",
  ]) {
    await expect(stripe.subscriptions.retrieve(subscription.id, { expand: [path] }), path).rejects.toMatchObject({
      statusCode: 400,
    });
  }
  await stripe.subscriptions.retrieve(subscription.id, {
    expand: ["customer", "items.data.price.product", "latest_invoice.payments"],
  });
  const later = { trial_end: 999_999_999_999_999 };
  await expect(stripe.subscriptions.create({ customer, items: [{ price }], ...later })).rejects.toMatchObject({
    statusCode: 400,
  });
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, "v"]));
  await expect(stripe.customers.create({ metadata: many })).rejects.toMatchObject({ statusCode: 400, param: "metadata" });
  await expect(stripe.customers.retrieve("\0")).rejects.toMatchObject({ statusCode: 404 });
  const both = { starting_after: customer, ending_before: customer };
  await expect(stripe.customers.list(both)).rejects.toMatchObject({ statusCode: 400 });
});
