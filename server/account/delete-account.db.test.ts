import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startAccounts, type TestAccounts } from "../../tests/support/account.ts";
import { createPayingSubscriber, createTrialUser, type Subscriber } from "../../tests/support/subscribers.ts";
import { PaymentsError, type Payments } from "../vendors/payments/payments.ts";
import { openPurchase } from "../billing/purchase-additional-minutes.privileged.ts";
import { startGeneration } from "../sermons/start-generation.privileged.ts";
import { runDeletion, resumeDeletions } from "./run-deletion.privileged.ts";
import { STEPS, type DeletionContext } from "./deletion-steps.privileged.ts";
import { startDeletion } from "./start-deletion.privileged.ts";

const STEP_NAMES = ["subscription", "files", "rows", "user", "mail"] as const;
const working = new AbortController().signal;

let accounts: TestAccounts;
let person: Subscriber & { session: string };

beforeAll(async () => {
  accounts = await startAccounts();
});
afterAll(() => accounts.close());
beforeEach(async () => {
  person = await addPersonalData(await createPayingSubscriber(accounts));
});
afterEach(async () => {
  vi.restoreAllMocks();
  accounts.sent.length = 0;
  await accounts.query("delete from public.account_deletions");
});

/** A signed-in user with data in every table and bucket that the deletion covers. */
async function addPersonalData(subscriber: Subscriber): Promise<Subscriber & { session: string }> {
  const { userId, email } = subscriber;
  const session = randomUUID();
  await accounts.query("insert into auth.sessions (id, user_id, amr) values ($1, $2, '[]')", [session, userId]);
  const folder = `${userId}/${randomUUID()}`;
  const { storage } = accounts.context.supabase;
  for (const [bucket, path, contentType] of [
    ["sermon-audio", `${folder}/a.mp3`, "audio/mpeg"],
    ["sermon-images", `${folder}/b.webp`, "image/webp"],
    ["avatars", `${userId}-face.png`, "image/png"],
  ] as const)
    expect((await storage.from(bucket).upload(path, new Uint8Array([1, 2, 3]), { contentType })).error).toBeNull();
  await accounts.query("insert into public.sermons (user_id, title, content) values ($1, 'rest', 'Come.')", [userId]);
  await accounts.query(
    "insert into public.podcast_feeds (user_id, secret_sha256) select u.id, sha256(u.id::text::bytea) from auth.users u where u.id = $1",
    [userId],
  );
  await accounts.query(
    `with s as (
       insert into public.contact_submissions (name, email, message, email_history) values ('Ruth', $1, 'Mail me.', $2) returning id)
     insert into public.contact_mails (submission_id, kind, subject, message) select id, 'reply', 'Re:', $3 from s`,
    [email.toUpperCase(), JSON.stringify([{ message: `Dear ${email}` }]), `Dear ${email}`],
  );
  await accounts.query(
    "insert into public.vendor_starts (vendor, engine, user_id, generation_id) values ('writer', 'composer', $1, $2)",
    [userId, randomUUID()],
  );
  return { ...subscriber, session };
}

const start = (wish: Partial<Parameters<typeof startDeletion>[1]> = {}) =>
  startDeletion(accounts.context, { userId: person.userId, sessionId: person.session, confirmation: person.email, ...wish });

interface Row {
  id: string;
  step: string;
  attempts: number;
  last_error: string | null;
  wait: number;
}
async function deletion(): Promise<Row | undefined> {
  const rows = await accounts.query<Row>(
    `select id, step, attempts, last_error, extract(epoch from due_at - now())::float8 as wait from public.account_deletions where user_id = $1`,
    [person.userId],
  );
  return rows[0];
}

/** Makes the deletion due and runs the job once. */
async function run(context: DeletionContext = accounts.context): Promise<void> {
  const { id = "" } = (await deletion()) ?? {};
  await accounts.query("update public.account_deletions set due_at = now()");
  await runDeletion(context)({ id }, { signal: working });
}

