import type { FastifyPluginAsync } from "fastify";
import type pg from "pg";
import { apiRoutes } from "./api/routes.ts";
import { createCommands, type Commands } from "./commands.ts";
import { createDelivery } from "./delivery.ts";
import type { Seller } from "./engine/seller.ts";
import { runDue } from "./engine/time.ts";
import { newPortalConfiguration } from "./objects/portal.ts";
import { newPrice, newProduct, type PriceSeed } from "./objects/price.ts";
import { pageRoutes } from "./pages/routes.ts";
import { migrateSandbox } from "./schema.ts";
import { createStore, type Store } from "./store.ts";

export interface SandboxOptions {
  /** May create `schema` and everything in it. */
  pool: pg.Pool;
  schema: string;
  /** The endpoint that receives the signed events. */
  webhookUrl: string;
  /** Shared with the endpoint, `whsec_...`. */
  webhookSecret: string;
  /** Full address under which `pageRoutes` is mounted, without a trailing slash. */
  pagesUrl: string;
  /** The seller's name on pages and invoices. */
  displayName: string;
  /** Prices to create; one whose lookup key exists with the same terms is left unchanged. */
  prices: readonly PriceSeed[];
  /** How long a renewal's invoice stays a draft before it is charged. Stripe takes an hour; 0 if absent. */
  draftSeconds?: number;
  /** Status of a subscription after the last failed retry; "canceled" if absent. */
  afterRetries?: "canceled" | "unpaid";
  /** Real time, for tests. */
  now?: () => Date;
  onError: (error: Error) => void;
}

export interface Sandbox {
  /** The API under /v1, for a server of its own. */
  apiRoutes: FastifyPluginAsync;
  /** Hosted checkout, and the control panel at the root. */
  pageRoutes: FastifyPluginAsync;
  /** Actions of the control panel, the customer's pages and tests. */
  commands: Commands;
  /** Starts delivering events and running what falls due. */
  start(): void;
  /** Resolves when current work has ended. */
  stop(): Promise<void>;
  /** Runs what has fallen due; also done at the start and every minute. Returns the number of changed objects. */
  runDue(): Promise<number>;
}

const TICK_MS = 60_000;

async function seed(store: Store, seeds: readonly PriceSeed[]): Promise<void> {
  await store.write(async (ledger) => {
    for (const wanted of seeds) {
      const [existing] = (await ledger.list("price", { lookup_key: wanted.lookupKey })).data;
      const same =
        existing?.unit_amount === wanted.unitAmount &&
        existing.currency === wanted.currency &&
        (existing.recurring?.interval ?? null) === wanted.interval;
      if (existing && same) continue;
      // Prices are immutable: a new price takes over the lookup key.
      if (existing) await ledger.put({ ...existing, active: false, lookup_key: null });
      const product = newProduct({ name: wanted.productName }, ledger.now);
      await ledger.put(product);
      await ledger.put(newPrice({ ...wanted, product: product.id }, ledger.now));
    }
    const [portal] = (await ledger.list("billing_portal.configuration", { is_default: true })).data;
    if (!portal) await ledger.put(newPortalConfiguration({ isDefault: true }, ledger.now));
  });
}

/** Opens the sandbox on its schema, which it creates and migrates. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { pool, schema, webhookUrl, webhookSecret, pagesUrl, onError } = options;
  const now = options.now ?? (() => new Date());
  const seller: Seller = {
    displayName: options.displayName,
    pagesUrl,
    draftSeconds: options.draftSeconds ?? 0,
    afterRetries: options.afterRetries ?? "canceled",
  };

  const client = await pool.connect();
  try {
    await migrateSandbox(client, schema);
  } finally {
    client.release();
  }
  const delivery = createDelivery({ pool, schema, webhookUrl, webhookSecret, onError });
  const store = createStore({ pool, schema, now, onEvents: delivery.wake });
  await seed(store, options.prices);
  const commands = createCommands(store, seller, delivery.wake);

  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<unknown> = Promise.resolve();
  const tick = (): void => {
    ticking = runDue(store, seller).catch(onError);
  };
  return {
    apiRoutes: apiRoutes({ store, seller, onError }),
    pageRoutes: pageRoutes({ store, commands, seller, pagesUrl, webhookUrl, now }),
    commands,
    start() {
      delivery.start();
      tick();
      timer = setInterval(tick, TICK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await ticking;
      await delivery.stop();
    },
    runDue: () => runDue(store, seller),
  };
}
