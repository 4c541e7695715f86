import { z } from "zod";
import { PaymentsError } from "../../adapters/payments/payments.ts";
import { asService } from "../../db/as-service.ts";
import type { FunctionContext } from "../context.ts";
import { FunctionError } from "../errors.ts";
import { finishedCheckout, fulfil } from "./fulfil.privileged.ts";
import { syncCustomer } from "./sync-subscriptions.privileged.ts";

interface StoredEvent {
  type: string;
  object_id: string;
  customer_id: string | null;
}

const payload = z.object({ id: z.string() });

async function process(context: FunctionContext, event: StoredEvent): Promise<void> {
  if (event.type.startsWith("checkout.session.")) {
    try {
      await fulfil(context, await finishedCheckout(context, event.object_id));
    } catch (error) {
      // Not complete, expired, or not ours: nothing is owed.
      if (!(error instanceof FunctionError)) throw error;
    }
  } else if (event.customer_id) {
    await syncCustomer(context, event.customer_id);
  }
}

/**
 * Job `stripe-event` {id}: brings our copy of what the event is about up to the provider's present state, so that duplicates and
 * order do not matter. A failure is noted with the event and thrown, for the queue to try again.
 */
export function stripeEventTask(context: FunctionContext): (body: unknown) => Promise<void> {
  return async (body) => {
    const { id } = payload.parse(body);
    const { rows } = await asService(context.db, (tx) =>
      tx.query<StoredEvent>(
        `update billing.stripe_events set attempts = attempts + 1 where id = $1 and processed_at is null
         returning type, object_id, customer_id`,
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
