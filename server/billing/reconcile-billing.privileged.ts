import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import { enqueue, type JobHandler } from "../jobs/jobs.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { endCustomersOfDeletedUsers, endUnconfirmedTrials, logUnlessUnavailable } from "./stop-unwanted-charges.privileged.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

const CUSTOMERS_PER_RUN = 500;
const EVENTS_PER_RUN = 500;

/**
 * Job `reconcile-billing`, each hour and at the start: releases expired reservations, queues unprocessed events again, stops unwanted
 * charges, and syncs customers with the provider, which makes up for lost webhooks. A customer that fails is logged and skipped; when the
 * provider is unavailable the job fails, and the queue tries again.
 */
export function reconcileBilling(context: FunctionContext): JobHandler<"reconcile-billing"> {
  return async (_payload, { signal }) => {
    await asService(context.db, (tx) => tx.query("select billing.sweep_reservations()"));
    await retryEvents(context);
    await endCustomersOfDeletedUsers(context);
    await endUnconfirmedTrials(context);
    for (let i = 0; i < CUSTOMERS_PER_RUN && !signal.aborted; i++) {
      const customerId = await nextCustomer(context);
      if (!customerId) return;
      const failure = "a customer could not be compared with the payment provider";
      await logUnlessUnavailable(context, { customer: customerId }, failure, () => syncCustomer(context, customerId));
    }
  };
}

/** The customer whose last check or sync is the longest ago, if it was not within the hour. Several processes take different customers. */
async function nextCustomer(context: FunctionContext): Promise<string | undefined> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ id: string }>(
      `update public.customers set checked_at = now() where id = (
         select id from public.customers
         where coalesce(greatest(checked_at, synced_at), '-infinity') < now() - interval '50 minutes'
         order by coalesce(greatest(checked_at, synced_at), '-infinity') limit 1 for update skip locked)
       returning stripe_customer_id as id`,
    ),
  );
  return rows[0]?.id;
}

/** Queues events again that are unprocessed after ten minutes. Those older than a week are left to the sync of their customer. */
async function retryEvents(context: FunctionContext): Promise<void> {
  await asService(context.db, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `select id from billing.stripe_events
       where processed_at is null and received_at between now() - interval '7 days' and now() - interval '10 minutes'
       order by received_at limit $1`,
      [EVENTS_PER_RUN],
    );
    for (const event of rows) await enqueue(tx, "stripe-event", event);
  });
}

/** Queues the job at the start, for what was missed while nothing ran. */
export async function queueReconciliation(db: Database): Promise<void> {
  await asService(db, (tx) => enqueue(tx, "reconcile-billing", {}));
}
