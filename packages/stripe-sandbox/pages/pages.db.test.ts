import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type TestShop } from "../../../tests/support/payments.ts";

const HOUR = 3600;
const CARD = { number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123", name: "Ada Lovelace" };

let running: TestShop;
let stripe: Stripe;
let price: string;
let now = new Date();

beforeAll(async () => {
  running = await startShop({ now: () => now });
  ({ stripe, price } = running);
});
afterAll(() => running.stop());

interface Subscriber {
  customer: string;
  subscription: string;
  portal: string;
}

/** Somebody in their trial, with an open portal. */
async function subscribe(name = "Ada Lovelace"): Promise<Subscriber> {
  const { id: customer } = await stripe.customers.create({ email: "ada@example.com", name });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { trial_period_days: 3 },
    success_url: "https://shop.example/done",
  });
  await running.pay(session.url ?? "");
  const [subscription] = (await stripe.subscriptions.list({ customer })).data;
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: "https://shop.example/billing" });
  return { customer, subscription: subscription?.id ?? "", portal: portal.url };
}

/** Makes the first charge fail; returns the URL of its open invoice. */
async function failFirstCharge({ subscription, customer }: Subscriber): Promise<string> {
  await running.sandbox.commands.failNextRenewal(subscription);
  await running.sandbox.commands.advanceTime(customer, 4 * 24 * HOUR);
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, { expand: ["latest_invoice"] });
  return (latest_invoice as Stripe.Invoice).hosted_invoice_url ?? "";
}

interface Shown {
  status: number;
  leadsTo: string | null;
  text: string;
}

async function shown(response: Promise<Response>): Promise<Shown> {
  const { status, headers, ...rest } = await response.then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
  }));
  return { status, leadsTo: headers.get("location"), text: rest.text };
}
const open = (url: string): Promise<Shown> => shown(fetch(url, { redirect: "manual" }));
const send = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Shown> =>
  shown(fetch(url, { method: "POST", redirect: "manual", headers, body: new URLSearchParams(fields) }));

test("a portal session shows its own customer only, can't be guessed, and ends", async () => {
  const [ada, eve] = [await subscribe(), await subscribe("Eve")];
  expect(new URL(ada.portal).pathname).toMatch(/\/portal\/bps_\w{24,}$/);
  for (const path of [
    `/subscriptions/${ada.subscription}/cancel`,
    `/subscriptions/${ada.subscription}/resume`,
    `/cards/${(await stripe.customers.listPaymentMethods(ada.customer)).data[0]?.id}/default`,
    `/cards/${(await stripe.customers.listPaymentMethods(ada.customer)).data[0]?.id}/remove`,
  ]) {
    expect((await send(`${eve.portal}${path}`)).status, path).toBeGreaterThanOrEqual(400);
  }
  expect(await stripe.subscriptions.retrieve(ada.subscription)).toMatchObject({ cancel_at: null });
  expect((await stripe.customers.listPaymentMethods(ada.customer)).data).toHaveLength(1);

  expect((await open(ada.portal)).status).toBe(200);
  now = new Date(now.getTime() + 25 * HOUR * 1000);
  for (const path of ["", "/card", `/subscriptions/${ada.subscription}/cancel`]) {
    expect((await open(`${ada.portal}${path}`)).status, path).toBe(404);
  }
  expect((await send(`${ada.portal}/subscriptions/${ada.subscription}/cancel`)).status).toBe(404);
});

test("a portal offers and does what its configuration enables, and nothing else", async () => {
  const ada = await subscribe();
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    business_profile: { headline: "Ada's own corner" },
    features: { subscription_cancel: { enabled: true } },
  });
  const own = { customer: ada.customer, configuration };
  const { url } = await stripe.billingPortal.sessions.create(own);
  const { text } = await open(url);
  expect(text).toContain("Ada&#39;s own corner");
  expect(text).toContain("Cancel subscription");
  expect(text).not.toMatch(/Add a card|Invoices/);
  expect((await send(`${url}/card`, CARD)).status).toBe(404);
  const flow = { flow_data: { type: "payment_method_update" as const } };
  await expect(stripe.billingPortal.sessions.create({ ...own, ...flow })).rejects.toMatchObject({ statusCode: 400 });
  await stripe.billingPortal.configurations.update(configuration, { features: { subscription_cancel: { enabled: false } } });
  expect((await open(url)).text).not.toContain("Cancel subscription");
  expect((await send(`${url}/subscriptions/${ada.subscription}/cancel`)).status).toBe(404);
});

