import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPayments, startShop, type TestShop } from "../../../tests/support/payments.ts";
import { CLOCK_START, DAY, subscribeOnClock, type ClockSubscriber } from "../../../tests/support/test-clock.ts";

let running: TestShop;
let stripe: Stripe;
let price: string;

beforeAll(async () => {
  running = await startShop();
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

const subscribe = (card?: string): Promise<ClockSubscriber> =>
  subscribeOnClock(stripe, price, { trialDays: 3, ...(card ? { card } : {}) });

async function invoiceOf(subscription: Stripe.Subscription): Promise<Stripe.Invoice> {
  return subscription.latest_invoice as Stripe.Invoice;
}

test("a renewal emits its announcement, then the new period, then invoice and payment", async () => {
  const ada = await subscribe();
  await ada.toDay(3);
  const before = (await ada.events()).length;
  await ada.toDay(33.5);
  expect((await ada.events()).slice(before)).toEqual([
    "invoice.upcoming",
    "customer.subscription.updated",
    "invoice.created",
    "invoice.finalized",
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "invoice.paid",
    "invoice.payment_succeeded",
  ]);
});

test("a trial's end is announced three days before, for a three-day trial at once", async () => {
  const week = await subscribeOnClock(stripe, price, { trialDays: 7 });
  expect(await week.events()).not.toContain("customer.subscription.trial_will_end");
  await week.toDay(4);
  expect((await week.events()).at(-1)).toBe("customer.subscription.trial_will_end");
  expect(await (await subscribe()).events()).toContain("customer.subscription.trial_will_end");
});

test("a failed renewal is tried again after 3, 5 and 7 days, and the subscription ends with the last", async () => {
  const ada = await subscribe("pm_card_chargeCustomerFail");
  const failed = await ada.toDay(3);
  expect(failed.status).toBe("past_due");
  expect((await stripe.customers.retrieve(ada.customer)) as Stripe.Customer).toMatchObject({ delinquent: true });
  const seen: [string, number, number | null][] = [];
  for (const day of [3, 5.9, 6, 10.9, 11, 17.9, 18]) {
    const subscription = day === 3 ? failed : await ada.toDay(day);
    const invoice = await invoiceOf(subscription);
    const next = invoice.next_payment_attempt;
    seen.push([subscription.status, invoice.attempt_count, next === null ? null : (next - CLOCK_START) / DAY]);
  }
  expect(seen).toEqual([
    ["past_due", 1, 6],
    ["past_due", 1, 6],
    ["past_due", 2, 11],
    ["past_due", 2, 11],
    ["past_due", 3, 18],
    ["past_due", 3, 18],
    ["canceled", 4, null],
  ]);
  const ended = await stripe.subscriptions.retrieve(ada.subscription.id);
  expect(ended).toMatchObject({ cancellation_details: { reason: "payment_failed" }, ended_at: CLOCK_START + 18 * DAY });
  expect((await ada.events()).at(-1)).toBe("customer.subscription.deleted");
});

test("a better card is charged by the next retry, and the subscription is active again", async () => {
  const ada = await subscribe("pm_card_chargeCustomerFail");
  await ada.toDay(3);
  const better = await stripe.paymentMethods.attach("pm_card_visa", { customer: ada.customer });
  await stripe.subscriptions.update(ada.subscription.id, { default_payment_method: better.id });
  const recovered = await ada.toDay(6);
  expect(recovered.status).toBe("active");
  expect(await invoiceOf(recovered)).toMatchObject({
    status: "paid",
    amount_paid: 1499,
    attempt_count: 2,
    next_payment_attempt: null,
  });
  expect((await stripe.customers.retrieve(ada.customer)) as Stripe.Customer).toMatchObject({ delinquent: false });
});

test("without a card of its own a subscription is charged on the customer's; after that is detached on none", async () => {
  const ada = await subscribeOnClock(stripe, price, { card: null, trialDays: 3 });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: ada.customer });
  await stripe.customers.update(ada.customer, { invoice_settings: { default_payment_method: card.id } });
  expect((await ada.toDay(3)).status).toBe("active");
  await stripe.paymentMethods.detach(card.id);
  expect(await stripe.customers.retrieve(ada.customer)).toMatchObject({ invoice_settings: { default_payment_method: null } });
  expect((await ada.toDay(40)).status).toBe("past_due");
});

test("a renewal that fails once is paid by its first retry", async () => {
  const ada = await subscribe();
  await running.sandbox.commands.failNextRenewal(ada.subscription.id);
  expect((await ada.toDay(3)).status).toBe("past_due");
  expect((await ada.toDay(6)).status).toBe("active");
});

