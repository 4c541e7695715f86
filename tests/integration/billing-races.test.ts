import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "@lampstand/database";
import { STEPS } from "../../server/account/deletion-steps.privileged.ts";
import { syncCustomer } from "../../server/billing/sync-customer.privileged.ts";
import { startBilling, type TestBilling } from "../support/billing.ts";
import { openSubscription, signUpWithCustomer, type Customer } from "../support/customers.ts";
import { startGenerations } from "../support/generations.ts";
import { createSubscriber } from "../support/people.ts";
import { plainVoice, testVendors } from "../support/vendors.ts";

let billing: TestBilling;

beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.close());

const webhook = async (): Promise<void> => {
  await billing.eventsDelivered();
  await billing.runJobs();
};
const caller = (customer: Customer): Claims => ({ role: "authenticated", sub: customer.userId });
const status = async (customer: Customer) => (await billing.call("check-subscription", {}, caller(customer))).body;

async function subscriber(): Promise<Customer> {
  const customer = await signUpWithCustomer(billing);
  await openSubscription(billing, customer, { trialDays: null });
  return customer;
}

async function buy(customer: Customer, minutes: number): Promise<void> {
  const { body } = await billing.call("purchase-additional-minutes", { minutes }, caller(customer));
  await billing.pay(String(body["url"]));
}

test("after the checkout the month's minutes are there, before and after the webhook", async () => {
  const customer = await subscriber();
  const quota = { baseMinutes: 60, additionalMinutes: 0, minutesUsed: 0 };
  // This checkout was not opened by our function, so only the webhook reports it.
  await webhook();
  expect(await status(customer)).toMatchObject({ subscribed: true, quota, cancelAt: null, graceEndsAt: null, frozen: false });
  await webhook();
  expect(await status(customer)).toMatchObject({ quota });
});

test.for(["before the webhook", "after the webhook", "with the webhook", "four times at once"])(
  "purchased minutes are credited once if the buyer returns %s",
  async (when) => {
    const customer = await subscriber();
    await webhook();
    await buy(customer, 10);
    if (when === "before the webhook") {
      expect(await status(customer)).toMatchObject({ quota: { additionalMinutes: 10 } });
      await webhook();
    } else if (when === "after the webhook") {
      await webhook();
    } else if (when === "with the webhook") {
      await billing.eventsDelivered();
      await Promise.all([billing.runJobs(), status(customer), billing.runJobs()]);
    } else {
      await Promise.all(Array.from({ length: 4 }, () => status(customer)));
      await webhook();
    }
    expect(await status(customer)).toMatchObject({ quota: { baseMinutes: 60, additionalMinutes: 10, minutesUsed: 0 } });
    await buy(customer, 5);
    await webhook();
    expect(await status(customer)).toMatchObject({ quota: { additionalMinutes: 15 } });
  },
);

test("two tabs that check out get one checkout page, one subscription and one trial", async () => {
  const { userId, email } = await billing.signUp();
  const opened = await Promise.all(Array.from({ length: 6 }, () => billing.call("create-checkout-session", { email, userId })));
  const urls = new Set(opened.map(({ body }) => String(body["url"])));
  expect(urls.size).toBe(1);
  await Promise.all([...urls, ...urls].map((url) => billing.pay(url)));
  const sessionId = [...urls][0]?.split("/").at(-1);
  const completed = await Promise.all([
    webhook(),
    ...Array.from({ length: 3 }, () => billing.call("complete-sign-up", { session_id: sessionId, user_id: userId })),
  ]);
  for (const answer of completed.slice(1)) expect(answer).toMatchObject({ status: 200, body: { profileSaved: true } });
  const kept = await billing.query(
    `select (select count(*)::int from public.subscriptions where user_id = $1) as subscriptions,
       (select count(*)::int from billing.trial_claims c join public.subscriptions s on s.id = c.subscription_id where s.user_id = $1) as claims`,
    [userId],
  );
  expect(kept).toEqual([{ subscriptions: 1, claims: 3 }]);
});

test.for<[string, (customer: Customer) => Promise<unknown>]>([
  ["stores the provider's state", ({ id }) => syncCustomer(billing.context, id)],
  ["sells minutes", (customer) => billing.call("purchase-additional-minutes", { minutes: 5 }, caller(customer))],
  ["cancels", (customer) => billing.call("cancel-subscription", {}, caller(customer))],
  [
    "completes a checkout",
    async ({ id, userId }) => {
      const [checkout] = (await billing.stripe.checkout.sessions.list({ customer: id })).data;
      return billing.call("complete-sign-up", { session_id: checkout?.id, user_id: userId });
    },
  ],
  [
    "ends the subscription of an account that is deleted",
    ({ userId }) => {
      const mailer = { engine: "none", send: async () => {}, close: async () => {} };
      const deletion = { id: "", email: "", userId, step: "subscription" as const, attempts: 1 };
      return STEPS.subscription.run({ ...billing.context, mailer }, deletion);
    },
  ],
])("a process that %s waits for another one that holds the user's billing lock", async ([, act]) => {
  const customer = await subscriber();
  await webhook();
  const other = await billing.database.db.owner.connect();
  await other.query("begin");
  await other.query("select billing.lock_user($1)", [customer.userId]);
  let over = false;
  const acting = act(customer).finally(() => (over = true));
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => over || (await billing.query(waiting)).length).toBe(1);
  await other.query("commit");
  other.release();
  await acting;
});

