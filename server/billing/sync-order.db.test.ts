import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import type { Payments, ProviderSubscription } from "../vendors/payments/payments.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

// Fetches of one customer that overlap, against the real database: what is stored never becomes older (docs/decisions/034).

let database: TestDatabase;
let userId: string;
let customerId: string;
/** The provider's present state: each change makes the period end a second later. */
let version: number;

beforeAll(async () => {
  database = await createDatabase();
  await database.db.owner.query(`
    create table public.went_back (id text);
    create function public.note_going_back() returns trigger language plpgsql security definer as $$
    begin
      if new.period_end < old.period_end then insert into public.went_back values (new.id); end if;
      return new;
    end $$;
    create trigger note_going_back before update on public.subscriptions for each row execute function public.note_going_back()`);
});
afterAll(() => database.drop());
beforeEach(async () => {
  version = 1;
  const { rows } = await database.db.owner.query<{ id: string }>(
    "insert into auth.users (email) values (gen_random_uuid() || '@example.com') returning id",
  );
  userId = rows[0]?.id ?? "";
  customerId = `cus_${userId}`;
  await database.db.owner.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [userId, customerId]);
});

const subscription = (): ProviderSubscription => ({
  id: `sub_${userId}`,
  customerId,
  status: "active",
  priceId: "price_1",
  amount: 1499,
  periodStart: 1_800_000_000,
  periodEnd: 1_800_000_000 + version,
  trialStart: null,
  trialEnd: null,
  cancelAt: null,
  endedAt: null,
  card: null,
  metadata: {},
});

/** A process whose provider answers with `listSubscriptions`, and knows of no payments. */
function processWith(listSubscriptions: Payments["listSubscriptions"]): FunctionContext {
  const payments: Partial<Payments> = {
    listSubscriptions,
    listInvoices: async () => [],
    listPurchases: async () => [],
    listRefunds: async () => [],
    listDisputes: async () => [],
  };
  // Only what syncing uses.
  const used: Partial<FunctionContext> = { db: database.db, payments: payments as Payments };
  return used as FunctionContext;
}

interface Fetching {
  /** How often the provider was asked. */
  asked: number;
  /** The first fetch has begun. */
  begun: Promise<void>;
  /** The first fetch has read the provider's state. */
  read: Promise<void>;
  letRead(): void;
  letAnswer(): void;
  over: Promise<unknown>;
}

/** Begins a sync whose first fetch waits before it reads the provider's state, and again before it answers. */
function startSync(): Fetching {
  const [begun, mayRead, read, mayAnswer] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  if (!begun || !mayRead || !read || !mayAnswer) throw new Error("no gates");
  const fetching: Fetching = {
    asked: 0,
    begun: begun.promise,
    read: read.promise,
    letRead: mayRead.resolve,
    letAnswer: mayAnswer.resolve,
    over: Promise.resolve(),
  };
  const context = processWith(async () => {
    fetching.asked++;
    begun.resolve();
    await mayRead.promise;
    const answer = [subscription()];
    read.resolve();
    await mayAnswer.promise;
    return answer;
  });
  fetching.over = syncCustomer(context, customerId);
  return fetching;
}

async function storedVersion(): Promise<number | undefined> {
  const { rows } = await database.db.owner.query<{ version: number }>(
    "select extract(epoch from period_end)::int - 1800000000 as version from public.subscriptions where user_id = $1",
    [userId],
  );
  return rows[0]?.version;
}
const wentBack = async () => (await database.db.owner.query("select from public.went_back")).rowCount;

test("a fetch that ends after one that began later was stored is dropped", async () => {
  const first = startSync();
  first.letRead();
  await first.read;
  version = 2;
  const second = startSync();
  second.letRead();
  second.letAnswer();
  await second.over;
  expect(await storedVersion()).toBe(2);
  first.letAnswer();
  await first.over;
  expect(await storedVersion()).toBe(2);
  expect([first.asked, second.asked, await wentBack()]).toEqual([1, 1, 0]);
});

test("a fetch that read before one that began earlier was stored is made again", async () => {
  const first = startSync();
  await first.begun;
  const second = startSync();
  second.letRead();
  await second.read;
  version = 2;
  first.letRead();
  first.letAnswer();
  await first.over;
  expect(await storedVersion()).toBe(2);
  second.letAnswer();
  await second.over;
  expect(await storedVersion()).toBe(2);
  expect([first.asked, second.asked, await wentBack()]).toEqual([1, 2, 0]);
});

test("a process that dies after its fetch holds nobody up, and stores nothing", async () => {
  const dead = startSync();
  dead.letRead();
  await dead.read;
  version = 2;
  await syncCustomer(
    processWith(async () => [subscription()]),
    customerId,
  );
  expect(await storedVersion()).toBe(2);
});

test("what was fetched of a customer who was replaced meanwhile is not stored", async () => {
  const fetching = startSync();
  await fetching.begun;
  await database.db.owner.query("update public.customers set stripe_customer_id = $2 where id = $1", [
    userId,
    `new_${customerId}`,
  ]);
  fetching.letRead();
  fetching.letAnswer();
  expect(await fetching.over).toBeUndefined();
  expect(await storedVersion()).toBeUndefined();
});

test("many processes that fetch while the provider changes never store an older state, and end with the last one", async () => {
  // Steps of the event loop instead of time: some answers overtake others.
  const steps = async (n: number): Promise<void> => {
    for (let i = 0; i < n; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  let calls = 0;
  const context = processWith(async () => {
    const call = calls++;
    await steps((call * 7) % 11);
    const answer = [subscription()];
    await steps((call * 13) % 29);
    return answer;
  });
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      await steps(i * 3);
      version++;
      await syncCustomer(context, customerId);
    }),
  );
  expect(await storedVersion()).toBe(41);
  expect(await wentBack()).toBe(0);
});
