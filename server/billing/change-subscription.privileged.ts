import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { currentSubscription, type ProviderSubscription } from "../vendors/payments/payments.ts";
import { refusals } from "./refusals.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

/**
 * Applies `change` to the user's current subscription, as the provider has it now, and stores the state that results. Throws a
 * `FunctionError` when there is no current subscription, or `PaymentsError`.
 */
export async function changeSubscription(
  context: FunctionContext,
  userId: string,
  change: (subscription: ProviderSubscription) => Promise<ProviderSubscription>,
): Promise<ProviderSubscription> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ customer: string }>("select stripe_customer_id as customer from public.customers where id = $1", [userId]),
  );
  const customer = rows[0]?.customer;
  const subscription = customer && currentSubscription(await context.payments.listSubscriptions(customer));
  if (!customer || !subscription) throw refusals.noSubscription();
  const changed = await change(subscription);
  if (changed !== subscription) await syncCustomer(context, customer);
  return changed;
}
