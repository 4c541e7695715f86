import { PRICE_CENTS_PER_MONTH } from "../../shared/constants.ts";
import * as endpoints from "../../shared/endpoints/billing.ts";
import type { BillingOverview } from "../../shared/endpoints/billing.ts";
import {
  currentSubscription,
  planOf,
  type ProviderCheckout,
  type ProviderInvoice,
  type ProviderRefund,
  type ProviderSubscription,
} from "../vendors/payments/payments.ts";
import { implement } from "../endpoints/implement.ts";
import { accountOf } from "./account.privileged.ts";
import { minutesBySermon } from "./minutes-by-sermon.privileged.ts";
import { toFunctionError } from "./refusals.ts";

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const isoOrNull = (seconds: number | null): string | null => (seconds === null ? null : iso(seconds));

type Entry = BillingOverview["invoices"][number];

/** The sum of the refunds of these payments, in cents. */
type RefundedOf = (paymentIntentIds: readonly (string | null)[]) => number;

function refundedOf(refunds: readonly ProviderRefund[]): RefundedOf {
  return (intents) =>
    refunds
      .filter((refund) => intents.includes(refund.paymentIntentId) && !refund.failed)
      .reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Drafts are not due yet and void invoices are not due at all (a declined upgrade leaves one), so neither is listed. A paid one without a
 * subscription is that of a purchase, and listed with it.
 */
function invoiceEntry(invoice: ProviderInvoice, refunded: RefundedOf): Entry[] {
  const { id, number, created, status, amountPaid, amountDue, currency, hostedUrl, paymentIntentIds, subscriptionId } = invoice;
  if (status === "draft" || status === "void" || (status === "paid" && subscriptionId === null)) return [];
  const amount = status === "paid" ? amountPaid : amountDue;
  return [
    {
      id,
      number,
      minutes: null,
      date: iso(created),
      amount,
      refunded: refunded(paymentIntentIds),
      currency,
      status,
      url: hostedUrl,
    },
  ];
}

/** A purchase of minutes, with its invoice. One of earlier times has none. */
function purchaseEntry(purchase: ProviderCheckout, invoices: readonly ProviderInvoice[], refunded: RefundedOf): Entry[] {
  const { id, quantity, created, amountTotal, currency, paymentStatus, paymentIntentId, invoiceId } = purchase;
  if (paymentStatus !== "paid") return [];
  const invoice = invoices.find((each) => each.id === invoiceId);
  return [
    {
      id,
      number: invoice?.number ?? null,
      minutes: quantity,
      date: iso(created),
      amount: amountTotal,
      refunded: refunded([paymentIntentId]),
      currency,
      status: "paid",
      url: invoice?.hostedUrl ?? null,
    },
  ];
}

function nextCharge({ status, cancelAt, trialEnd, periodEnd }: ProviderSubscription): number | null {
  if (cancelAt !== null) return null;
  if (status === "trialing") return trialEnd;
  return status === "active" ? periodEnd : null;
}

/** POST billing-overview: what the billing screen shows, as the provider has it now. */
export const billingOverview = implement(endpoints.billingOverview, async ({ context, userId }) => {
  const { customerId, access } = await accountOf(context, userId);
  try {
    const minutesUsed = await minutesBySermon(context, userId);
    const [subscriptions, invoices, purchases, refunds] = customerId
      ? await Promise.all([
          context.payments.listSubscriptions(customerId),
          context.payments.listInvoices(customerId),
          context.payments.listPurchases(customerId),
          context.payments.listRefunds(customerId),
        ])
      : [[], [], [], []];
    const refunded = refundedOf(refunds);
    const current = currentSubscription(subscriptions);
    return {
      status: (current ?? subscriptions[0])?.status ?? null,
      plan: current ? planOf(current.status) : null,
      nextBillingDate: current ? isoOrNull(nextCharge(current)) : null,
      cancelAt: isoOrNull(current?.cancelAt ?? null),
      trialEndsAt: current?.status === "trialing" ? isoOrNull(current.trialEnd) : null,
      card: current?.card
        ? {
            brand: current.card.brand,
            last4: current.card.last4,
            expMonth: current.card.expMonth,
            expYear: current.card.expYear,
          }
        : null,
      invoices: [
        ...invoices.flatMap((invoice) => invoiceEntry(invoice, refunded)),
        ...purchases.flatMap((purchase) => purchaseEntry(purchase, invoices, refunded)),
      ].toSorted((a, b) => b.date.localeCompare(a.date)),
      minutesUsed,
      priceCents: current?.amount ?? PRICE_CENTS_PER_MONTH,
      graceEndsAt: current?.status === "past_due" && access.grace_end ? new Date(access.grace_end).toISOString() : null,
    };
  } catch (error) {
    throw toFunctionError(error, "Could not load your billing details. Please try again.");
  }
});
