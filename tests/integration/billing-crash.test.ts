import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDeletion } from "../../server/account/start-deletion.privileged.ts";
import { syncCustomer } from "../../server/billing/sync-customer.privileged.ts";
import { startBilling, type TestBilling } from "../support/billing.ts";
import { FLOWS, type Flow } from "../support/billing-flows.ts";
import { billingState, forgetBilling, type BillingState } from "../support/billing-state.ts";
import { signUpWithCustomer, type Customer } from "../support/customers.ts";
import { startProgram, type Program } from "../support/program.ts";
import { freePort } from "../support/free-port.ts";

// The payment provider sends its events to the real program, which is killed twice: after it has received events and before it
// processes them, and while it processes them. All flows run at once, each with its own customer, and take their steps while it is down.

const STAGES = Math.max(...Object.values(FLOWS).map(({ steps }) => steps.length));
/** After which stages it is killed; `npm run soak` kills it after each. */
const KILLED_AFTER = process.env["CRASH_ROUNDS"] === undefined ? [2, STAGES] : Array.from({ length: STAGES }, (_, i) => i + 1);

let billing: TestBilling;
let dataDir: string;
let program: Program | null = null;
const people: { name: string; flow: Flow; customer: Customer; subscriptions: string[] }[] = [];

beforeAll(async () => {
  billing = await startBilling();
  dataDir = await mkdtemp(join(tmpdir(), "lampstand-billing-crash-"));
});
afterAll(async () => {
  await program?.end("SIGTERM");
  await billing.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(role: "all" | "web"): Promise<void> {
  program = await startProgram({
    DATABASE_URL: billing.database.ownerUrl,
    DATA_DIR: dataDir,
    PORT: `${await freePort()}`,
    PAYMENTS_SANDBOX_PORT: `${await freePort()}`,
    ROLE: role,
    // No mail is sent here, but a process that serves only requests refuses to start without a mail server.
    ...(role === "web" && { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "shop@example.com" }),
  });
}

async function count(sql: string): Promise<number> {
  return (await billing.query(sql)).length;
}
const undelivered = () => count("select from stripe_sandbox.deliveries where delivered_at is null");
const unprocessed = () => count("select from billing.stripe_events where processed_at is null");
const processed = () => count("select from billing.stripe_events where processed_at is not null");
const deletions = () => count("select from public.account_deletions");

/** The program receives the events and is killed before it processes them. */
async function receiveAndKill(): Promise<void> {
  const before = await unprocessed();
  await start("web");
  await expect.poll(undelivered, { interval: 20 }).toBe(0);
  await program?.end("SIGKILL");
  expect(await unprocessed()).toBeGreaterThan(before + 10);
}

/** The program starts to process events, cannot finish any because the users are locked, and is killed. */
async function processAndKill(): Promise<void> {
  const before = await processed();
  const other = new Client({ connectionString: billing.database.ownerUrl });
  await other.connect();
  await other.query("begin");
  for (const { customer } of people) await other.query("select billing.lock_user($1)", [customer.userId]);
  await start("all");
  const stopped = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => count(stopped), { interval: 20 }).toBeGreaterThan(0);
  await program?.end("SIGKILL");
  // Further events may have arrived meanwhile.
  expect(await processed()).toBe(before);
  await other.query("rollback");
  await other.end();
  // An hour later the jobs of the killed process are due again. `checked_at` is now, so no customer is compared by the hourly job.
  await billing.query(`
    update billing.stripe_events set received_at = received_at - interval '1 hour';
    update public.customers set synced_at = synced_at - interval '1 hour', checked_at = now();
    update public.account_deletions set due_at = now()`);
}

async function processAll(): Promise<void> {
  await start("all");
  await expect.poll(async () => [await unprocessed(), await deletions()], { interval: 50 }).toEqual([0, 0]);
  await program?.end("SIGTERM");
}

async function deleteAccount({ userId }: Customer): Promise<void> {
  const sessionId = randomUUID();
  const [user] = await billing.query<{ email: string }>(
    `with session as (insert into auth.sessions (id, user_id, amr) values ($1, $2, '[]'))
     select email from auth.users where id = $2`,
    [sessionId, userId],
  );
  await startDeletion(billing.context, { userId, sessionId, confirmation: user?.email ?? "" });
}

test(
  `a program that is killed ${KILLED_AFTER.length} times after it received events, and as often while it processes them, leads every flow to its right state`,
  { timeout: 600_000 },
  async () => {
    for (const [name, flow] of Object.entries(FLOWS))
      people.push({ name, flow, customer: await signUpWithCustomer(billing), subscriptions: [] });
    for (let stage = 1; stage <= STAGES; stage++) {
      for (const { flow, customer } of people) {
        await flow.steps[stage - 1]?.(billing, customer);
        if (flow.deleted && stage === flow.steps.length) await deleteAccount(customer);
      }
      if (!KILLED_AFTER.includes(stage)) continue;
      await receiveAndKill();
      await processAndKill();
      await processAll();
    }
    const states = new Map<string, BillingState>();
    for (const person of people) {
      const { name, flow, customer } = person;
      person.subscriptions = (await billing.payments.listSubscriptions(customer.id)).map(({ id }) => id);
      const state = await billingState(billing, customer.userId, person.subscriptions);
      states.set(name, state);
      expect(state.access, name).toMatchObject(flow.access);
      const { base_s, extra_s, used_s } = state.minutes;
      expect((base_s + extra_s - used_s) / 60, name).toBe(flow.left);
      expect(
        (state.ledger ?? []).map((entry) => entry.source_key.split(":")[0]),
        name,
      ).toEqual(flow.entries);
    }
    // Every column is as it would be if the program had never stopped.
    const kept = people.filter(({ flow }) => !flow.deleted);
    await forgetBilling(billing);
    for (const { name, customer, subscriptions } of kept) {
      await syncCustomer(billing.context, customer.id);
      expect(await billingState(billing, customer.userId, subscriptions), name).toEqual(states.get(name));
    }
  },
);
