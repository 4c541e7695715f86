import { PaymentsError, type ProviderEvent } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { enqueue, type JobPayload } from "../jobs/jobs.ts";
import { finishedCheckout, fulfil } from "./fulfil.privileged.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

interface StoredEvent {
  type: string;
  object_id: string;
  customer_id: string | null;
  /** True when the customer was synced after the event was received, so that nothing is left to do. */
  seen: boolean;
}

async function process(context: FunctionContext, event: StoredEvent): Promise<void> {
  if (context.payments.subjectOf(event.type) === "checkout") {
    try {
      await fulfil(context, await finishedCheckout(context, event.object_id));
    } catch (error) {
      // A checkout that is incomplete, expired or not ours needs nothing.
      if (!(error instanceof FunctionError)) throw error;
    }
  } else {
    const customerId = event.customer_id ?? (await customerOf(context, event));
    if (customerId && !event.seen) await syncCustomer(context, customerId);
  }
}

/**
 * The customer of an event that does not name one. A dispute is looked up at the provider. A refund is found by its ledger entry, which
 * matters when it fails later; a new refund has no entry, but another event of it names the customer.
 */
async function customerOf(context: FunctionContext, event: StoredEvent): Promise<string | null> {
  const subject = context.payments.subjectOf(event.type);
  if (subject === "dispute") return (await context.payments.retrieveDispute(event.object_id))?.customerId ?? null;
  if (subject !== "refund") return null;
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ customer: string | null }>("select billing.refunded_customer($1) as customer", [`refund:${event.object_id}`]),
  );
  return rows[0]?.customer ?? null;
}

/** Stores a verified event and queues its job in one transaction; does nothing if the event has been stored before. */
export async function storeEvent(db: Database, event: ProviderEvent): Promise<void> {
  await asService(db, async (tx) => {
    const { rowCount } = await tx.query(
      `insert into billing.stripe_events (id, type, object_id, customer_id, created_at) values ($1, $2, $3, $4, to_timestamp($5))
       on conflict (id) do nothing`,
      [event.id, event.type, event.objectId, event.customerId, event.created],
    );
    if (rowCount) await enqueue(tx, "stripe-event", { id: event.id });
  });
}

/**
 * Job `stripe-event`: syncs what the event is about from the provider's present state, so that duplicates and the order of events do
 * not matter. A failure is stored with the event and thrown, for the queue to try again.
 */
export function stripeEventTask(context: FunctionContext): (payload: JobPayload<"stripe-event">) => Promise<void> {
  return async ({ id }) => {
    const { rows } = await asService(context.db, (tx) =>
      tx.query<StoredEvent>(
        `update billing.stripe_events e set attempts = attempts + 1 where id = $1 and processed_at is null
         returning type, object_id, customer_id,
           exists (select from public.customers c where c.stripe_customer_id = e.customer_id and c.synced_at > e.received_at) as seen`,
        [id],
      ),
    );
    const event = rows[0];
    if (!event) return;
    try {
      await process(context, event);
    } catch (error) {
      const note = error instanceof PaymentsError ? error.code : "failed";
      await asService(context.db, (tx) => tx.query("update billing.stripe_events set last_error = $2 where id = $1", [id, note]));
      throw error;
    }
    await asService(context.db, (tx) =>
      tx.query("update billing.stripe_events set processed_at = now(), last_error = null where id = $1", [id]),
    );
  };
}
