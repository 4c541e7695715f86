import { Logger, runOnce } from "graphile-worker";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startBilling, type TestBilling } from "../../tests/support/billing.ts";
import { createPayingSubscriber, createTrialUser, type Subscriber } from "../../tests/support/subscribers.ts";
import type { Mail } from "../vendors/mail/mail.ts";
import { toTasks } from "../jobs/queue.ts";
import { findBillingMails, sendBillingMail } from "./billing-mail.privileged.ts";

const HOUR = 3_600_000;
const signal = new AbortController().signal;

let billing: TestBilling;
/** How far the provider's clock is ahead of ours, in milliseconds; the mails go by ours. */
let ahead = 0;
let sent: Mail[] = [];
let send: (mail: Mail) => Promise<void>;

beforeAll(async () => {
  billing = await startBilling({ now: () => new Date(Date.now() + ahead) });
});
afterAll(() => billing.close());
beforeEach(() => {
  sent = [];
  send = async (mail) => void sent.push(mail);
});
afterEach(async () => {
  ahead = 0;
  await billing.query("delete from public.subscriptions");
});

const sendOne = (body: { id: string }) =>
  sendBillingMail({ ...billing.context, mailer: { engine: "test", send: (mail) => send(mail), close: async () => {} } })(body, {
    signal,
  });
const findDue = () => findBillingMails(billing.context)({}, { signal });

/** Runs the scheduled job once, and the jobs that it queued. */
async function round(): Promise<void> {
  await findDue();
  await runOnce({
    connectionString: billing.database.ownerUrl,
    taskList: toTasks({ handlers: { "billing-mail": sendOne } }),
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
}

const dateOf = (seconds: number | null | undefined): string =>
  new Date((seconds ?? 0) * 1000).toLocaleDateString("en-US", {
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });
const stateOf = ({ subscription }: Subscriber) => billing.payments.retrieveSubscription(subscription);
const noted = () => billing.query<{ id: string; kind: string }>("select id, kind from billing.mails order by kind");

test("a day before the first charge its date, its amount and the way out are told, once", async () => {
  ahead = -49 * HOUR;
  const person = await createTrialUser(billing);
  const { trialEnd } = (await stateOf(person)) ?? {};
  await round();
  await round();
  expect(sent).toHaveLength(1);
  const [mail] = await noted();
  // The same at every try, so that a mailbox that got it twice shows it once.
  expect(sent[0]).toMatchObject({ id: mail?.id, to: person.email, subject: `Your free trial ends on ${dateOf(trialEnd)}` });
  for (const body of [sent[0]?.text, sent[0]?.html])
    for (const fact of [dateOf(trialEnd), "$14.99", "ending in 4242", `${billing.siteUrl}/subscription-billing`, "Cancel"])
      expect(body).toContain(fact);
});

test("two days before nothing is told", async () => {
  ahead = -47 * HOUR;
  await createTrialUser(billing);
  await round();
  expect([sent, await noted()]).toEqual([[], []]);
});

test("who cancelled meanwhile is told of no charge, even if we do not know it yet, but of the end", async () => {
  ahead = -49 * HOUR;
  const person = await createTrialUser(billing);
  const { trialEnd } = (await stateOf(person)) ?? {};
  await billing.stripe.subscriptions.update(person.subscription, { cancel_at_period_end: true });
  await round();
  expect([sent, await noted()]).toEqual([[], []]);
  await billing.call("create-checkout-session", { email: person.email }, person.caller);
  await billing.query("update public.subscriptions set cancel_at = trial_end");
  await round();
  await round();
  expect(sent.map(({ subject }) => subject)).toEqual(["Your subscription has been cancelled"]);
  expect(sent[0]?.text).toContain(`Your free trial goes on until ${dateOf(trialEnd)}, and nothing will be charged.`);
});

test("a cancellation is confirmed with its end; taken back and made again, it is confirmed again", async () => {
  const person = await createPayingSubscriber(billing);
  const { periodEnd } = (await stateOf(person)) ?? {};
  for (let i = 0; i < 2; i++) {
    await billing.call("cancel-subscription", {}, person.caller);
    await round();
    await billing.call("resume-subscription", {}, person.caller);
    await round();
  }
  expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill("Your subscription has been cancelled"));
  expect(sent[0]?.text).toContain(`full access until ${dateOf(periodEnd)}, and nothing more will be charged`);
});

test("a subscription that ends at once is told to have ended, once; the deletion of an account tells it in its own mail", async () => {
  const [person, closing, scheduled] = [
    await createPayingSubscriber(billing),
    await createPayingSubscriber(billing),
    await createPayingSubscriber(billing),
  ];
  await billing.call("cancel-subscription", {}, scheduled.caller);
  await round();
  sent = [];
  await billing.query("insert into public.account_deletions (user_id, email) values ($1, 'x')", [closing.userId]);
  for (const { subscription, caller, email } of [person, closing, scheduled]) {
    await billing.stripe.subscriptions.cancel(subscription);
    await billing.call("create-checkout-session", { email }, caller);
  }
  await billing.query(
    "update public.subscriptions set status = 'canceled', ended_at = coalesce(ended_at, date_trunc('second', now()))",
  );
  await round();
  await round();
  expect(sent).toMatchObject([{ to: person.email, subject: "Your subscription has ended" }]);
  for (const body of [sent[0]?.text, sent[0]?.html]) expect(body).toContain("nothing more will be charged");
});

test("who was refused the trial, and whose account an operator deleted softly, is told of no end", async () => {
  await createTrialUser(billing, "5555 5555 5555 4444");
  expect(await stateOf(await createTrialUser(billing, "5555 5555 5555 4444"))).toMatchObject({ status: "canceled" });
  const gone = await createPayingSubscriber(billing);
  await billing.query("update auth.users set deleted_at = now(), email = 'a-hash' where id = $1", [gone.userId]);
  const { endedAt } = await billing.payments.cancelSubscription(gone.subscription);
  await billing.query("update public.subscriptions set status = 'canceled', ended_at = to_timestamp($2) where id = $1", [
    gone.subscription,
    endedAt,
  ]);
  await round();
  expect([sent, await noted()]).toEqual([[], []]);
});

test("what ended long ago is not told any more", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.query(
    "update public.subscriptions set status = 'canceled', ended_at = now() - interval '25 hours' where id = $1",
    [person.subscription],
  );
  await round();
  expect([sent, await noted()]).toEqual([[], []]);
});

