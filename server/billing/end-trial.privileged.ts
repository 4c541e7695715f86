import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { refusals } from "./refusals.ts";
import { dashboardUrls } from "./return-urls.ts";
import { syncBilling } from "./sync-customer.privileged.ts";

/**
 * Upgrades during the trial: ends the trial, charges the card, and returns the URL to go to: the dashboard, or the invoice's page when the
 * bank wants the customer to authenticate, until which the trial goes on. Throws a `FunctionError` when the card is declined; the trial
 * then goes on too. The caller holds `lockUser`.
 */
export async function endTrial(
  context: FunctionContext,
  tx: Transaction,
  userId: string,
  subscription: ProviderSubscription,
): Promise<string> {
  // The month would be charged, but the subscription would still end with the trial.
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
