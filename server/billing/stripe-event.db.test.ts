import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";
import type { Payments } from "../vendors/payments/payments.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { subjectOf } from "../vendors/payments/stripe-events.ts";
import { stripeEventTask } from "./stripe-event.privileged.ts";

let database: TestDatabase;
let context: FunctionContext;
let userId: string;
let customerId: string;
/** How often the provider was asked for the customer's subscriptions. */
let synced: number;
let disputedCustomer: string | null;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  userId = await createSubscriber(database.db.owner);
  customerId = `cus_${userId}`;
  await database.db.owner.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [userId, customerId]);
  synced = 0;
  const payments: Partial<Payments> = {
    subjectOf,
    async listSubscriptions(id) {
      expect(id).toBe(customerId);
      synced++;
      return [];
    },
    retrieveSubscription: async () => null,
    listInvoices: async () => [],
    listPurchases: async () => [],
    listRefunds: async () => [],
    retrieveRefund: async (id) => ({ id, paymentIntentId: null, amount: 1, failed: true }),
    listDisputes: async () => [],
    retrieveDispute: async (id) => ({
      id,
      customerId: disputedCustomer,
      paymentIntentId: null,
      amount: 1,
      state: "open",
    }),
  };
  // Only what processing uses.
  const used: Partial<FunctionContext> = { db: database.db, payments: payments as Payments };
  context = used as FunctionContext;
});

async function handle(type: string, objectId: string, customer: string | null = null): Promise<void> {
  const id = `evt_${type}_${objectId}`;
  await database.db.owner.query(
    `insert into billing.stripe_events (id, type, object_id, customer_id, created_at) values ($1, $2, $3, $4, now())
     on conflict (id) do update set processed_at = null`,
    [id, type, objectId, customer],
  );
  await stripeEventTask(context)({ id });
}

test.for([
  "customer.subscription.updated",
  "customer.deleted",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "charge.refunded",
])("%s brings the whole customer up to date", async (type) => {
  await handle(type, "object_1", customerId);
  expect(synced).toBe(1);
});

test("what a sync that began later has seen is not fetched again", async () => {
  await handle("invoice.paid", "in_1", customerId);
  await handle("invoice.paid", "in_1", customerId);
  expect(synced).toBe(1);
  await database.db.owner.query("update billing.stripe_events set received_at = now() where customer_id = $1", [customerId]);
  await handle("invoice.paid", "in_1", customerId);
  expect(synced).toBe(2);
});

test("a dispute is its customer's, whom the provider knows", async () => {
  disputedCustomer = customerId;
  await handle("charge.dispute.created", `dp_${userId}`);
  expect(synced).toBe(1);
  disputedCustomer = null;
  await handle("charge.dispute.closed", `dp_${userId}`);
  expect(synced).toBe(1);
});

test("a refund that fails is found by the minutes that it took", async () => {
  await handle("refund.failed", `re_${userId}`);
  expect(synced).toBe(0);
  await database.db.owner.query("select billing.take_back($1, $2, $3, 1499)", [
    userId,
    `refund:re_${userId}`,
    `invoice:${userId}`,
  ]);
  await handle("refund.failed", `re_${userId}`);
  await handle("charge.refund.updated", `re_${userId}`);
  expect(synced).toBe(2);
});

test("an event about nobody's customer is done with", async () => {
  await handle("balance.available", "ba_1");
  await handle("invoice.paid", "in_9", "cus_of_another_shop");
  expect(synced).toBe(0);
  const { rows } = await database.db.owner.query("select from billing.stripe_events where processed_at is null");
  expect(rows).toEqual([]);
});
