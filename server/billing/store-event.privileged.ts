import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import type { ProviderEvent } from "../vendors/payments/payments.ts";
import { enqueue } from "../jobs/jobs.ts";

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
