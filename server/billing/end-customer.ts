import type { Payments } from "../vendors/payments/payments.ts";
import { hasEnded } from "./provider-statuses.ts";

/**
 * Expires the customer's open checkouts, cancels their subscriptions and voids their open invoices, at once and without refunds. Checkouts
 * come first, so that no subscription begins meanwhile. Idempotent. Throws `PaymentsError`.
 */
export async function endCustomer(payments: Payments, customerId: string): Promise<void> {
  for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.expireCheckout(id);
  for (const { id, status } of await payments.listSubscriptions(customerId))
    if (!hasEnded(status)) await payments.cancelSubscription(id);
  for (const { id, status } of await payments.listInvoices(customerId)) if (status === "open") await payments.voidInvoice(id);
}
