import type { FastifyPluginAsync } from "fastify";
import type pg from "pg";
import { apiRoutes } from "./api/routes.ts";
import { runDue } from "./clock.ts";
import { createDelivery } from "./delivery.ts";
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
  /** Who sells, as the pages and invoices name it. */
  displayName: string;
  /** Prices to have; one whose lookup key exists with the same terms is left alone. */
  prices: readonly PriceSeed[];
  now?: () => Date;
  onError: (error: Error) => void;
}

export interface Sandbox {
  /** The API under /v1, for a server of its own. */
  apiRoutes: FastifyPluginAsync;
  /** Hosted checkout, and the control panel at the root. */
  pageRoutes: FastifyPluginAsync;
  /** Begins to deliver events and to let time pass. */
  start(): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
  /** Lets happen what has come due; otherwise done at the start and every minute. Answers how many objects changed. */
  runDue(): Promise<number>;
}

const TICK_MS = 60_000;

async function seedPrices(store: Store, seeds: readonly PriceSeed[]): Promise<void> {
  await store.write(async (ledger) => {
    for (const seed of seeds) {
      const [existing] = (await ledger.list("price", { lookup_key: seed.lookupKey })).data;
      const same =
        existing?.unit_amount === seed.unitAmount &&
        existing.currency === seed.currency &&
        existing.recurring?.interval === seed.interval;
      if (existing && same) continue;
      // A price never changes: its successor takes the lookup key over.
      if (existing) await ledger.put({ ...existing, active: false, lookup_key: null });
      const product = newProduct(seed.productName, ledger.now);
      await ledger.put(product);
      await ledger.put(newPrice(seed, product.id, ledger.now));
    }
  });
}

/** Opens the sandbox on its schema, which it creates and keeps up to date by itself. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { pool, schema, webhookUrl, webhookSecret, pagesUrl, onError } = options;
  const now = options.now ?? (() => new Date());
  const seller = { displayName: options.displayName };

  const client = await pool.connect();
  try {
    await migrateSandbox(client, schema);
  } finally {
    client.release();
  }
  const delivery = createDelivery({ pool, schema, webhookUrl, webhookSecret, onError });
  const store = createStore({ pool, schema, now, onEvents: delivery.wake });
  await seedPrices(store, options.prices);

  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<unknown> = Promise.resolve();
  const tick = (): void => {
    ticking = runDue(store, seller).catch(onError);
  };
  return {
    apiRoutes: apiRoutes({ store, seller, checkoutPageUrl: `${pagesUrl}/checkout`, onError }),
    pageRoutes: pageRoutes({ store, seller, pagesUrl, webhookUrl, wake: delivery.wake, now }),
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
