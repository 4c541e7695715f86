import type { Payments } from "../vendors/payments/payments.ts";

/**
 * Everything that charges the customer, or that they could still pay, ends at the provider, now and without a refund: checkouts first, so
 * that nothing begins behind it. May run again at any time. Throws `PaymentsError`.
 */
export async function endCustomer(payments: Payments, customerId: string): Promise<void> {
  for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.expireCheckout(id);
  for (const { id, status } of await payments.listSubscriptions(customerId))
    if (status !== "canceled" && status !== "incomplete_expired") await payments.cancelSubscription(id);
  for (const { id, status } of await payments.listInvoices(customerId)) if (status === "open") await payments.voidInvoice(id);
}
