import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { withKeyedMutex } from "./keyed-mutex.ts";
import { refusals } from "./refusals.ts";
import { lockUser, syncSubscriptions } from "./sync-subscriptions.privileged.ts";

// In the order of billing.access: what gives most comes first.
const LIVING: readonly ProviderSubscription["status"][] = ["active", "past_due", "trialing", "unpaid", "paused"];

/** Of a customer's subscriptions the one that charges or will charge. */
export function currentSubscription(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | undefined {
  return LIVING.flatMap((status) => subscriptions.filter((one) => one.status === status))[0];
}

/**
 * Changes the user's subscription as the provider has it now, alone for this user, and stores the state that follows. Throws a
 * `FunctionError` without one, or `PaymentsError`.
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