test("an invoice that was not paid can be paid by hand, and a refused try leaves its trace", async () => {
  const ada = await subscribe("pm_card_chargeCustomerFail");
  const { id } = await invoiceOf(await ada.toDay(3));
  await expect(stripe.invoices.pay(id, {}, { idempotencyKey: `pay-${id}` })).rejects.toMatchObject({
    statusCode: 402,
    type: "StripeCardError",
    code: "card_declined",
    decline_code: "generic_decline",
    payment_intent: { object: "payment_intent", status: "requires_payment_method" },
  });
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: "open", attempt_count: 2 });
  await expect(stripe.invoices.pay(id, {}, { idempotencyKey: `pay-${id}` })).rejects.toMatchObject({ statusCode: 402 });
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ attempt_count: 2 });
  const better = await stripe.paymentMethods.attach("pm_card_visa", { customer: ada.customer });
  expect(await stripe.invoices.pay(id, { payment_method: better.id })).toMatchObject({ status: "paid", attempt_count: 3 });
  expect(await stripe.subscriptions.retrieve(ada.subscription.id)).toMatchObject({ status: "active" });
  await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ statusCode: 400, code: "invoice_already_paid" });
});

test("voiding an overdue invoice leaves nothing to pay", async () => {
  const ada = await subscribe("pm_card_chargeCustomerFail");
  const { id } = await invoiceOf(await ada.toDay(3));
  expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: "void", next_payment_attempt: null });
  expect(await stripe.invoicePayments.list({ invoice: id })).toMatchObject({ data: [{ status: "canceled" }] });
  expect((await ada.toDay(20)).status).toBe("active");
  await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 });
});

test("an overdue invoice can be marked uncollectible: the subscription continues, and it can still be paid", async () => {
  const ada = await subscribeOnClock(stripe, price, { card: "pm_card_chargeCustomerFail", trialDays: 3 });
  const { latest_invoice } = await ada.toDay(4);
  const { id } = latest_invoice as Stripe.Invoice;
  expect(await stripe.invoices.markUncollectible(id)).toMatchObject({
    status: "uncollectible",
    next_payment_attempt: null,
    status_transitions: { marked_uncollectible_at: CLOCK_START + 4 * DAY },
  });
  expect((await ada.toDay(20)).status).toBe("active");
  await expect(stripe.invoices.markUncollectible(id)).rejects.toMatchObject({ statusCode: 400, code: "invoice_not_editable" });
  await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ statusCode: 402 });
  expect((await stripe.subscriptions.retrieve(ada.subscription.id)).status).toBe("active");
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: ada.customer });
  expect(await stripe.invoices.pay(id, { payment_method: card.id })).toMatchObject({ status: "paid", amount_paid: 1499 });
  expect((await ada.events()).slice(-15)).toContain("invoice.marked_uncollectible");
});

test("a card that always asks makes each renewal wait for the customer", async () => {
  const ada = await subscribe("pm_card_authenticationRequired");
  const overdue = await ada.toDay(3);
  const invoice = await invoiceOf(overdue);
  expect(overdue.status).toBe("past_due");
  expect(invoice.hosted_invoice_url).toBe(`${running.siteUrl}/sandbox/stripe/invoices/${invoice.id}`);
  expect((await ada.events()).slice(-6)).toEqual([
    "payment_intent.requires_action",
    "invoice.payment_action_required",
    "invoice.payment_failed",
    "customer.updated",
    "customer.subscription.updated",
    "invoice.updated",
  ]);
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice.id, expand: ["data.payment.payment_intent"] })).data;
  const intent = payment?.payment.payment_intent as Stripe.PaymentIntent;
  expect(intent.status).toBe("requires_action");
  await running.sandbox.commands.authenticate(intent.id, "complete");
  expect(await stripe.subscriptions.retrieve(overdue.id)).toMatchObject({ status: "active" });
});

test("a trial without a card pauses if it is to, and goes on with a charge when it is resumed", async () => {
  const paused = await subscribeOnClock(stripe, price, {
    card: null,
    trialDays: 3,
    more: { trial_settings: { end_behavior: { missing_payment_method: "pause" } } },
  });
  expect((await paused.toDay(3)).status).toBe("paused");
  expect((await paused.toDay(90)).status).toBe("paused");
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: paused.customer });
  await stripe.subscriptions.update(paused.subscription.id, { default_payment_method: card.id });
  const resumed = await stripe.subscriptions.resume(paused.subscription.id, { billing_cycle_anchor: { type: "now" } });
  expect(resumed).toMatchObject({ status: "active", billing_cycle_anchor: CLOCK_START + 90 * DAY });
  expect((await stripe.invoices.list({ customer: paused.customer })).data[0]).toMatchObject({ amount_paid: 1499 });
  await expect(stripe.subscriptions.resume(paused.subscription.id)).rejects.toMatchObject({ statusCode: 400 });
});

