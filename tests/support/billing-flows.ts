import { testCardNamed } from "../../packages/stripe-sandbox/objects/card.ts";
import type { TestBilling } from "./billing.ts";
import { openSubscription, type Customer } from "./customers.ts";

type Step = (billing: TestBilling, customer: Customer) => Promise<unknown>;

/** What happens to one customer at the payment provider, and the state that our database must have in the end. */
export interface Flow {
  steps: Step[];
  /** The account is deleted after the last step. */
  deleted?: true;
  /** Minutes left in the end. */
  left: number;
  /** Fields that `billing.access` must have, among others. */
  access: object;
  /** Kinds of the entries in the minute ledger, in order. */
  entries: string[];
  card: string | null;
}

const DAY = 86_400;
const HOLDER = { name: "Ruth", expMonth: 12, expYear: 2060 };

const commands = (billing: TestBilling) => billing.sandbox.commands;
const advanceDays =
  (days: number): Step =>
  (billing, { id }) =>
    commands(billing).advanceTime(id, days * DAY);
const trial: Step = (billing, customer) => openSubscription(billing, customer, { trialDays: 3, referralCode: "FRIEND" });

async function charges(billing: TestBilling, { id }: Customer): Promise<string[]> {
  return (await billing.stripe.charges.list({ customer: id })).data.map((charge) => charge.id);
}
async function newestCharge(billing: TestBilling, customer: Customer): Promise<string> {
  return (await charges(billing, customer))[0] ?? "";
}
async function subscriptionOf(billing: TestBilling, { id }: Customer): Promise<string> {
  return (await billing.payments.listSubscriptions(id))[0]?.id ?? "";
}
async function failRenewal(billing: TestBilling, customer: Customer): Promise<void> {
  await commands(billing).failNextRenewal(await subscriptionOf(billing, customer));
  await commands(billing).advanceTime(customer.id, 32 * DAY);
}

/** Completes the 3-D Secure authentication of the open invoice. */
async function authenticate(billing: TestBilling, { id }: Customer): Promise<void> {
  const open = (await billing.payments.listInvoices(id)).find(({ status }) => status === "open");
  const intent = open?.paymentIntentIds.at(-1) ?? "";
  if ((await commands(billing).authenticate(intent, "complete")).status !== "paid")
    throw new Error("the authentication did not lead to a payment");
}

/** Saves a card as the customer portal does. */
const useCard =
  (name: string): Step =>
  async (billing, { id }) => {
    const card = testCardNamed(name);
    if (!card) throw new Error(`no test card ${name}`);
    return commands(billing).saveCard(id, card, HOLDER);
  };

const upgrade =
  (expected: string): Step =>
  async (billing, customer) => {
    const { outcome } = await billing.payments.endTrialNow(await subscriptionOf(billing, customer));
    if (outcome !== expected) throw new Error(`the upgrade was ${outcome}`);
  };

async function buyMinutes(billing: TestBilling, customer: Customer): Promise<void> {
  const checkout = await billing.payments.createPaymentCheckout({
    ...customer.urls,
    userId: customer.userId,
    customerId: customer.id,
    minutes: 30,
    attempt: "minutes",
    metadata: { referral_code: "LATER" },
  });
  await billing.pay(checkout.url ?? "");
}

async function closeDispute(billing: TestBilling, { id }: Customer, outcome: "won" | "lost"): Promise<void> {
  const [dispute] = await billing.payments.listDisputes(id);
  await commands(billing).closeDispute(dispute?.id ?? "", outcome);
}

/** Pays the sign-up's checkout: the first card is declined, the second needs 3-D Secure authentication. */
async function signUpWithTwoCards(billing: TestBilling, { userId }: Customer): Promise<void> {
  const [user] = await billing.query<{ email: string }>("select email from auth.users where id = $1", [userId]);
  const { body } = await billing.call("create-checkout-session", { email: user?.email, userId });
  const url = String(body["checkoutUrl"]);
  await billing.pay(url, { number: "4000 0000 0000 0002" });
  const declined = await billing.payments.retrieveCheckout(url.split("/").at(-1) ?? "");
  if (declined?.status !== "open") throw new Error("the card was not declined");
  const asking = await billing.pay(url, { number: "4000 0025 0000 3155" });
  await fetch(asking.headers.get("location") ?? "", { method: "POST", body: new URLSearchParams({ action: "complete" }) });
}

