import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type TestShop } from "../../tests/support/payments.ts";

let running: TestShop;
let stripe: Stripe;
let price: string;
let now = new Date();

beforeAll(async () => {
  running = await startShop({ now: () => now });
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

async function open(trialDays: number | null = 3): Promise<{ id: string; url: string; customer: string }> {
  const customer = await stripe.customers.create({ email: "ada@example.com" });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    ...(trialDays === null ? {} : { subscription_data: { trial_period_days: trialDays, metadata: { referral_code: "FRIEND" } } }),
    success_url: "https://shop.example/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/cancelled",
  });
  return { id: session.id, url: session.url ?? "", customer: customer.id };
}

/** The page that a browser shows after sending the form. */
async function shownAfter(answer: Promise<Response>): Promise<string> {
  const { status, headers } = await answer;
  expect(status).toBe(303);
  return (await fetch(headers.get("location") ?? "")).text();
}

async function eventsAbout(customer: string): Promise<string[]> {
  const events = await stripe.events.list({ limit: 100 });
  return events.data
    .filter(
      ({ data: { object } }) =>
        ("customer" in object && object.customer === customer) || ("id" in object && object.id === customer),
    )
    .map(({ type }) => type)
    .toReversed();
}

test("the test card starts the trial, and the events follow in the provider's order", async () => {
  const { id, url, customer } = await open();
  const answer = await running.pay(url);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `https://shop.example/done?session=${id}`]);

  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["subscription.default_payment_method", "invoice"] });
  expect(session).toMatchObject({ status: "complete", payment_status: "no_payment_required", url: null });
  const subscription = session.subscription as Stripe.Subscription;
  expect(subscription).toMatchObject({
    status: "trialing",
    metadata: { referral_code: "FRIEND" },
    default_payment_method: { card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 } },
  });
  expect((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)).toBe(3 * 86_400);
  expect(session.invoice).toMatchObject({ amount_paid: 0, status: "paid", billing_reason: "subscription_create" });
  expect(await eventsAbout(customer)).toEqual([
    "customer.created",
    "payment_method.attached",
    "setup_intent.created",
    "setup_intent.succeeded",
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "invoice.paid",
    "invoice.payment_succeeded",
    "customer.subscription.trial_will_end",
    "checkout.session.completed",
  ]);
});

test("without a trial the card is charged at once", async () => {
  const { id, url, customer } = await open(null);
  expect((await running.pay(url)).status).toBe(303);
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ["invoice.payments", "subscription"] });
  expect(session).toMatchObject({
    payment_status: "paid",
    amount_total: 1499,
    subscription: { status: "active", trial_end: null },
    invoice: { amount_paid: 1499, lines: { data: [{ description: "1 × Test plan" }] } },
  });
  const { id: invoice } = session.invoice as Stripe.Invoice;
  const payments = await stripe.invoicePayments.list({ invoice, expand: ["data.payment.payment_intent"] });
  expect(payments.data).toMatchObject([{ payment: { payment_intent: { status: "succeeded", amount_received: 1499 } } }]);
  expect(await eventsAbout(customer)).toContain("payment_intent.succeeded");
});

test("a declined card says so, and another card then works", async () => {
  const { id, url, customer } = await open();
  const page = await shownAfter(running.pay(url, { number: "4000 0000 0000 0002" }));
  expect(page).toContain("Your card was declined.");
  expect(page).not.toMatch(/0002"/);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
  expect(await stripe.subscriptions.list({ customer })).toMatchObject({ data: [] });
  expect((await running.pay(url)).headers.get("location")).toContain(`session=${id}`);
  expect(await eventsAbout(customer)).toContain("setup_intent.setup_failed");
});

test("a card that can be saved but not charged is declined where something is due today", async () => {
  const number = "4000 0000 0000 0341";
  expect(await shownAfter(running.pay((await open(null)).url, { number }))).toContain("Your card was declined.");
  const { url } = await open(3);
  expect((await running.pay(url, { number })).headers.get("location")).toContain("https://shop.example/done");
});

test("sending the form twice at once buys once and leads to the same place", async () => {
  const { id, url, customer } = await open();
  // Connections that are open already, so that the requests do meet.
  await Promise.all(Array.from({ length: 8 }, () => fetch(url)));
  const answers = await Promise.all(Array.from({ length: 8 }, () => running.pay(url)));
  expect(answers.map((answer) => answer.headers.get("location"))).toEqual(
    Array(8).fill(`https://shop.example/done?session=${id}`),
  );
  expect((await stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);
});

test("a card of 3-D Secure is asked for, and pays only after its holder agreed", async () => {
  const { id, url } = await open();
  const asked = await running.pay(url, { number: "4000 0025 0000 3155" });
  expect(asked.headers.get("location")).toBe(`${url}/authenticate`);
  expect(await (await fetch(`${url}/authenticate`)).text()).toContain("ending in 3155");
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");

  const answer = (action: string) =>
    fetch(`${url}/authenticate`, { method: "POST", redirect: "manual", body: new URLSearchParams({ action }) });
  expect(await shownAfter(answer("fail"))).toContain("unable to authenticate");
  // The card is forgotten with it: nothing waits for an agreement any more.
  expect((await answer("complete")).headers.get("location")).toBe(url);

  await running.pay(url, { number: "4000 0025 0000 3155" });
  expect((await answer("complete")).headers.get("location")).toContain(`session=${id}`);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("complete");
});

test("a card can be declined after its holder agreed", async () => {
  const { url } = await open();
  await running.pay(url, { number: "4000 0082 6000 3178" });
  const agreed = fetch(`${url}/authenticate`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ action: "complete" }),
  });
  expect(await shownAfter(agreed)).toContain("insufficient funds");
});

