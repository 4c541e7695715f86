import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { withKeyedMutex } from "./keyed-mutex.ts";
import { currentSubscription } from "./provider-statuses.ts";
import { refusals } from "./refusals.ts";
import { lockUser, syncSubscriptions } from "./sync-subscriptions.privileged.ts";

/**
 * Applies `change` to the user's current subscription, fetched from the provider under the user's billing lock, and stores the state
 * that results. Throws a `FunctionError` when there is no current subscription, or `PaymentsError`.
 */
export async function changeSubscription(
  context: FunctionContext,
  userId: string,
  change: (subscription: ProviderSubscription) => Promise<ProviderSubscription>,
): Promise<ProviderSubscription> {
  const run = (): Promise<ProviderSubscription> =>
    asService(context.db, async (tx) => {
      await lockUser(tx, userId);
      const { rows } = await tx.query<{ customer: string }>(
        "select stripe_customer_id as customer from public.customers where id = $1",
        [userId],
      );
      const customer = rows[0]?.customer;
      const subscription = customer && currentSubscription(await context.payments.listSubscriptions(customer));
      if (!customer || !subscription) throw refusals.noSubscription();
      const changed = await change(subscription);
      if (changed !== subscription) await syncSubscriptions(context, tx, userId, customer);
      return changed;
    });
  return withKeyedMutex(userId, run);
}