export const FLOWS: Record<string, Flow> = {
  "a trial, its first charge, a renewal that fails and recovers, and a cancellation": {
    left: 60,
    access: { subscribed: false, in_trial: false, trial_available: false, status: "canceled", frozen: false },
    entries: ["invoice", "invoice"],
    card: "4242",
    steps: [
      trial,
      advanceDays(3.1),
      failRenewal,
      async (billing, customer) => {
        const open = (await billing.payments.listInvoices(customer.id)).find(({ status }) => status === "open");
        if (open) await billing.stripe.invoices.pay(open.id);
      },
      async (billing, customer) => billing.payments.scheduleCancellation(await subscriptionOf(billing, customer)),
      advanceDays(32),
    ],
  },
  "a month paid at once, minutes, a refund in parts, and a dispute that is won": {
    left: 75,
    access: { subscribed: true, status: "active", frozen: false },
    entries: ["dispute", "dispute", "invoice", "payment", "refund", "refund"],
    card: "4242",
    steps: [
      (billing, customer) => openSubscription(billing, customer, { trialDays: null }),
      buyMinutes,
      async (billing, customer) => commands(billing).refund(await newestCharge(billing, customer), 1000),
      async (billing, customer) => commands(billing).refund(await newestCharge(billing, customer), 500),
      async (billing, customer) => commands(billing).dispute((await charges(billing, customer)).at(-1) ?? ""),
      (billing, customer) => closeDispute(billing, customer, "won"),
    ],
  },
  "an upgrade in the trial that is refunded, and a dispute that is lost": {
    left: 0,
    access: { subscribed: false, status: "active", frozen: true },
    entries: ["dispute", "invoice", "invoice", "refund"],
    card: "4242",
    steps: [
      (billing, customer) => openSubscription(billing, customer, { trialDays: 3 }),
      upgrade("paid"),
      async (billing, customer) => commands(billing).refund(await newestCharge(billing, customer)),
      advanceDays(32),
      async (billing, customer) => commands(billing).dispute(await newestCharge(billing, customer)),
      (billing, customer) => closeDispute(billing, customer, "lost"),
    ],
  },
  "a sign-up with a declined card and one that needs 3-D Secure, another card in the portal, a cancellation there that is undone":
    {
      left: 60,
      access: { subscribed: true, status: "active", cancel_at: null, trial_available: false },
      entries: ["invoice"],
      card: "4444",
      steps: [
        signUpWithTwoCards,
        useCard("pm_card_mastercard"),
        async (billing, customer) => commands(billing).cancelAtPeriodEnd(customer.id, await subscriptionOf(billing, customer)),
        async (billing, customer) => billing.payments.undoCancellation(await subscriptionOf(billing, customer)),
        advanceDays(3.1),
      ],
    },
  "an upgrade that is declined, one that needs 3-D Secure, and a renewal that is never paid": {
    left: 60,
    access: { subscribed: false, in_trial: false, status: "canceled" },
    entries: ["invoice"],
    card: "3184",
    steps: [
      trial,
      async (billing, customer) => {
        await useCard("pm_card_chargeCustomerFail")(billing, customer);
        await upgrade("declined")(billing, customer);
      },
      async (billing, customer) => {
        await useCard("pm_card_authenticationRequired")(billing, customer);
        await upgrade("needs_action")(billing, customer);
      },
      authenticate,
      failRenewal,
      advanceDays(32),
    ],
  },
  "a trial, its first charge, minutes, and the deletion of the account": {
    deleted: true,
    left: 0,
    access: { subscribed: false, in_trial: false, trial_start: null, status: null },
    entries: [],
    card: null,
    steps: [trial, advanceDays(3.1), buyMinutes],
  },
};
