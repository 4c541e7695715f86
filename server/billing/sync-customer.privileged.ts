import { asService } from "@lampstand/database/as-service";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { withKeyedMutex } from "./keyed-mutex.ts";
import { syncMinutes } from "./sync-minutes.privileged.ts";
import { lockUser, syncSubscriptions, type Synced } from "./sync-subscriptions.privileged.ts";

/**
 * Syncs all that is stored about a customer with the provider's present state: subscriptions, trial, minutes, disputes, referral. The
 * caller holds `lockUser`. Throws `PaymentsError`, which rolls the caller's transaction back.
 */
export async function syncBilling(
  context: FunctionContext,
  tx: Transaction,
  userId: string,
  customerId: string,
): Promise<Synced> {
  // Not now(), the time at which the transaction began: it may have waited for the lock since then.
  const { rows } = await tx.query<{ began: string }>("select clock_timestamp()::text as began");
  const synced = await syncSubscriptions(context, tx, userId, customerId);
  await syncMinutes(context, tx, userId, customerId);
  await tx.query("update public.customers set synced_at = $2 where id = $1", [userId, rows[0]?.began]);
  return synced;
}

/** `syncBilling` by customer id. Does nothing for an unknown customer. */
export async function syncCustomer(context: FunctionContext, customerId: string): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ id: string }>("select id from public.customers where stripe_customer_id = $1", [customerId]),
  );
  const userId = rows[0]?.id;
  if (!userId) return;
  await withKeyedMutex(userId, () =>
    asService(context.db, async (tx) => {
      await lockUser(tx, userId);
      await syncBilling(context, tx, userId, customerId);
    }),
  );
}
