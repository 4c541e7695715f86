import { afterAll, beforeAll, expect, test } from "vitest";
import { startAccounts, type TestAccounts } from "../../tests/support/account.ts";
import { createPayingSubscriber, createTrialUser, type Subscriber } from "../../tests/support/subscribers.ts";
import { PaymentsError, type ProviderCheckout } from "../vendors/payments/payments.ts";
import type { Claims } from "@lampstand/database";
import { reconcileBilling } from "./reconcile-billing.privileged.ts";

let billing: TestAccounts;

beforeAll(async () => {
  billing = await startAccounts();
});
afterAll(() => billing.close());

const reconcile = (context = billing.context) => reconcileBilling(context)({}, { signal: new AbortController().signal });
const stateOf = ({ subscription }: Pick<Subscriber, "subscription">) => billing.payments.retrieveSubscription(subscription);
const orphans = () => billing.query("select from billing.orphaned_customers");

test.for([false, true])(
  "whose account an operator deletes (softly: %s) is charged no more, also when the provider was away",
  async (softly) => {
    const person = await createPayingSubscriber(billing);
    const { body } = await billing.call("purchase-additional-minutes", { minutes: 5 }, person.caller);
    const { error } = await billing.context.supabase.auth.admin.deleteUser(person.userId, softly);
    expect(error).toBeNull();
    const away = {
      ...billing.payments,
      listOpenCheckouts: () => Promise.reject(new PaymentsError("unavailable", "stripe: down")),
    };
    await expect(reconcile({ ...billing.context, payments: away })).rejects.toThrow("down");
    expect(await stateOf(person)).toMatchObject({ status: "active" });
    await reconcile();
    expect(await stateOf(person)).toMatchObject({ status: "canceled" });
    expect((await billing.pay(String(body["url"]))).status).toBe(410);
    expect(await orphans()).toEqual([]);
  },
);

async function trialEndsIn(person: Subscriber, hours: number): Promise<void> {
  await billing.query("update public.subscriptions set trial_end = now() + $2 * interval '1 hour' where id = $1", [
    person.subscription,
    hours,
  ]);
  await billing.query("update public.customers set synced_at = now(), checked_at = now() where id = $1", [person.userId]);
}

test("what the bank was asked about can't be paid for an account that is gone; a customer who is gone as well is forgotten", async () => {
  const asked = await createTrialUser(billing, "4000 0027 6000 3184");
  await billing.call("create-checkout-session", { email: asked.email, endTrial: true }, asked.caller);
  const gone = await createPayingSubscriber(billing);
  await billing.stripe.customers.del(gone.customer);
  await billing.query("delete from auth.users where id = any($1)", [[asked.userId, gone.userId]]);
  await reconcile();
  expect((await billing.payments.listInvoices(asked.customer)).map(({ status }) => status)).toEqual(["void", "paid"]);
  expect(await orphans()).toEqual([]);
});

test("a trial whose address nobody has confirmed ends before its first charge, and not a confirmed one", async () => {
  const [typo, early, confirmed] = [
    await createTrialUser(billing),
    await createTrialUser(billing),
    await createTrialUser(billing),
  ];
  await trialEndsIn(typo, 25);
  await trialEndsIn(early, 27);
  await trialEndsIn(confirmed, 25);
  await billing.query("update auth.users set email_confirmed_at = null where id = any($1)", [[typo.userId, early.userId]]);
  await reconcile();
  expect(await stateOf(typo)).toMatchObject({ status: "trialing", cancelAt: expect.any(Number) });
  for (const person of [early, confirmed]) expect(await stateOf(person)).toMatchObject({ status: "trialing", cancelAt: null });

  // Who confirms after all can go on.
  await billing.confirm(typo.userId);
  expect((await billing.call("resume-subscription", {}, typo.caller)).status).toBe(200);
  await reconcile();
  expect(await stateOf(typo)).toMatchObject({ cancelAt: null });
});

test("one unconfirmed trial that the provider refuses to end is told, and is not another's", async () => {
  const people = [await createTrialUser(billing), await createTrialUser(billing)];
  for (const person of people) {
    await trialEndsIn(person, 25);
    await billing.query("update auth.users set email_confirmed_at = null where id = $1", [person.userId]);
  }
  const told: object[] = [];
  const log = { ...billing.context.log, error: (fields: object) => told.push(fields) };
  let first: string | undefined;
  const scheduleCancellation = (id: string) => {
    first ??= id;
    if (id === first) throw new PaymentsError("rejected", "stripe: refused");
    return billing.payments.scheduleCancellation(id);
  };
  await reconcile({ ...billing.context, log, payments: { ...billing.payments, scheduleCancellation } });
  const states = await Promise.all(people.map(async (person) => (await stateOf(person))?.cancelAt === null));
  expect(new Set(states)).toEqual(new Set([false, true]));
  expect(told).toMatchObject([{ user: people.find(({ subscription }) => subscription === first)?.userId }]);
});

async function withUsedCard(): Promise<{ caller: Claims; checkout: ProviderCheckout; again: () => Promise<string> }> {
  const user = await billing.signUp();
  const caller = await billing.confirm(user.userId);
  const again = async (): Promise<string> => {
    const { body } = await billing.call("create-checkout-session", { email: user.email }, caller);
    await billing.pay(String(body["url"]), { number: "5555 5555 5555 4444" });
    return String(body["url"]).split("/").at(-1) ?? "";
  };
  const checkout = await billing.payments.retrieveCheckout(await again());
  if (!checkout) throw new Error("no checkout");
  return { caller, checkout, again };
}

test("who is refused the trial for the card can pay with that card instead", async () => {
  await createTrialUser(billing, "5555 5555 5555 4444");
  const { caller, checkout, again } = await withUsedCard();
  expect((await billing.call("check-subscription", {}, caller)).body).toMatchObject({ subscribed: false, trialAvailable: false });
  expect(await stateOf({ subscription: String(checkout.subscriptionId) })).toMatchObject({ status: "canceled" });
  await again();
  expect((await billing.call("check-subscription", {}, caller)).body).toMatchObject({
    subscribed: true,
    quota: { baseMinutes: 60 },
  });
});

test("a second trial that was heard of only after its first charge keeps the month that was paid", async () => {
  await createTrialUser(billing, "5555 5555 5555 4444");
  const { caller, checkout } = await withUsedCard();
  await billing.sandbox.commands.advanceTime(String(checkout.customerId), 4 * 86_400);
  expect((await billing.call("check-subscription", {}, caller)).body).toMatchObject({
    subscribed: true,
    quota: { baseMinutes: 60 },
  });
  expect(await stateOf({ subscription: String(checkout.subscriptionId) })).toMatchObject({ status: "active" });
});

test("a trial that begins by a clock ahead of ours has its first day at once", async () => {
  const { userId, caller } = await createTrialUser(billing);
  await billing.query("update public.profiles set trial_start_date = now() + interval '3 seconds' where id = $1", [userId]);
  expect((await billing.call("check-subscription", {}, caller)).body).toMatchObject({
    trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  });
});
