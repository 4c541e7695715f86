import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import { Logger, runOnce } from "graphile-worker";
import { vi } from "vitest";
import type { ProviderCheckout } from "../../server/vendors/payments/payments.ts";
import type { Claims } from "@lampstand/database";
import { billingOverview } from "../../server/billing/billing-overview.ts";
import { cancelSubscription } from "../../server/billing/cancel-subscription.ts";
import { checkSubscription } from "../../server/billing/check-subscription.privileged.ts";
import { completeSignUp } from "../../server/billing/complete-sign-up.ts";
import { createCheckoutSession } from "../../server/billing/create-checkout-session.privileged.ts";
import { createCustomerPortalSession } from "../../server/billing/create-customer-portal-session.ts";
import { purchaseAdditionalMinutes } from "../../server/billing/purchase-additional-minutes.privileged.ts";
import { resumeSubscription } from "../../server/billing/resume-subscription.ts";
import { toTasks } from "../../server/jobs/queue.ts";
import { stripeEventTask } from "../../server/billing/stripe-event.privileged.ts";
import { stripeWebhook } from "../../server/billing/stripe.webhook.ts";
import type { FunctionContext } from "../../server/endpoints/context.ts";
import { FunctionError } from "../../server/endpoints/errors.ts";
import type { Implementation } from "../../server/endpoints/implement.ts";
import { createDatabase, type TestDatabase } from "./database.ts";
import { startPayments, type TestPayments } from "./payments.ts";

const IMPLEMENTATIONS: Implementation[] = [
  billingOverview,
  cancelSubscription,
  checkSubscription,
  completeSignUp,
  createCheckoutSession,
  createCustomerPortalSession,
  purchaseAdditionalMinutes,
  resumeSubscription,
];

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export interface TestBilling extends TestPayments {
  database: TestDatabase;
  /** What the functions are given; a test may replace its `payments` to make the provider fail. */
  context: FunctionContext;
  call(name: string, body: object, caller?: Claims): Promise<Answer>;
  /** Signs up; the address is not confirmed. */
  signUp(email?: string): Promise<{ userId: string; email: string }>;
  confirm(userId: string): Promise<Claims>;
  /** Signs up and pays the checkout with card 4242; `complete-sign-up` is not called. */
  pay4242(email?: string): Promise<{ userId: string; email: string; checkout: ProviderCheckout }>;
  runJobs(): Promise<void>;
  /** Waits until every event has reached the webhook. */
  eventsDelivered(): Promise<void>;
  query<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

const ANON: Claims = { role: "anon" };

/** The billing functions and the payments sandbox, each on an HTTP server. Jobs run only when the test calls `runJobs`. */
export async function startBilling(options: { now?: () => Date } = {}): Promise<TestBilling> {
  const database = await createDatabase();
  const { db, ownerUrl } = database;
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  let context: FunctionContext | undefined;
  const running = await startPayments({
    db,
    ...options,
    site: (payments, publicUrl) => {
      // What the billing functions do not use is left out.
      const used: Partial<FunctionContext> = { db, payments, publicUrl, log: silent };
      context = used as FunctionContext;
      return stripeWebhook(context);
    },
  });
  if (!context) throw new Error("no context");
  const given = context;

  const functions = Fastify();
  functions.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof FunctionError)) throw error;
    return reply.code(error.status).send({ code: error.code, message: error.message });
  });
  given.callerOf = async (request) => JSON.parse(String(request.headers["x-caller"])) as Claims;
  for (const { endpoint, answer } of IMPLEMENTATIONS)
    functions.post(`/${endpoint.name}`, (request, reply) => answer(given, request, reply));

  async function query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await db.owner.query<T>(sql, values)).rows;
  }
  async function call(name: string, body: object, caller: Claims = ANON): Promise<Answer> {
    const answer = await functions.inject({
      method: "POST",
      url: `/${name}`,
      headers: { "x-caller": JSON.stringify(caller) },
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  async function signUp(email = `${randomUUID()}@example.com`): Promise<{ userId: string; email: string }> {
    const [user] = await query<{ id: string }>("insert into auth.users (email) values ($1) returning id", [email]);
    if (!user) throw new Error("no user");
    await query("insert into auth.sign_up_attempts (user_id, encrypted_password) values ($1, 'x')", [user.id]);
    return { userId: user.id, email };
  }
  return {
    ...running,
    database,
    context: given,
    call,
    signUp,
    query,
    async confirm(userId) {
      await query("update auth.users set email_confirmed_at = now() where id = $1", [userId]);
      return { role: "authenticated", sub: userId };
    },
    async pay4242(email) {
      const user = await signUp(email);
      const opened = await call("create-checkout-session", { email: user.email, userId: user.userId });
      const url = String(opened.body["url"]);
      await running.pay(url);
      const checkout = await running.payments.retrieveCheckout(url.split("/").at(-1) ?? "");
      if (!checkout) throw new Error("no checkout");
      return { ...user, checkout };
    },
    async runJobs() {
      await runOnce({
        connectionString: ownerUrl,
        taskList: toTasks({ handlers: { "stripe-event": stripeEventTask(given) } }),
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
      });
    },
    async eventsDelivered() {
      running.sandbox.start();
      await vi.waitUntil(
        async () =>
          (await query("select from stripe_sandbox.deliveries where delivered_at is null or next_attempt_at is not null"))
            .length === 0,
        { timeout: 200_000 },
      );
      await running.sandbox.stop();
    },
    async close() {
      await running.stop();
      await functions.close();
      await database.drop();
    },
  };
}
