import type { ProviderCheckout } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { refusals } from "./refusals.ts";
import type { TrialOutcome } from "./store-subscriptions.ts";
import { syncCustomer } from "./sync-customer.privileged.ts";

async function forgetCheckout(context: FunctionContext, sessionId: string): Promise<void> {
  await asService(context.db, (tx) => tx.query("delete from billing.open_checkouts where session_id = $1", [sessionId]));
}

/**
 * The checkout, if it is complete and paid. Throws a `FunctionError` if it is not, or belongs to another user than `expectedUser`;
 * `PaymentsError` when the provider can't be asked.
 */
export async function finishedCheckout(
  context: FunctionContext,
  sessionId: string,
  expectedUser?: string,
): Promise<ProviderCheckout> {
  const checkout = await context.payments.retrieveCheckout(sessionId);
  if (!checkout) throw refusals.checkoutNotFound();
  if (expectedUser !== undefined && checkout.clientReferenceId !== expectedUser) throw refusals.checkoutMismatch();
  if (checkout.status === "expired") {
    await forgetCheckout(context, sessionId);
    throw refusals.checkoutExpired();
  }
  // Stripe: fulfil only what is paid or needs no payment; a delayed payment completes the session while still unpaid.
  if (checkout.status !== "complete" || checkout.paymentStatus === "unpaid") throw refusals.checkoutIncomplete();
  return checkout;
}

/**
 * Gives the user what a finished checkout bought. The webhook's job and the completion page both call it, in any order and at the same
 * time. The user is the one for whom the checkout was opened; the event is not trusted for that.
 */
export async function fulfil(context: FunctionContext, checkout: ProviderCheckout): Promise<TrialOutcome> {
  const { rowCount } = await asService(context.db, (tx) =>
    tx.query("select from public.customers where id::text = $1 and stripe_customer_id = $2", [
      checkout.clientReferenceId,
      checkout.customerId,
    ]),
  );
  const synced = rowCount && checkout.customerId ? await syncCustomer(context, checkout.customerId) : undefined;
  if (!synced) throw refusals.checkoutNotFound();
  await forgetCheckout(context, checkout.id);
  return synced.trial;
}
