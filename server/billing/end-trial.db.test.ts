import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createTrialUser, type Subscriber } from "../../tests/support/subscribers.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";

const DAY = 86_400_000;

let billing: TestBilling;
let later = 0;

beforeAll(async () => {
  billing = await startBilling({ now: () => new Date(Date.now() + later) });
});
afterAll(() => billing.close());
afterEach(() => {
  later = 0;
});

const upgrade = ({ caller, email }: Subscriber) => billing.call("create-checkout-session", { email, endTrial: true }, caller);
const success = () => `${billing.siteUrl}/dashboard?success=true`;
const stateOf = ({ subscription }: Subscriber) => billing.payments.retrieveSubscription(subscription);

async function charged({ customer }: Subscriber): Promise<number[]> {
  return (await billing.payments.listInvoices(customer)).map(({ amountPaid }) => amountPaid).filter((amount) => amount > 0);
}

test("who upgrades in the trial is charged at once and subscribed when the dashboard opens", async () => {
  const person = await createTrialUser(billing);
  expect(await upgrade(person)).toEqual({ status: 200, body: { url: success(), checkoutUrl: success() } });
  expect(await stateOf(person)).toMatchObject({ status: "active" });
  expect(await charged(person)).toEqual([1499]);
  expect((await billing.call("check-subscription", {}, person.caller)).body).toMatchObject({
    subscribed: true,
    quota: { baseMinutes: 60 },
  });
});

test("two tabs and a double click upgrade once", async () => {
  const person = await createTrialUser(billing);
  const answers = await Promise.all(Array.from({ length: 6 }, () => upgrade(person)));
  expect(new Set(answers.map(({ body }) => body["url"]))).toEqual(new Set([success()]));
  expect(await charged(person)).toEqual([1499]);
});

test("an upgrade whose answer was lost is found made by the next click, and charged once", async () => {
  const person = await createTrialUser(billing);
  const { payments } = billing;
  billing.context.payments = {
    ...payments,
    endTrialNow: async (id) => {
      await payments.endTrialNow(id);
      throw new PaymentsError("unavailable", "the answer was lost");
    },
  };
  expect(await upgrade(person)).toMatchObject({
    status: 503,
    body: { code: "payments_unavailable", message: "Could not create checkout session. Please try again." },
  });
  billing.context.payments = payments;
  expect((await upgrade(person)).body["url"]).toBe(success());
  expect(await charged(person)).toEqual([1499]);
});

test("without the word for it nobody's trial is ended", async () => {
  const person = await createTrialUser(billing);
  expect(await billing.call("create-checkout-session", { email: person.email }, person.caller)).toMatchObject({
    status: 409,
    body: { code: "trial_running" },
  });
  expect(await stateOf(person)).toMatchObject({ status: "trialing" });
});

test("a declined card costs neither money nor the trial, however often it is tried; another card then upgrades", async () => {
  const person = await createTrialUser(billing, "4000 0000 0000 0341");
  const before = await stateOf(person);
  for (let i = 0; i < 3; i++) {
    expect(await upgrade(person)).toMatchObject({ status: 402, body: { code: "card_declined" } });
    expect(await stateOf(person)).toEqual(before);
  }
  expect((await billing.payments.listInvoices(person.customer)).filter(({ status }) => status === "open")).toEqual([]);
  expect((await billing.call("check-subscription", {}, person.caller)).body).toMatchObject({ trial: { isInTrial: true } });

  const card = await billing.stripe.paymentMethods.attach("pm_card_visa", { customer: person.customer });
  await billing.stripe.subscriptions.update(person.subscription, { default_payment_method: card.id });
  expect((await upgrade(person)).body["url"]).toBe(success());
  expect(await charged(person)).toEqual([1499]);
});

test("a bank that asks the person is answered on the invoice's page; until then the trial goes on", async () => {
  const person = await createTrialUser(billing, "4000 0027 6000 3184");
  const [first, second] = [await upgrade(person), await upgrade(person)];
  expect(first.status).toBe(200);
  expect(second.body["url"]).toBe(first.body["url"]);
  const open = (await billing.payments.listInvoices(person.customer)).filter(({ status }) => status === "open");
  expect(open.map(({ hostedUrl }) => hostedUrl)).toEqual([first.body["url"]]);
  expect(await stateOf(person)).toMatchObject({ status: "trialing" });
  expect(await charged(person)).toEqual([]);

  await billing.sandbox.commands.authenticate(open[0]?.paymentIntentIds[0] ?? "", "complete");
  expect(await stateOf(person)).toMatchObject({ status: "active" });
  expect((await upgrade(person)).body["url"]).toBe(success());
  expect(await charged(person)).toEqual([1499]);
});

test("who fails to prove it to the bank keeps the trial, and can begin anew", async () => {
  const person = await createTrialUser(billing, "4000 0027 6000 3184");
  const first = await upgrade(person);
  const open = (await billing.payments.listInvoices(person.customer)).find(({ status }) => status === "open");
  await billing.sandbox.commands.authenticate(open?.paymentIntentIds[0] ?? "", "fail");
  const second = await upgrade(person);
  expect(second.status).toBe(200);
  expect(second.body["url"]).not.toBe(first.body["url"]);
  expect(await billing.payments.retrieveInvoice(open?.id ?? "")).toMatchObject({ status: "void" });
  expect(await stateOf(person)).toMatchObject({ status: "trialing" });
  expect(await charged(person)).toEqual([]);
});

test("who cancels while the bank waits is not charged any more", async () => {
  const person = await createTrialUser(billing, "4000 0027 6000 3184");
  await upgrade(person);
  await billing.call("cancel-subscription", {}, person.caller);
  expect((await billing.payments.listInvoices(person.customer)).map(({ status }) => status)).toEqual(["void", "paid"]);
  expect(await stateOf(person)).toMatchObject({ status: "trialing" });
  expect(await upgrade(person)).toMatchObject({ status: 409, body: { code: "cancellation_scheduled" } });
  expect(await charged(person)).toEqual([]);
});

test("who has not paid is sent to the unpaid invoice, not to a second subscription", async () => {
  const person = await createTrialUser(billing, "4000 0000 0000 0341");
  later = 4 * DAY;
  await billing.sandbox.runDue();
  const open = (await billing.payments.listInvoices(person.customer)).find(({ status }) => status === "open");
  const answer = await billing.call("create-checkout-session", { email: person.email }, person.caller);
  expect(answer).toMatchObject({ status: 200, body: { url: open?.hostedUrl } });
  expect((await billing.payments.listSubscriptions(person.customer)).length).toBe(1);
});