test("no mail promises access to an account on hold", async () => {
  const [ending, owing] = [await createPayingSubscriber(billing), await createPayingSubscriber(billing)];
  await billing.call("cancel-subscription", {}, ending.caller);
  await billing.query("update public.subscriptions set status = 'past_due' where id = $1", [owing.subscription]);
  for (const { userId } of [ending, owing])
    await billing.query("insert into billing.disputes (id, user_id, status) values ($1, $2, 'open')", [`dp_${userId}`, userId]);
  const { payments } = billing;
  billing.context.payments = {
    ...payments,
    retrieveSubscription: async (id) => {
      const found = await payments.retrieveSubscription(id);
      return found && id === owing.subscription ? { ...found, status: "past_due" } : found;
    },
  };
  await round();
  billing.context.payments = payments;
  expect(sent.map(({ to }) => to).toSorted()).toEqual([ending.email, owing.email].toSorted());
  for (const { text } of sent) expect(text).not.toContain("access");
});

test("a failed renewal is told with the day until which access lasts", async () => {
  ahead = -72 * HOUR;
  const person = await createTrialUser(billing, "4000 0000 0000 0341");
  ahead = HOUR;
  await billing.sandbox.runDue();
  const { periodStart } = (await stateOf(person)) ?? {};
  await billing.call("create-checkout-session", { email: person.email }, person.caller);
  await billing.query("update public.subscriptions set status = 'past_due', period_start = to_timestamp($1)", [periodStart]);
  await round();
  await round();
  expect(sent.map(({ subject }) => subject)).toEqual(["Your payment did not go through"]);
  expect(sent[0]?.text).toContain(`your card ending in 0341 $14.99`);
  expect(sent[0]?.text).toContain(`You keep your full access until ${dateOf((periodStart ?? 0) + 7 * 86_400)}.`);
});

test("a mail server that is away leaves the mail for the next try", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.call("cancel-subscription", {}, person.caller);
  send = () => Promise.reject(new Error("the mail server did not take the mail"));
  await round();
  send = async (mail) => void sent.push(mail);
  const [{ id } = { id: "" }] = await noted();
  await sendOne({ id });
  await sendOne({ id });
  expect(sent).toHaveLength(1);
});

test("two workers at one mail send it once: the second is told to try again later", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.call("cancel-subscription", {}, person.caller);
  await findDue();
  const [{ id } = { id: "" }] = await noted();
  const reached = Promise.withResolvers<void>();
  const accepted = Promise.withResolvers<void>();
  send = async (one) => {
    sent.push(one);
    reached.resolve();
    await accepted.promise;
  };
  const first = sendOne({ id });
  await reached.promise;
  await expect(sendOne({ id })).rejects.toThrow("another worker");
  accepted.resolve();
  await first;
  await sendOne({ id });
  expect(sent).toHaveLength(1);
});

test("a sweep that runs twice at once notes and queues a mail once", async () => {
  const person = await createPayingSubscriber(billing);
  await billing.call("cancel-subscription", {}, person.caller);
  await Promise.all([findDue(), findDue(), findDue()]);
  const [mail, ...others] = await noted();
  expect(others).toEqual([]);
  expect(await billing.query("select from graphile_worker.jobs where key = $1", [`billing-mail:${mail?.id}`])).toHaveLength(1);
});
