import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { refusals } from "./refusals.ts";
import { dashboardUrls } from "./return-urls.ts";
import { syncBilling } from "./sync-customer.privileged.ts";

/**
 * The upgrade in the trial: charges now, and answers where to go on: the dashboard, or the invoice's page when the bank asks the person.
 * Throws a `FunctionError` when the card is declined; the trial is lost by neither. The caller holds `lockUser`.
 */
export async function endTrial(
  context: FunctionContext,
  tx: Transaction,
  userId: string,
  subscription: ProviderSubscription,
): Promise<string> {
  // It would be charged for a month, and end with the trial all the same.
  if (subscription.cancelAt !== null) throw refusals.cancellationScheduled();
  const end = await context.payments.endTrialNow(subscription.id);
  if (end.outcome === "declined") throw refusals.cardDeclined();
  if (end.outcome === "needs_action") {
    if (!end.invoice.hostedUrl) throw new Error("the payment provider has no page for an open invoice");
    return end.invoice.hostedUrl;
  }
  await syncBilling(context, tx, userId, subscription.customerId);
  return dashboardUrls(context).successUrl;
}