test("a portal that is opened for one thing begins there, and leads on when it is done", async () => {
  const ada = await subscribe();
  const { customer, subscription } = ada;
  const after_completion = { type: "redirect" as const, redirect: { return_url: "https://shop.example/thanks" } };
  const flow_data = { type: "subscription_cancel" as const, subscription_cancel: { subscription }, after_completion };
  const { url } = await stripe.billingPortal.sessions.create({ customer, flow_data });
  const { leadsTo } = await open(url);
  expect(leadsTo).toBe(`${url}/subscriptions/${subscription}/cancel`);
  const policy = (await fetch(leadsTo ?? "")).headers.get("content-security-policy");
  expect(policy).toContain("form-action 'self' https://shop.example;");
  expect((await send(leadsTo ?? "")).leadsTo).toBe("https://shop.example/thanks");
});

test("a success address may have letters of any language, but none that ends the page's policy", async () => {
  const { id: customer } = await stripe.customers.create({});
  const checkout = (success_url: string) =>
    stripe.checkout.sessions.create({ mode: "subscription", customer, line_items: [{ price, quantity: 1 }], success_url });
  const { url } = await checkout("https://shop.example/danke/schön?an=日本");
  expect((await running.pay(url ?? "")).headers.get("location")).toBe(
    "https://shop.example/danke/sch%C3%B6n?an=%E6%97%A5%E6%9C%AC",
  );
  for (const address of ["https://a;sandbox/", "https://a,b/", "javascript:alert(1)", "data:text/html,x"]) {
    await expect(checkout(address), address).rejects.toMatchObject({ statusCode: 400, param: "success_url" });
  }
});

test("a NUL in a URL or form is a client error", async () => {
  const ada = await subscribe();
  const root = `${running.siteUrl}/sandbox/stripe`;
  for (const path of ["/checkout/%00", "/portal/%00", "/invoices/%00", "/customers/%00"]) {
    expect((await open(root + path)).status, path).toBe(404);
  }
  expect((await send(`${root}/events/%00/deliver`)).status).toBe(404);
  expect((await send(`${ada.portal}/card`, { ...CARD, name: "A\0da" })).leadsTo).toBe(`${ada.portal}?done=card`);
});

test("a card of 3-D Secure is saved in the portal only once its holder has agreed", async () => {
  const { portal, customer } = await subscribe();
  const cards = async (): Promise<(string | undefined)[]> =>
    (await stripe.customers.listPaymentMethods(customer)).data.map(({ card }) => card?.last4);
  const asked = await send(`${portal}/card`, { ...CARD, number: "4000 0025 0000 3155" });
  expect(asked.text).toContain("ending in 3155");
  expect(asked.text).not.toContain("4000");
  const answer = { last4: "3155", expiry: "12/34", name: "Ada Lovelace" };
  expect((await send(`${portal}/card/authenticate`, { ...answer, action: "fail" })).text).toContain("unable to authenticate");
  expect((await send(`${portal}/card/authenticate`, { ...answer, action: "complete", last4: "1234" })).status).toBe(422);
  expect(await cards()).toEqual(["4242"]);
  expect((await send(`${portal}/card/authenticate`, { ...answer, action: "complete" })).leadsTo).toBe(`${portal}?done=card`);
  expect(await cards()).toEqual(["3155", "4242"]);
});

test("no page repeats a card number or code after an error", async () => {
  const ada = await subscribe();
  const invoice = await failFirstCharge(ada);
  for (const url of [`${ada.portal}/card`, invoice]) {
    for (const wrong of [{ number: "4012 8888 8888 1881" }, { number: "4000 0000 0000 0002" }, { expiry: "soon" }]) {
      const { status, text } = await send(url, { ...CARD, cvc: "987", ...wrong, with: "card" });
      expect(status).toBe(422);
      expect(text).toContain('role="alert"');
      expect(text).toContain('value="Ada Lovelace"');
      expect(text).not.toMatch(/987|1881|0000 0002"|value="4/);
    }
  }
});

test("the portal says what is wrong with a subscription, and that it renews once that is mended", async () => {
  const ada = await subscribe();
  await failFirstCharge(ada);
  expect((await open(ada.portal)).text).toContain("The last payment failed.");
  await send(`${ada.portal}/card`, CARD);
  expect((await open(ada.portal)).text).toMatch(/Renews on \w+ \d+, \d{4}\./);
});