test("a form that was filled in wrongly comes back with what is wrong, and without number and code", async () => {
  const { url } = await open();
  const page = await shownAfter(running.pay(url, { number: "4242 4242", cvc: "987", name: '"><script>alert(1)</script>' }));
  expect(page).toContain("Your card number is incomplete.");
  expect(page).toContain('aria-describedby="number-error"');
  expect(page).not.toContain("<script>");
  expect(page).not.toContain("987");
});

test("the page names the price, the trial and the sandbox, and can be left", async () => {
  const answer = await fetch((await open()).url);
  const page = await answer.text();
  for (const text of [
    "No card is charged",
    "3 days free",
    "$0.00 due today. Then $14.99 per month",
    "Start trial",
    'href="https://shop.example/cancelled"',
  ]) {
    expect(page).toContain(text);
  }
  expect(answer.headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*form-action 'self' https:\/\/shop\.example;/,
  );
});

test("the policy admits the page's own style and nothing else", async () => {
  const answer = await fetch((await open()).url);
  const [, style] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? [];
  const hash = createHash("sha256")
    .update(style ?? "")
    .digest("base64");
  expect(answer.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}';`);
});

test("an expired session can't be paid", async () => {
  const { id, url } = await open();
  await stripe.checkout.sessions.expire(id);
  const answer = await running.pay(url);
  expect([answer.status, (await answer.text()).includes("This checkout has expired")]).toEqual([410, true]);
});

test("a session ends by itself after a day", async () => {
  const { id, url, customer } = await open();
  now = new Date(now.getTime() + 86_400_000 + 1000);
  expect((await running.pay(url)).status).toBe(410);
  expect(await running.sandbox.runDue()).toBeGreaterThan(0);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("expired");
  expect((await eventsAbout(customer)).at(-1)).toBe("checkout.session.expired");
});

test("another site can't send the form", async () => {
  const { id, url } = await open();
  const send = (headers: Record<string, string>) =>
    fetch(url, { method: "POST", headers, body: new URLSearchParams({ number: "4242424242424242" }) });
  expect((await send({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await send({ origin: "https://evil.example" })).status).toBe(403);
  expect((await send({ origin: "null" })).status).toBe(403);
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe("open");
});

test("a test number has a different fingerprint for each customer, except the one that is the same for all", async () => {
  const fingerprints: (string | null | undefined)[] = [];
  for (const number of ["4242424242424242", "4242424242424242", "5555555555554444", "5555555555554444"]) {
    const { url, customer } = await open();
    await running.pay(url, { number });
    fingerprints.push((await stripe.customers.listPaymentMethods(customer)).data[0]?.card?.fingerprint);
  }
  expect(fingerprints[0]).not.toBe(fingerprints[1]);
  expect(fingerprints[2]).toBe(fingerprints[3]);
  expect(fingerprints).not.toContain(undefined);
});

test("no table holds a card number", async () => {
  const { url } = await open();
  await running.pay(url, { number: "5555 5555 5555 4444" });
  const { rows } = await running.database.db.owner.query(
    "select id from stripe_sandbox.objects where body::text like '%5555555555554444%' or hidden::text like '%5555555555554444%'",
  );
  expect(rows).toEqual([]);
});