test("sixteen tabs that request forty sermons each get exactly as many as the minutes allow", async () => {
  const { database } = billing;
  const userId = await createSubscriber(database.db.owner, { minutes: 23 });
  const voice = {
    speak: async (...given: Parameters<typeof plainVoice.speak>) => ({ ...(await plainVoice.speak(...given)), seconds: 300 }),
  };
  const { vendors, asked } = testVendors(database.db, { voice });
  const generations = await startGenerations(database, vendors);
  const running = () => billing.query("select from public.generations where user_id = $1 and state = 'running'", [userId]);
  const tabs = await Promise.all(
    Array.from({ length: 16 }, async (_, tab) => {
      const answers: string[] = [];
      for (let i = 0; i < 40; i++) {
        const { status, body } = await generations.ask("generate-sermon", userId, {
          prompt: `sermon ${i} of tab ${tab}`,
          duration: "5",
          voice: "John",
        });
        answers.push(status === 200 ? "sermon" : String(body["code"]));
        // One generation at a time for each user: waits until it has ended.
        if (answers[i] !== "minutes_exhausted") await expect.poll(async () => (await running()).length, { interval: 10 }).toBe(0);
      }
      return answers;
    }),
  );
  await generations.close();
  const answers = tabs.flat();
  expect(answers.filter((answer) => answer === "sermon")).toHaveLength(4);
  expect(new Set(answers)).toEqual(new Set(["sermon", "generation_running", "minutes_exhausted"]));
  expect(answers).toHaveLength(640);
  expect(asked).toEqual({ writer: 4, voice: 4, image: 4 });
  const [minutes] = await billing.query("select base_s, extra_s, used_s from billing.minutes($1)", [userId]);
  expect(minutes).toEqual({ base_s: 23 * 60, extra_s: 0, used_s: 20 * 60 });
  expect(await billing.query("select from public.sermons where user_id = $1", [userId])).toHaveLength(4);
});

test("minutes that are missing in the ledger are credited at the next sync", async () => {
  const customer = await subscriber();
  await webhook();
  await billing.query("delete from billing.minute_ledger where user_id = $1", [customer.userId]);
  await billing.query("delete from billing.quota_accounts where user_id = $1", [customer.userId]);
  expect(await status(customer)).toMatchObject({ subscribed: true, quota: { baseMinutes: 0 } });
  await billing.query("update public.customers set synced_at = now() - interval '2 minutes' where id = $1", [customer.userId]);
  expect(await status(customer)).toMatchObject({ quota: { baseMinutes: 60 } });
});

test("a disputed payment freezes the account until the dispute is won, although its events do not name the customer", async () => {
  const customer = await subscriber();
  await webhook();
  const [charge] = (await billing.stripe.charges.list({ customer: customer.id })).data;
  const dispute = await billing.sandbox.commands.dispute(charge?.id ?? "");
  await webhook();
  expect(await status(customer)).toMatchObject({ subscribed: false, frozen: true, quota: null });
  await billing.sandbox.commands.closeDispute(dispute, "won");
  await webhook();
  expect(await status(customer)).toMatchObject({ subscribed: true, frozen: false, quota: { baseMinutes: 60 } });
});

test("after a failed renewal the status has the end of the grace period, after a cancellation the end of access", async () => {
  const customer = await subscriber();
  const [subscription] = await billing.payments.listSubscriptions(customer.id);
  await billing.payments.scheduleCancellation(subscription?.id ?? "");
  await webhook();
  const end = (subscription?.periodEnd ?? 0) * 1000;
  expect(Date.parse(String((await status(customer))["cancelAt"]))).toBe(end);

  await billing.payments.undoCancellation(subscription?.id ?? "");
  await billing.sandbox.commands.failNextRenewal(subscription?.id ?? "");
  const { now } = await billing.sandbox.commands.timeOf(customer.id);
  await billing.sandbox.commands.advanceTime(customer.id, end / 1000 - now + 2 * 3600);
  await webhook();
  const failed = await status(customer);
  expect(failed).toMatchObject({ subscribed: true, status: "past_due", cancelAt: null });
  expect(Date.parse(String(failed["graceEndsAt"]))).toBe(end + 7 * 86_400_000);
});
