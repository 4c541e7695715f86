import { setTimeout } from "node:timers/promises";
import { asService } from "@lampstand/database/as-service";
import type { Database, Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { currentSubscription, type ProviderSubscription } from "../vendors/payments/payments.ts";
import { askAboutStored, fetchBilling, type Comparison, type FetchedBilling } from "./fetch-billing.ts";
import { storeMinutes } from "./store-minutes.ts";
import { compareWithStored, storeSubscriptions, type TrialOutcome } from "./store-subscriptions.ts";

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export interface Synced {
  trial: TrialOutcome;
  /** The customer's running subscription, as it was fetched. */
  current: ProviderSubscription | undefined;
}

/** One fetch of one customer. */
interface Ticket {
  userId: string;
  customerId: string;
  /** From a sequence: a fetch with a greater number began later. */
  number: string;
  /** The number of the fetch that was stored when this one began. */
  stored: string;
  /** What is stored began after the round before this one, so there is nothing left to fetch. */
  superseded: boolean;
  /** The database's time before the fetch. */
  began: string;
}

/**
 * Locks the user's billing until the transaction ends. It is never held while the payment provider is asked: a transaction that waits for
 * it would hold a connection.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query("select billing.lock_user($1)", [userId]);
}

/**
 * Fetches all that is stored about a customer (subscriptions, trial, minutes, disputes, referral) from the provider, outside of any
 * transaction, and stores it in one, unless something newer stands there (docs/decisions/034). Every change of what is stored goes this
 * way. When it returns, what is stored was fetched after the call. Undefined for a customer who is not known here. Throws `PaymentsError`, and
 * then stores nothing but the claim of a trial.
 */
export async function syncCustomer(context: FunctionContext, customerId: string): Promise<Synced | undefined> {
  const synced: Synced = { trial: "none", current: undefined };
  let last: Ticket | undefined;
  // Each further round means that a fetch which had begun before this one was stored meanwhile, and there are only so many of these.
  for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const ticket = await takeTicket(context.db, customerId, last);
    if (!ticket) return undefined;
    if (ticket.superseded) return synced;
    const fetched = await fetchBilling(context.payments, customerId);
    const compared = await underLock(context.db, ticket, (tx) => compareWithStored(tx, ticket.userId, fetched.subscriptions));
    if (!compared) return undefined;
    const billing = await askAboutStored(context.payments, fetched, compared);
    synced.current = currentSubscription(billing.subscriptions);
    // A refused trial is found canceled in the next round.
    if (compared.trial !== "none") synced.trial = compared.trial;
    if (await storeUnlessOlder(context.db, ticket, billing, compared)) return synced;
    last = ticket;
    // Of many that have to fetch again, the first one does it for all.
    await setTimeout(Math.random() * pause);
  }
}

/** `last`: the ticket of this sync's round before. Undefined for a customer who is not known here. */
async function takeTicket(db: Database, customerId: string, last: Ticket | undefined): Promise<Ticket | undefined> {
  const { rows } = await asService(db, (tx) =>
    tx.query<Ticket>(
      `select id as "userId", stripe_customer_id as "customerId", sync_ticket as stored,
         coalesce(sync_ticket > $2::bigint, false) as superseded, nextval('billing.sync_tickets') as number, clock_timestamp()::text as began
       from public.customers where stripe_customer_id = $1`,
      [customerId, last?.number],
    ),
  );
  return rows[0];
}

/** Runs `work` in a transaction that holds the user's lock; null if the customer is no longer the user's. */
async function underLock<T>(
  db: Database,
  { userId, customerId }: Ticket,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | null> {
  return asService(db, async (tx) => {
    await lockUser(tx, userId);
    const { rowCount } = await tx.query("select from public.customers where id = $1 and stripe_customer_id = $2", [
      userId,
      customerId,
    ]);
    return rowCount ? work(tx) : null;
  });
}

/**
 * False when it has to be fetched again: another fetch, which began earlier, was stored since this one began. It may have read the provider
 * later than this one did. One that began later has seen all that this one was to see, so this one is dropped.
 */
async function storeUnlessOlder(db: Database, ticket: Ticket, billing: FetchedBilling, compared: Comparison): Promise<boolean> {
  const stored = await underLock(db, ticket, async (tx) => {
    const { rows } = await tx.query<{ newer: boolean; overlaps: boolean }>(
      "select sync_ticket > $2 as newer, sync_ticket <> $3 as overlaps from public.customers where id = $1",
      [ticket.userId, ticket.number, ticket.stored],
    );
    if (rows[0]?.newer) return true;
    if (rows[0]?.overlaps) return false;
    await storeSubscriptions(tx, ticket.userId, billing, compared);
    await storeMinutes(tx, ticket.userId, billing);
    await tx.query("update public.customers set sync_ticket = $2, synced_at = $3 where id = $1", [
      ticket.userId,
      ticket.number,
      ticket.began,
    ]);
    return true;
  });
  return stored ?? true;
}
