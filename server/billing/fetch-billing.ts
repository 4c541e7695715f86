import {
  isOver,
  type Payments,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderInvoice,
  type ProviderRefund,
  type ProviderSubscription,
} from "../vendors/payments/payments.ts";

/** All that is stored about one customer. */
export interface FetchedBilling {
  /** Newest first. */
  subscriptions: ProviderSubscription[];
  /** Oldest first, as are the purchases. */
  invoices: ProviderInvoice[];
  purchases: ProviderCheckout[];
  /** Sorted by id, as are the disputes. */
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

/** What the stored state says about a fetched customer. Ids. */
export interface Comparison {
  /** Subscriptions whose trial is refused. */
  refused: string[];
  /** Stored subscriptions that are not over, and which the provider did not list. */
  unlisted: string[];
  /** Stored subscriptions that are over. */
  over: string[];
  /** Refunds that have taken minutes. */
  refunds: string[];
}

function byId<T extends { id: string }>(objects: readonly T[]): T[] {
  return objects.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Throws `PaymentsError`. */
export async function fetchBilling(payments: Payments, customerId: string): Promise<FetchedBilling> {
  const [subscriptions, invoices, purchases, refunds, disputes] = await Promise.all([
    payments.listSubscriptions(customerId),
    payments.listInvoices(customerId),
    payments.listPurchases(customerId),
    payments.listRefunds(customerId),
    payments.listDisputes(customerId),
  ]);
  return {
    subscriptions,
    invoices: invoices.toSorted((a, b) => a.created - b.created),
    purchases: purchases.toReversed(),
    refunds: byId(refunds),
    disputes: byId(disputes),
  };
}

/**
 * Completes what was fetched with what only the stored state shows: subscriptions and refunds that the provider does not list any more, as
 * those of a deleted customer. Ends what must not charge: refused trials, and open invoices of subscriptions that are over. Idempotent.
 * Throws `PaymentsError`.
 */
export async function askAboutStored(payments: Payments, fetched: FetchedBilling, compared: Comparison): Promise<FetchedBilling> {
  const subscriptions: ProviderSubscription[] = [];
  for (const subscription of fetched.subscriptions)
    subscriptions.push(
      compared.refused.includes(subscription.id) ? await payments.cancelSubscription(subscription.id) : subscription,
    );
  for (const id of compared.unlisted) {
    const subscription = await payments.retrieveSubscription(id);
    if (subscription) subscriptions.push(subscription);
  }
  const over = new Set<string | null>([...compared.over, ...compared.unlisted]);
  for (const { id, status } of subscriptions)
    if (isOver(status)) over.add(id);
    else over.delete(id);
  for (const { id, status, subscriptionId } of fetched.invoices)
    if (status === "open" && over.has(subscriptionId)) await payments.voidInvoice(id);

  const refunds = [...fetched.refunds];
  for (const id of compared.refunds) {
    if (refunds.some((refund) => refund.id === id)) continue;
    const refund = await payments.retrieveRefund(id);
    // One that is still good stays taken, under the payment that it was taken of.
    if (refund?.failed) refunds.push(refund);
  }
  return { ...fetched, subscriptions, refunds };
}
