import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { STEPS } from "../../server/account/deletion-steps.privileged.ts";
import { findBillingMails, sendBillingMail } from "../../server/billing/billing-mail.privileged.ts";
import { reconcileBilling } from "../../server/billing/reconcile-billing.privileged.ts";
import { syncCustomer } from "../../server/billing/sync-customer.privileged.ts";
import type { Mail, Mailer } from "../../server/vendors/mail/mail.ts";
import type { Payments } from "../../server/vendors/payments/payments.ts";
import { startBilling, type TestBilling } from "../support/billing.ts";
import { createPayingSubscriber, createTrialUser, type Subscriber } from "../support/subscribers.ts";

// No transaction, and so no connection, waits for the payment provider or the mail server (docs/decisions/034).

const signal = new AbortController().signal;
let billing: TestBilling;
let payments: Payments;
/** Sees what the connections of other roles do. */
let admin: Client;
/** What the provider and the mail server were asked, and what was asked while a transaction was open. */
let asked: string[] = [];
let within: string[] = [];
let mailer: Mailer;

async function note(call: string): Promise<void> {
  asked.push(call);
  const { rowCount } = await admin.query(
    `select from pg_stat_activity where datname = $1 and application_name = 'lampstand-requests' and state like 'idle in transaction%'`,
    [new URL(billing.database.ownerUrl).pathname.slice(1)],
  );
  if (rowCount) within.push(call);
}

beforeAll(async () => {
  billing = await startBilling();
  admin = new Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
  payments = billing.context.payments;
  mailer = { engine: "test", send: async (_mail: Mail) => note("send"), close: async () => {} };
});
afterAll(async () => {
  await admin.end();
  await billing.close();
});
afterEach(() => {
  billing.context.payments = payments;
  [asked, within] = [[], []];
});

/** Notes every call of the provider. */
function watched(): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || name === "subjectOf" || name === "readWebhook") return value;
      return async (...given: unknown[]): Promise<unknown> => {
        await note(String(name));
        return Reflect.apply(value, target, given);
      };
    },
  });
}

/** What a person and the jobs do. The caller has begun it for `person`. */
const ACTS: [string, string, () => Promise<Subscriber>, (person: Subscriber) => Promise<unknown>][] = [
  [
    "a sign-up's checkout is opened and completed",
    "createSubscriptionCheckout",
    () => createTrialUser(billing),
    async () => {
      const { userId, checkout } = await billing.pay4242();
      await billing.call("complete-sign-up", { session_id: checkout.id, user_id: userId });
    },
  ],
  [
    "a trial is upgraded",
    "endTrialNow",
    () => createTrialUser(billing),
    ({ email, caller }) => billing.call("create-checkout-session", { email, endTrial: true }, caller),
  ],
  [
    "another checkout takes the place of one",
    "expireCheckout",
    () => createPayingSubscriber(billing),
    async ({ caller }) => {
      for (const minutes of [5, 6]) await billing.call("purchase-additional-minutes", { minutes }, caller);
    },
  ],
  [
    "a subscription is cancelled, resumed and mailed about",
    "send",
    () => createPayingSubscriber(billing),
    async ({ caller }) => {
      await billing.call("cancel-subscription", {}, caller);
      await billing.call("resume-subscription", {}, caller);
      await billing.call("cancel-subscription", {}, caller);
      await findBillingMails(billing.context)({}, { signal });
      for (const { id } of await billing.query<{ id: string }>("select id from billing.mails where sent_at is null"))
        await sendBillingMail({ ...billing.context, mailer })({ id }, { signal });
    },
  ],
  [
    "a trial is refused",
    "cancelSubscription",
    () => createTrialUser(billing, "5555 5555 5555 4444"),
    () => createTrialUser(billing, "5555 5555 5555 4444"),
  ],
  [
    "events come, and customers are compared with the provider",
    "listDisputes",
    () => createPayingSubscriber(billing),
    async () => {
      await billing.eventsDelivered();
      await billing.runJobs();
      await billing.query("update public.customers set synced_at = null, checked_at = null");
      await reconcileBilling(billing.context)({}, { signal });
    },
  ],
  [
    "the status is asked for, and the subscription of an account that is deleted ends",
    "forgetCards",
    () => createPayingSubscriber(billing),
    async ({ userId, caller }) => {
      await billing.call("check-subscription", {}, caller);
      const deletion = { id: randomUUID(), email: "", userId, step: "subscription" as const, attempts: 1 };
      await STEPS.subscription.run({ ...billing.context, mailer }, deletion);
    },
  ],
];

test.for(ACTS)("no transaction is open at any request while %s (%s)", async ([, expected, begin, act]) => {
  const person = await begin();
  billing.context.payments = watched();
  await act(person);
  expect(asked).toContain(expected);
  expect(within).toEqual([]);
});

test("while the provider hangs, thirty requests to it take no connection from the others", async () => {
  const person = await createPayingSubscriber(billing);
  const provider = Promise.withResolvers<void>();
  let hanging = 0;
  billing.context.payments = {
    ...payments,
    listSubscriptions: async (id) => {
      hanging++;
      await provider.promise;
      return payments.listSubscriptions(id);
    },
  };
  const waiting = Array.from({ length: 30 }, () => syncCustomer(billing.context, person.customer));
  await expect.poll(() => hanging, { interval: 10 }).toBe(30);
  const answered = await billing.call("check-subscription", {}, person.caller);
  expect(answered).toMatchObject({ status: 200, body: { subscribed: true } });
  provider.resolve();
  await Promise.all(waiting);
});

test("checkouts for different terms that are opened at once leave one open, which somebody was sent to", async () => {
  const { caller, customer } = await createPayingSubscriber(billing);
  const answers = await Promise.all(
    [5, 6, 7, 5].map((minutes) => billing.call("purchase-additional-minutes", { minutes }, caller)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const open = await payments.listOpenCheckouts(customer);
  expect(open).toHaveLength(1);
  expect(answers.map(({ body }) => body["url"])).toContain(open[0]?.url);
});

test("a checkout that is opened while the account begins to be deleted is closed before anybody can pay", async () => {
  const { userId, email, caller, customer } = await createPayingSubscriber(billing);
  billing.context.payments = {
    ...payments,
    createPaymentCheckout: async (request) => {
      await billing.query("insert into public.account_deletions (user_id, email) values ($1, $2)", [userId, email]);
      return payments.createPaymentCheckout(request);
    },
  };
  const answer = await billing.call("purchase-additional-minutes", { minutes: 5 }, caller);
  expect(answer.status).not.toBe(200);
  expect(answer.body["url"]).toBeUndefined();
  expect(await payments.listOpenCheckouts(customer)).toEqual([]);
});
