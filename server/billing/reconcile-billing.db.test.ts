import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { PaymentsError, type Payments } from "../vendors/payments/payments.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { queueReconciliation, reconcileBilling } from "./reconcile-billing.privileged.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

let database: TestDatabase;
let context: FunctionContext;
/** Customers in the order in which the provider was asked about them. */
let asked: string[];
let failing: Record<string, PaymentsError["code"]>;
let logged: object[];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.owner.query("delete from auth.users");
  await database.db.owner.query("truncate billing.stripe_events, billing.orphaned_customers");
  await database.db.owner.query("select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))");
  [asked, failing, logged] = [[], {}, []];
  const payments: Partial<Payments> = {
    async listSubscriptions(customerId) {
      asked.push(customerId);
      const code = failing[customerId];
      if (code) throw new PaymentsError(code, `stripe: ${code}`);
      return [];
    },
    listInvoices: async () => [],
    listPurchases: async () => [],
    listRefunds: async () => [],
    listDisputes: async () => [],
  };
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => logged.push(fields) };
  // Only what reconciling uses.
  const used: Partial<FunctionContext> = { db: database.db, payments: payments as Payments, log };
  context = used as FunctionContext;
});

async function customers(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await database.db.owner.query(
      `with person as (insert into auth.users (email) values (gen_random_uuid() || '@example.com') returning id)
       insert into public.customers (id, stripe_customer_id) select id, $1 from person`,
      [id],
    );
  }
}
const running = new AbortController().signal;
const reconcile = (signal = running) => reconcileBilling(context)({}, { signal });
const later = () =>
  database.db.owner.query(
    "update public.customers set checked_at = checked_at - interval '1 hour', synced_at = synced_at - interval '1 hour'",
  );

test("every customer is compared with the provider once an hour", async () => {
  await customers("cus_1", "cus_2", "cus_3");
  await reconcile();
  expect(asked.toSorted()).toEqual(["cus_1", "cus_2", "cus_3"]);
  await reconcile();
  expect(asked).toHaveLength(3);
  await later();
  await reconcile();
  expect(asked).toHaveLength(6);
});

test("who has just been synced, by an event for example, is not asked about again", async () => {
  await customers("cus_1");
  await syncCustomer(context, "cus_1");
  await reconcile();
  expect(asked).toEqual(["cus_1"]);
});

test("one customer's failure is told and is not another's", async () => {
  await customers("cus_1", "cus_2", "cus_3");
  failing = { cus_2: "rejected" };
  await reconcile();
  expect(asked.toSorted()).toEqual(["cus_1", "cus_2", "cus_3"]);
  expect(logged).toMatchObject([{ customer: "cus_2" }]);
});

test("a provider that is away ends the run, and the next one goes on with the others", async () => {
  await customers("cus_1", "cus_2");
  failing = { cus_1: "unavailable", cus_2: "unavailable" };
  await expect(reconcile()).rejects.toThrow("unavailable");
  expect(asked).toHaveLength(1);
  failing = {};
  await reconcile();
  expect(new Set(asked)).toEqual(new Set(["cus_1", "cus_2"]));
});

test("however many processes start, one comparison is queued", async () => {
  await Promise.all(Array.from({ length: 3 }, () => queueReconciliation(database.db)));
  const { rows } = await database.db.owner.query("select task_identifier as task from graphile_worker.jobs");
  expect(rows).toEqual([{ task: "reconcile-billing" }]);
});

test("a process that stops takes no further customer", async () => {
  await customers("cus_1", "cus_2");
  await reconcile(AbortSignal.abort());
  expect(asked).toEqual([]);
});

test("two processes share the customers", async () => {
  await customers(...Array.from({ length: 12 }, (_, i) => `cus_${i}`));
  await Promise.all([reconcile(), reconcile(), reconcile()]);
  expect(asked).toHaveLength(12);
  expect(new Set(asked).size).toBe(12);
});

test("an event that nobody has processed is queued again, once, unless it is new or too old", async () => {
  await database.db.owner.query(
    `insert into billing.stripe_events (id, type, object_id, created_at, received_at, processed_at) values
       ('evt_waiting', 'x', 'y', now(), now() - interval '1 hour', null),
       ('evt_done', 'x', 'y', now(), now() - interval '1 hour', now()),
       ('evt_new', 'x', 'y', now(), now(), null),
       ('evt_old', 'x', 'y', now(), now() - interval '8 days', null)`,
  );
  await reconcile();
  await reconcile();
  const { rows } = await database.db.owner.query(
    "select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j using (id) where j.task_identifier = 'stripe-event'",
  );
  expect(rows).toEqual([{ payload: { id: "evt_waiting" } }]);
});

test("a reservation that nothing holds any more is given back", async () => {
  await customers("cus_1");
  await database.db.owner.query(
    `insert into billing.quota_accounts (user_id) select id from public.customers;
     insert into billing.usage_reservations (generation_id, voicing, user_id, from_base_s, from_extra_s, expires_at)
     select gen_random_uuid(), 1, id, 0, 300, now() - interval '1 minute' from public.customers`,
  );
  await reconcile();
  const { rows } = await database.db.owner.query(
    "select r.state, a.extra_s from billing.usage_reservations r join billing.quota_accounts a using (user_id)",
  );
  expect(rows).toEqual([{ state: "released", extra_s: 300 }]);
});