test("a trial without a card ends if it is to", async () => {
  const ada = await subscribeOnClock(stripe, price, {
    card: null,
    trialDays: 3,
    more: { trial_settings: { end_behavior: { missing_payment_method: "cancel" } } },
  });
  expect((await ada.toDay(3)).status).toBe("canceled");
});

test("a first payment that fails leaves the subscription incomplete, and void after 23 hours", async () => {
  const ada = await subscribeOnClock(stripe, price, { card: "pm_card_chargeCustomerFail" });
  expect(ada.subscription.status).toBe("incomplete");
  const expired = await ada.toDay(1);
  expect(expired.status).toBe("incomplete_expired");
  expect(await invoiceOf(expired)).toMatchObject({ status: "void" });
  const eve = await subscribeOnClock(stripe, price, { card: "pm_card_authenticationRequired" });
  expect(eve.subscription.status).toBe("incomplete");
  const intent = (await stripe.paymentIntents.list({ customer: eve.customer })).data[0]?.id ?? "";
  expect(await running.sandbox.commands.authenticate(intent, "fail")).toMatchObject({ status: "declined" });
  const better = await stripe.paymentMethods.attach("pm_card_visa", { customer: eve.customer });
  await stripe.invoices.pay(eve.subscription.latest_invoice as string, { payment_method: better.id });
  expect(await stripe.subscriptions.retrieve(eve.subscription.id)).toMatchObject({ status: "active" });
});

test("a subscription of 0 is active at once, without a card", async () => {
  const free = await stripe.prices.create({
    currency: "usd",
    unit_amount: 0,
    recurring: { interval: "month" },
    product_data: { name: "Free" },
  });
  const ada = await subscribeOnClock(stripe, free.id, { card: null });
  expect(ada.subscription.status).toBe("active");
  expect(await ada.toDay(40)).toMatchObject({ status: "active", latest_invoice: { status: "paid", amount_due: 0 } });
});

test("an invoice of a deleted customer is not collected when it falls due", async () => {
  const other = await startPayments({ db: running.database.db, schema: "leaving_sandbox", draftSeconds: 3600 });
  const [monthly] = (await other.stripe.prices.list({ lookup_keys: ["test_monthly"] })).data;
  const ada = await subscribeOnClock(other.stripe, monthly?.id ?? "", { trialDays: 3 });
  expect(await invoiceOf(await ada.toDay(3))).toMatchObject({ status: "draft" });
  await other.stripe.customers.del(ada.customer);
  expect(await invoiceOf(await ada.toDay(4))).toMatchObject({ status: "draft", automatically_finalizes_at: null });
  await other.stop();
});

test("a first payment that may not fail leaves no subscription", async () => {
  const create = subscribeOnClock(stripe, price, {
    card: "pm_card_chargeCustomerFail",
    more: { payment_behavior: "error_if_incomplete" },
  });
  await expect(create).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
});

test("an account that waits for an hour and keeps debtors charges after the hour, and leaves later invoices as drafts", async () => {
  const other = await startPayments({
    db: running.database.db,
    schema: "patient_sandbox",
    draftSeconds: 3600,
    afterRetries: "unpaid",
  });
  const [monthly] = (await other.stripe.prices.list({ lookup_keys: ["test_monthly"] })).data;
  const ada = await subscribeOnClock(other.stripe, monthly?.id ?? "", { trialDays: 3, card: "pm_card_chargeCustomerFail" });
  const begun = await ada.toDay(3);
  expect([begun.status, (await invoiceOf(begun)).status]).toEqual(["active", "draft"]);
  expect((await ada.toDay(3.1)).status).toBe("past_due");
  expect((await ada.toDay(20)).status).toBe("unpaid");
  const draft = await invoiceOf(await ada.toDay(34));
  expect(draft).toMatchObject({ status: "draft", auto_advance: false, amount_due: 1499 });
  const better = await other.stripe.paymentMethods.attach("pm_card_visa", { customer: ada.customer });
  await other.stripe.subscriptions.update(ada.subscription.id, { default_payment_method: better.id });
  expect(await other.stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false })).toMatchObject({ status: "open" });
  await expect(other.stripe.invoices.finalizeInvoice(draft.id)).rejects.toMatchObject({ code: "invoice_not_editable" });
  await other.stripe.invoices.pay(draft.id);
  expect((await ada.toDay(34.1)).status).toBe("unpaid");
  for (const { id } of (await other.stripe.invoices.list({ customer: ada.customer, status: "open" })).data)
    await other.stripe.invoices.pay(id);
  expect((await ada.toDay(34.2)).status).toBe("active");
  await other.stop();
});