/** The context with one call of the payment provider replaced. */
const withPayments = (changes: Partial<Payments>): DeletionContext => ({
  ...accounts.context,
  payments: { ...accounts.payments, ...changes },
});

const isGone = async () => (await accounts.query("select from auth.users where id = $1", [person.userId])).length === 0;
const statusAtProvider = async () => (await accounts.payments.retrieveSubscription(person.subscription))?.status;

/** The tables that contain the text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await accounts.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await accounts.query(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`, [text]);
    // The sandbox's tables belong to the payment provider.
    if (rows.length > 0 && !name.startsWith("stripe_sandbox.")) found.push(name);
  }
  return found;
}

test("of a deleted account nothing is left but hashes and the trail of the service", async () => {
  const before = await Promise.all([tablesWith(person.userId), tablesWith(person.email)]);
  // Proves that the search finds something.
  expect(before[0]).toEqual(
    expect.arrayContaining([
      "auth.sessions",
      "public.podcast_feeds",
      "public.sermons",
      "public.vendor_starts",
      "storage.objects",
    ]),
  );
  expect(before[1]).toEqual(
    expect.arrayContaining(["auth.users", "public.contact_mails", "public.contact_submissions", "public.profiles"]),
  );
  expect(await accounts.files()).toHaveLength(3);

  await start();
  await run();

  expect(await statusAtProvider()).toBe("canceled");
  expect((await accounts.stripe.customers.listPaymentMethods(person.customer)).data).toEqual([]);
  expect(await accounts.files()).toEqual([]);
  expect(await tablesWith(person.email)).toEqual([]);
  expect(await tablesWith(person.userId)).toEqual(["auth.audit_log_entries"]);
  // The job is over, and so is what it was queued as.
  expect(await accounts.query("select from public.account_deletions")).toEqual([]);
  const [contact] = await accounts.query<{ message: string }>(
    "select message from public.contact_submissions order by created_at desc",
  );
  expect(contact?.message).not.toContain("Mail me.");
  expect(accounts.sent).toEqual([expect.objectContaining({ to: person.email, subject: "Your account has been deleted" })]);
});

test.for(STEP_NAMES)("a process that dies at the step '%s', done or not, leaves a deletion that ends well", async (step) => {
  await start();
  const { id } = (await deletion()) ?? {};
  for (const died of ["before", "after"]) {
    const reached = Promise.withResolvers<void>();
    const known = STEPS[step];
    const whole = known.run.bind(known);
    const killed = vi.spyOn(known, "run").mockImplementationOnce(async (...given) => {
      if (died === "after") await whole(...given);
      reached.resolve();
      // A killed process neither continues nor releases its lease.
      return new Promise(() => {});
    });
    void run();
    await reached.promise;
    killed.mockRestore();
    expect(await deletion()).toMatchObject({ step, last_error: null });
    if (STEP_NAMES.indexOf(step) < STEP_NAMES.indexOf("user")) expect(await isGone()).toBe(false);
  }
  await run();
  expect(await deletion()).toBeUndefined();
  expect([await isGone(), await accounts.files(), await statusAtProvider()]).toEqual([true, [], "canceled"]);
  // Sent at least once: a killed process does not know whether the mail server accepted it. Both mails have the same id.
  expect(new Set(accounts.sent.map(({ id, to }) => `${to} ${id}`))).toEqual(new Set([`${person.email} ${id}`]));
});

test("while the provider is away nothing is deleted; the tries come ever later, and the account goes when it is back", async () => {
  await start();
  const away = withPayments({ listSubscriptions: () => Promise.reject(new PaymentsError("unavailable", "stripe: down")) });
  const waits: number[] = [];
  for (let i = 1; i <= 12; i++) {
    await run(away);
    const row = await deletion();
    expect(row).toMatchObject({ step: "subscription", attempts: i, last_error: "payments_unavailable" });
    waits.push(Math.round(row?.wait ?? 0));
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  expect([await isGone(), (await accounts.files()).length, await statusAtProvider()]).toEqual([false, 3, "active"]);
  await run();
  expect([await isGone(), await statusAtProvider()]).toEqual([true, "canceled"]);
});

test("a deletion that fails again and again is told to the operator by codes alone", async () => {
  await start();
  const error = vi.fn();
  const log = { ...accounts.context.log, error };
  for (let i = 0; i < 8; i++)
    await run({
      ...withPayments({ cancelSubscription: () => Promise.reject(new PaymentsError("rejected", person.email)) }),
      log,
    });
  expect(error.mock.calls).toEqual([
    [{ deletion: (await deletion())?.id, step: "subscription", code: "payments_rejected", attempts: 8 }, expect.any(String)],
  ]);
});

test("two workers at one deletion: the second leaves it to the first", async () => {
  await start();
  const reached = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const slow = withPayments({
    listSubscriptions: async (customer) => {
      reached.resolve();
      await answered.promise;
      return accounts.payments.listSubscriptions(customer);
    },
  });
  const first = run(slow);
  await reached.promise;
  const { id = "" } = (await deletion()) ?? {};
  await runDeletion(withPayments({ listSubscriptions: () => Promise.reject(new Error("asked twice")) }))(
    { id },
    { signal: working },
  );
  answered.resolve();
  await first;
  expect(await isGone()).toBe(true);
  expect(accounts.sent).toHaveLength(1);
});

test("what a dead worker held is queued again: at once when no other can live, else when its time is over", async () => {
  await start();
  await accounts.query("delete from graphile_worker._private_jobs");
  await accounts.query("update public.account_deletions set due_at = now() + interval '5 minutes'");
  const queued = () => accounts.query("select from graphile_worker.jobs where task_identifier = 'delete-account'");
  await resumeDeletions(accounts.context.db, { alone: false });
  expect(await queued()).toEqual([]);
  await resumeDeletions(accounts.context.db, { alone: true });
  await resumeDeletions(accounts.context.db, { alone: false });
  expect(await queued()).toHaveLength(1);
});

test("a checkout left open can't be paid any more, and a sign-up's trial that we had not heard of is claimed", async () => {
  const buying = await openPurchase(accounts.context, { userId: person.userId, minutes: 5, referralCode: null });
  const trial = await addPersonalData(await createTrialUser(accounts));
  await accounts.query("delete from public.subscriptions where user_id = $1", [trial.userId]);
  await accounts.query("delete from billing.trial_claims where subscription_id = $1", [trial.subscription]);
  await start();
  await run();
  const paid = await accounts.pay(buying);
  expect(paid.status).toBeGreaterThanOrEqual(400);
  person = trial;
  await start();
  await run();
  expect(await statusAtProvider()).toBe("canceled");
  expect(await accounts.query("select from billing.trial_claims where subscription_id = $1", [trial.subscription])).toHaveLength(
    3,
  );
});

test("what the bank was asked about can't be paid for a deleted account", async () => {
  person = await addPersonalData(await createTrialUser(accounts, "4000 0027 6000 3184"));
  await accounts.call("create-checkout-session", { email: person.email, endTrial: true }, person.caller);
  await start();
  await run();
  expect((await accounts.payments.listInvoices(person.customer)).map(({ status }) => status)).toEqual(["void", "paid"]);
});

test("who came with the deleted person's address or id as their code keeps neither", async () => {
  const [friend, other] = [await createPayingSubscriber(accounts), await createPayingSubscriber(accounts)];
  await accounts.query("update public.profiles set referral_code = $2 where id = $1", [
    friend.userId,
    person.email.toUpperCase(),
  ]);
  for (const [{ userId }, code] of [
    [friend, person.userId],
    [other, "SPRING"],
  ] as const)
    await accounts.query("insert into billing.referrals (user_id, code, earned_at) values ($1, $2, now())", [userId, code]);
  await start();
  await run();
  expect(await tablesWith(person.email)).toEqual([]);
  expect(await tablesWith(person.userId)).toEqual(["auth.audit_log_entries"]);
  expect(
    await accounts.query("select code from billing.referrals where user_id = any($1) and earned_at is not null order by code", [
      [friend.userId, other.userId],
    ]),
  ).toEqual([{ code: "SPRING" }, { code: "deleted account" }]);
});

test("a closed account starts no sermon and buys nothing, and the sermon that was being made stops and is waited for", async () => {
  const generation = await startGeneration(accounts.context.db, {
    userId: person.userId,
    prompt: "rest",
    minutes: 5,
    voice: "John",
  });
  await accounts.query(
    "update public.generation_steps set status = 'in-progress', lease_until = now() + interval '30 seconds' where generation_id = $1 and kind = 'text'",
    [generation],
  );
  await start();
  const steps =
    "select distinct s.status, g.state from public.generation_steps s join public.generations g on g.id = s.generation_id where g.id = $1";
  expect(await accounts.query(steps, [generation])).toEqual([{ status: "error", state: "failed" }]);
  const again = startGeneration(accounts.context.db, { userId: person.userId, prompt: "hope", minutes: 5, voice: "John" });
  await expect(again).rejects.toMatchObject({ status: 403, code: "account_closed" });
  for (const name of ["create-checkout-session", "purchase-additional-minutes"])
    expect(await accounts.call(name, { email: person.email, minutes: 5 }, person.caller)).toMatchObject({
      status: 403,
      body: { code: "account_closed" },
    });
  await run();
  expect(await deletion()).toMatchObject({ step: "files", last_error: "generation_running" });
  await accounts.query("update public.generation_steps set lease_until = now() where generation_id = $1", [generation]);
  await run();
  expect(await isGone()).toBe(true);
});

test("closing ends the sessions and codes at once; asked again it is the same deletion", async () => {
  await start({ confirmation: ` ${person.email.toUpperCase().replace("@", " @ ")} ` });
  const first = await deletion();
  await start();
  expect(await deletion()).toEqual({ ...first, wait: expect.any(Number) });
  expect(await accounts.query("select from auth.sessions where user_id = $1", [person.userId])).toEqual([]);
  expect(
    await accounts.query("select from auth.users where id = $1 and banned_until > now() + interval '50 years'", [person.userId]),
  ).toHaveLength(1);
});

test("another address, a session that has ended, or somebody else's closes nothing", async () => {
  await expect(start({ confirmation: `x${person.email}` })).rejects.toMatchObject({ status: 400, code: "confirmation_mismatch" });
  const other = await addPersonalData(await createTrialUser(accounts));
  for (const sessionId of [randomUUID(), other.session, "undefined"])
    await expect(start({ sessionId })).rejects.toMatchObject({ status: 401, code: "session_not_found" });
  await expect(start({ userId: randomUUID() })).rejects.toMatchObject({ status: 401, code: "session_not_found" });
  expect(await deletion()).toBeUndefined();
});

test("an account that can't be deleted is not forgotten, however long that goes on", async () => {
  await start();
  await accounts.query("update public.account_deletions set attempts = 500");
  await run(withPayments({ listSubscriptions: () => Promise.reject(new PaymentsError("unavailable", "stripe: down")) }));
  expect(await deletion()).toMatchObject({ step: "subscription", attempts: 501 });
});

test("who can't be told within a day is forgotten untold", async () => {
  await start();
  const send = vi.spyOn(accounts.context.mailer, "send").mockRejectedValue(new Error("no such mailbox"));
  await run();
  expect(await deletion()).toMatchObject({ step: "mail", last_error: "mail_failed" });
  await accounts.query("update public.account_deletions set attempts = 29");
  await run();
  expect(send).toHaveBeenCalledTimes(2);
  expect(await tablesWith(person.email)).toEqual([]);
});
