import Fastify, { type FastifyInstance, type FastifyPluginAsync } from "fastify";
import { Stripe } from "stripe";
import type { Payments } from "../../server/vendors/payments/payments.ts";
import { createSandbox, type Sandbox } from "../../packages/stripe-sandbox/sandbox.ts";
import { createStripePayments } from "../../server/vendors/payments/stripe.ts";
import type { Database } from "@lampstand/database";
import { createDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

export const TEST_WEBHOOK_SECRET = "whsec_of_the_tests";

export interface TestPayments {
  payments: Payments;
  /** The official SDK, speaking to the sandbox. */
  stripe: Stripe;
  sandbox: Sandbox;
  /** Where the sandbox's API listens. */
  endpoint: { host: string; port: number };
  /** Base address of the sandbox's pages and of `site`. */
  siteUrl: string;
  /** Sends the checkout page's form as a browser would, without following where it leads. */
  pay(checkoutUrl: string, card?: Partial<Record<"number" | "expiry" | "cvc" | "name", string>>): Promise<Response>;
  stop(): Promise<void>;
}

interface PaymentsOptions {
  db: Database;
  site?: (payments: Payments, siteUrl: string) => FastifyPluginAsync;
  now?: () => Date;
  /** Options of the sandbox that differ from the defaults here. */
  schema?: string;
  draftSeconds?: number;
  afterRetries?: "canceled" | "unpaid";
  onError?: (error: Error) => void;
  /** Called with the API's server before the routes are registered, to observe its answers. */
  watchApi?: (api: FastifyInstance) => void;
}

/** The sandbox with its API and pages on free ports; `site` is what else the pages' server serves, such as the webhook. */
export async function startPayments(options: PaymentsOptions): Promise<TestPayments> {
  const sitePort = await freePort();
  const siteUrl = `http://127.0.0.1:${sitePort}`;
  const sandbox = await createSandbox({
    pool: options.db.owner,
    schema: options.schema ?? "stripe_sandbox",
    webhookUrl: `${siteUrl}/webhooks/stripe`,
    webhookSecret: TEST_WEBHOOK_SECRET,
    pagesUrl: `${siteUrl}/sandbox/stripe`,
    displayName: "Test shop",
    prices: [
      { lookupKey: "test_monthly", productName: "Test plan", unitAmount: 1499, currency: "usd", interval: "month" },
      { lookupKey: "test_minute", productName: "Test minutes", unitAmount: 100, currency: "usd", interval: null },
    ],
    draftSeconds: options.draftSeconds ?? 0,
    afterRetries: options.afterRetries ?? "canceled",
    ...(options.now ? { now: options.now } : {}),
    onError: options.onError ?? ((error) => console.error(error)),
  });
  const api = Fastify();
  options.watchApi?.(api);
  await api.register(sandbox.apiRoutes);
  await api.listen({ port: 0, host: "127.0.0.1" });
  const address = api.server.address();
  if (!address || typeof address === "string") throw new Error("the sandbox does not listen");
  const endpoint = { host: "127.0.0.1", port: address.port };
  const payments = createStripePayments({
    secretKey: "sk_test_anything",
    webhookSecret: TEST_WEBHOOK_SECRET,
    priceLookupKey: "test_monthly",
    minutePriceLookupKey: "test_minute",
    sandbox: endpoint,
  });

  const site = Fastify();
  await site.register(sandbox.pageRoutes, { prefix: "/sandbox/stripe" });
  if (options.site) await site.register(options.site(payments, siteUrl));
  await site.listen({ port: sitePort, host: "127.0.0.1" });
  return {
    payments,
    stripe: new Stripe("sk_test_anything", { ...endpoint, protocol: "http", maxNetworkRetries: 0, telemetry: false }),
    sandbox,
    endpoint,
    siteUrl,
    pay: (checkoutUrl, card = {}) =>
      fetch(checkoutUrl, {
        method: "POST",
        redirect: "manual",
        headers: { "sec-fetch-site": "same-origin" },
        body: new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123", name: "Ada Lovelace", ...card }),
      }),
    stop: async () => {
      await sandbox.stop();
      await Promise.all([api.close(), site.close()]);
    },
  };
}

export interface TestShop extends TestPayments {
  database: TestDatabase;
  /** Ids of the seeded prices: of a month, and of a minute. */
  price: string;
  minutePrice: string;
}

/** The sandbox with a database of its own, which `stop` drops. */
export async function startShop(options: Omit<PaymentsOptions, "db"> = {}): Promise<TestShop> {
  const database = await createDatabase();
  const running = await startPayments({ ...options, db: database.db });
  const priceOf = async (key: string): Promise<string> =>
    (await running.stripe.prices.list({ lookup_keys: [key] })).data[0]?.id ?? "";
  return {
    ...running,
    database,
    price: await priceOf("test_monthly"),
    minutePrice: await priceOf("test_minute"),
    stop: async () => {
      await running.stop();
      await database.drop();
    },
  };
}
