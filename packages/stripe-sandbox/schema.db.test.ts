import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { startPayments } from "../../tests/support/payments.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await database.db.owner.query(await readFile(new URL("released-v1.sql", import.meta.url), "utf8"));
});
afterAll(() => database.drop());

test("a sandbox of the first release goes on where it stopped: its trial is charged, its events keep their order", async () => {
  const running = await startPayments({ db: database.db, now: () => new Date("2026-11-22T00:00:00Z") });
  const { stripe } = running;
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  const [subscription] = (await stripe.subscriptions.list({ status: "all" })).data;
  expect(subscription?.status).toBe("trialing");
  const customer = subscription?.customer as string;
  await running.sandbox.commands.advanceTime(customer, 40 * 86_400);
  expect((await stripe.subscriptions.retrieve(subscription?.id ?? "")).status).toBe("active");
  expect((await stripe.invoices.list({ customer })).data.map((one) => one.amount_paid)).toEqual([1499, 1499, 0]);
  const { rows } = await database.db.owner.query<{ kept: boolean }>(
    `select bool_and(d.position = e.seq or e.seq > first.max) as kept
     from stripe_sandbox.deliveries d join stripe_sandbox.objects e on e.id = d.event_id,
       (select max(position) as max from stripe_sandbox.deliveries where delivered_at is not null) first`,
  );
  expect(rows).toEqual([{ kept: true }]);
  await running.stop();
});

test("an up-to-date schema is not changed", async () => {
  const [first, second] = [await startPayments({ db: database.db }), await startPayments({ db: database.db })];
  const { rows } = await database.db.owner.query("select version from stripe_sandbox.migrations order by version");
  expect(rows).toEqual([{ version: 1 }, { version: 2 }, { version: 3 }]);
  expect((await first.stripe.billingPortal.configurations.list({ is_default: true })).data).toHaveLength(1);
  await Promise.all([first.stop(), second.stop()]);
});