test("a charge that is disputed is not offered to be refunded", async () => {
  const ada = await subscribe();
  await running.sandbox.commands.advanceTime(ada.customer, 4 * 24 * HOUR);
  const panel = `${running.siteUrl}/sandbox/stripe/customers/${ada.customer}`;
  expect((await open(panel)).text).toContain("Refund of at most");
  const [charge] = (await stripe.charges.list({ customer: ada.customer })).data;
  await running.sandbox.commands.dispute(charge?.id ?? "");
  expect((await open(panel)).text).not.toContain("Refund of at most");
});

test("an open invoice is paid with the saved card, once", async () => {
  const ada = await subscribe();
  const invoice = await failFirstCharge(ada);
  expect((await open(invoice)).text).toContain("with the card ending in 4242");
  const answers = await Promise.all([send(invoice, { with: "saved" }), send(invoice, { with: "saved" })]);
  expect(answers.map(({ leadsTo }) => leadsTo)).toEqual([invoice, invoice]);
  expect(await stripe.subscriptions.retrieve(ada.subscription)).toMatchObject({ status: "active" });
  expect((await stripe.charges.list({ customer: ada.customer })).data.filter(({ paid }) => paid)).toHaveLength(1);
  const page = await open(invoice);
  expect(page.text).toContain("Paid on");
  expect(page.text).not.toContain("<form");
  expect((await open(`${invoice}/print`)).text).toContain("No card was charged");
});

test("another site can't send any form", async () => {
  const ada = await subscribe();
  const invoice = await failFirstCharge(ada);
  const [charge] = (await stripe.charges.list({ customer: ada.customer })).data;
  const panel = `${running.siteUrl}/sandbox/stripe`;
  for (const url of [
    `${ada.portal}/card`,
    `${ada.portal}/card/authenticate`,
    `${ada.portal}/subscriptions/${ada.subscription}/cancel`,
    invoice,
    `${invoice}/authenticate`,
    `${panel}/time/${ada.customer}/month`,
    `${panel}/subscriptions/${ada.subscription}/fail-next`,
    `${panel}/charges/${charge?.id}/refund`,
    `${panel}/events/reorder`,
  ]) {
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
    ]) {
      expect((await send(url, {}, headers)).status, url).toBe(403);
    }
  }
});

test("names of shops and people are escaped", async () => {
  const name = `"><img src=x onerror=alert(1)>`;
  const ada = await subscribe(name);
  const invoice = await failFirstCharge(ada);
  const product_data = { name };
  const { url: checkout } = await stripe.checkout.sessions.create({
    mode: "payment",
    customer: ada.customer,
    line_items: [{ price_data: { currency: "usd", unit_amount: 100, product_data }, quantity: 1 }],
    metadata: { note: name },
    client_reference_id: name,
    success_url: `https://shop.example/?a=${name}`,
    cancel_url: `https://shop.example/?b=${name}`,
  });
  const panel = `${running.siteUrl}/sandbox/stripe`;
  for (const url of [ada.portal, invoice, `${panel}/customers/${ada.customer}`, `${panel}/`, checkout ?? ""]) {
    expect((await open(url)).text, url).not.toContain("<img");
  }
});

test.for<[string, string, number]>([
  ["a customer who does not exist", "/customers/cus_none", 404],
  ["an invoice that does not exist", "/invoices/in_none", 404],
  ["a portal session that does not exist", "/portal/bps_none", 404],
])("%s is said to be missing", async ([, path, status]) => {
  const { status: answered, text } = await open(`${running.siteUrl}/sandbox/stripe${path}`);
  expect(answered).toBe(status);
  expect(text).toContain("No such");
});

test.for<[string, string, Record<string, string>, number]>([
  ["time for nobody", "/time/nobody/day", {}, 400],
  ["a step of time that does not exist", "/time/cus_none/century", {}, 400],
  ["time for an unknown customer", "/time/cus_none/day", {}, 404],
  ["a refund of an unknown charge", "/charges/ch_none/refund", { amount: "1" }, 404],
  ["a dispute of an unknown charge", "/charges/ch_none/dispute", {}, 404],
  ["the end of an unknown dispute", "/disputes/dp_none/won", {}, 404],
  ["a failure for an unknown subscription", "/subscriptions/sub_none/fail-next", {}, 404],
  ["an unknown event", "/events/evt_none/deliver", {}, 404],
  ["a copy of an unknown event", "/events/evt_none/duplicate", {}, 404],
  ["no events to reorder", "/events/reorder", {}, 400],
  ["unknown events to reorder", "/events/reorder", { event: "evt_none" }, 404],
])("%s is refused on a page", async ([, path, fields, status]) => {
  const answer = await send(`${running.siteUrl}/sandbox/stripe${path}`, fields);
  expect([answer.status, answer.text.includes("be done</h1>")]).toEqual([status, true]);
});
