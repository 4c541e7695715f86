import Fastify from "fastify";
import type { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { startPayments, TEST_WEBHOOK_SECRET, type TestPayments } from "../../tests/support/payments.ts";
import { subscribeOnClock } from "../../tests/support/test-clock.ts";
import { createDelivery, type Delivery } from "./delivery.ts";

interface Received {
  body: Buffer;
  signature: string;
}

let database: TestDatabase;
let running: TestPayments;
let received: Received[] = [];
let answer = 200;

beforeAll(async () => {
  database = await createDatabase();
  running = await startPayments({
    db: database.db,
    site: () => async (app) => {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
      app.post("/webhooks/stripe", async (request, reply) => {
        received.push({ body: request.body as Buffer, signature: String(request.headers["stripe-signature"]) });
        return reply.code(answer).send();
      });
    },
  });
});
afterAll(async () => {
  await running.stop();
  await database.drop();
});
afterEach(async () => {
  await running.sandbox.stop();
  answer = 200;
  await database.db.owner.query("update stripe_sandbox.deliveries set next_attempt_at = null");
  received = [];
});

const read = ({ body, signature }: Received): Stripe.Event =>
  running.stripe.webhooks.constructEvent(body, signature, TEST_WEBHOOK_SECRET);

test("an event arrives signed, after what it is about can be fetched", async () => {
  running.sandbox.start();
  const customer = await running.stripe.customers.create({ email: "ada@example.com" });
  await vi.waitUntil(() => received.length > 0);
  const [event] = received.map(read);
  expect(event).toMatchObject({
    type: "customer.created",
    api_version: "2026-10-28.endive",
    data: { object: { id: customer.id } },
  });
  expect(() =>
    running.stripe.webhooks.constructEvent(received[0]?.body ?? "", received[0]?.signature ?? "", "whsec_other"),
  ).toThrow("signature");
});

test("events arrive in the order in which they happened", async () => {
  running.sandbox.start();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await running.stripe.customers.create({ name: String(i) })).id);
  await vi.waitUntil(() => received.length === 5);
  expect(received.map((one) => (read(one).data.object as { id: string }).id)).toEqual(ids);
});

test("a failed delivery is retried", async () => {
  answer = 500;
  running.sandbox.start();
  await running.stripe.customers.create({});
  await vi.waitUntil(() => received.length > 0);
  answer = 200;
  await vi.waitUntil(() => received.length === 2, { timeout: 200_000 });
  expect(new Set(received.map((one) => read(one).id)).size).toBe(1);
  await vi.waitUntil(async () => (await panel()).includes("delivered (200)"));
  const { id, pending_webhooks } = read(received[1] as Received);
  expect([pending_webhooks, (await running.stripe.events.retrieve(id)).pending_webhooks]).toEqual([1, 0]);
});

test("events from before a restart are delivered at the next start", async () => {
  await running.stripe.customers.create({});
  expect(received).toEqual([]);
  running.sandbox.start();
  await vi.waitUntil(() => received.length === 1);
});

test("several processes deliver each event once", async () => {
  for (let i = 0; i < 30; i++) await running.stripe.customers.create({});
  const processes = Array.from({ length: 4 }, () => deliverTo(`${running.siteUrl}/webhooks/stripe`));
  for (const each of processes) each.start();
  await vi.waitUntil(() => received.length >= 30);
  for (const each of processes) await each.stop();
  expect(new Set(received.map((one) => read(one).id)).size).toBe(30);
  expect(received).toHaveLength(30);
});

function fail(error: Error): never {
  throw error;
}

function deliverTo(webhookUrl: string): Delivery {
  return createDelivery({
    pool: database.db.owner,
    schema: "stripe_sandbox",
    webhookUrl,
    webhookSecret: TEST_WEBHOOK_SECRET,
    onError: fail,
  });
}

async function panel(): Promise<string> {
  return (await fetch(`${running.siteUrl}/sandbox/stripe/`)).text();
}

test("the control panel delivers an event again, but not for another site", async () => {
  running.sandbox.start();
  await running.stripe.customers.create({ email: "ada@example.com" });
  await vi.waitUntil(() => received.length === 1);
  const { id } = read(received[0] as Received);
  expect(await panel()).toContain(`/sandbox/stripe/events/${id}/deliver`);
  const deliver = (headers: Record<string, string>) =>
    fetch(`${running.siteUrl}/sandbox/stripe/events/${id}/deliver`, { method: "POST", headers, redirect: "manual" });
  expect((await deliver({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await deliver({ "sec-fetch-site": "same-origin" })).status).toBe(303);
  await vi.waitUntil(() => received.length === 2);
  expect(read(received[1] as Received).id).toBe(id);
});

test("delivery retries while the webhook's server is down", async () => {
  const deaf = await startPayments({ db: database.db });
  const port = new URL(deaf.siteUrl).port;
  await deaf.stop();
  const delivery = deliverTo(`${deaf.siteUrl}/webhooks/stripe`);
  await running.stripe.customers.create({});
  delivery.start();
  await vi.waitUntil(async () => (await panel()).includes("could not connect, will be tried again"));
  const late = Fastify();
  let arrived = 0;
  late.post("/webhooks/stripe", async () => void arrived++);
  await late.listen({ port: Number(port), host: "127.0.0.1" });
  await vi.waitUntil(() => arrived > 0, { timeout: 200_000 });
  await delivery.stop();
  await late.close();
  expect(arrived).toBe(1);
});

test("two sandboxes on one database share the work: each event is delivered once, and time acts once", async () => {
  const second = await startPayments({ db: database.db });
  const pointed = deliverTo(`${running.siteUrl}/webhooks/stripe`);
  const makes = [running.stripe, second.stripe].flatMap((stripe) =>
    Array.from({ length: 15 }, () => stripe.customers.create({})),
  );
  await Promise.all(makes);
  const [price] = (await second.stripe.prices.list({ lookup_keys: ["test_monthly"] })).data;
  const ada = await subscribeOnClock(second.stripe, price?.id ?? "", { trialDays: 3 });
  // The clock's time comes by itself to a process that looks: here both look at once.
  await database.db.owner.query("update stripe_sandbox.timelines set frozen_at = frozen_at + 86400 * 40 where id = $1", [
    ada.clock,
  ]);
  await Promise.all([running.sandbox.runDue(), second.sandbox.runDue()]);
  expect((await running.stripe.invoices.list({ customer: ada.customer })).data.map((one) => one.amount_paid)).toEqual([
    1499, 1499, 0,
  ]);
  pointed.start();
  running.sandbox.start();
  const undelivered = "select from stripe_sandbox.deliveries where next_attempt_at is not null";
  await vi.waitUntil(async () => (await database.db.owner.query(undelivered)).rows.length === 0, { timeout: 200_000 });
  await Promise.all([pointed.stop(), second.stop()]);
  const ids = received.map((one) => read(one).id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(50);
});
