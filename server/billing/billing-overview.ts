import type { FastifyRequest } from "fastify";
import { PRICE_CENTS_PER_MONTH } from "../../shared/constants.ts";
import { billingOverview as contract, type BillingOverview } from "../../shared/functions.ts";
import type { ProviderCheckout, ProviderInvoice, ProviderRefund, ProviderSubscription } from "../vendors/payments/payments.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { accountOf } from "./account.privileged.ts";
import { currentSubscription } from "./change-subscription.privileged.ts";
import { toFunctionError } from "./refusals.ts";

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const isoOrNull = (seconds: number | null): string | null => (seconds === null ? null : iso(seconds));

type Entry = BillingOverview["invoices"][number];

/** What was given back of payments, in cents. */
type RefundedOf = (paymentIntentIds: readonly (string | null)[]) => number;

function refundedOf(refunds: readonly ProviderRefund[]): RefundedOf {
  return (intents) =>
    refunds
      .filter(({ paymentIntentId, status }) => intents.includes(paymentIntentId) && status !== "failed" && status !== "canceled")
      .reduce((sum, { amount }) => sum + amount, 0);
}

/** A draft is not owed yet, and a void one never was: a declined upgrade leaves one. */
function invoiceEntry(invoice: ProviderInvoice, refunded: RefundedOf): Entry[] {
  const { id, number, created, status, amountPaid, amountDue, currency, hostedUrl, paymentIntentIds } = invoice;
  if (status === "draft" || status === "void") return [];
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

/** The provider makes no invoice for a single payment. */
function purchaseEntry(purchase: ProviderCheckout, refunded: RefundedOf): Entry[] {
  const { id, quantity, created, amountTotal, currency, paymentStatus, paymentIntentId } = purchase;
  if (paymentStatus !== "paid") return [];
  return [
    {
      id,
      number: null,
      minutes: quantity,
      date: iso(created),
      amount: amountTotal,
      refunded: refunded([paymentIntentId]),
      currency,
      status: "paid",
      url: null,
    },
  ];
}

function nextCharge({ status, cancelAt, trialEnd, periodEnd }: ProviderSubscription): number | null {
  if (cancelAt !== null) return null;
  if (status === "trialing") return trialEnd;
  return status === "active" ? periodEnd : null;
}

function planOf(status: ProviderSubscription["status"] | undefined): BillingOverview["plan"] {
  if (status === "trialing") return "trial";
  return status === "active" || status === "past_due" ? "premium" : null;
}

/** POST billing-overview: what the billing screen shows, as the provider has it now. */
export async function billingOverview(context: FunctionContext, request: FastifyRequest): Promise<BillingOverview> {
  const userId = requireUser(await context.callerOf(request));
  parseBody(contract.body, request.body ?? {});
  const { customerId, access } = await accountOf(context, userId);
  try {
    const [subscriptions, invoices, purchases, refunds] = customerId
      ? await Promise.all([
          context.payments.listSubscriptions(customerId),
          context.payments.listInvoices(customerId),
          context.payments.listPurchases(customerId),
          context.payments.listRefunds(customerId),
        ])
      : [[], [], [], []];
    const refunded = refundedOf(refunds);
    const living = currentSubscription(subscriptions);
    return {
      status: (living ?? subscriptions[0])?.status ?? null,
      plan: planOf(living?.status),
      nextBillingDate: living ? isoOrNull(nextCharge(living)) : null,
      cancelAt: isoOrNull(living?.cancelAt ?? null),
      trialEndsAt: living?.status === "trialing" ? isoOrNull(living.trialEnd) : null,
      card: living?.card
        ? {
            brand: living.card.brand,
            last4: living.card.last4,
            expMonth: living.card.expMonth,
            expYear: living.card.expYear,
          }
        : null,
      invoices: [
        ...invoices.flatMap((invoice) => invoiceEntry(invoice, refunded)),
        ...purchases.flatMap((purchase) => purchaseEntry(purchase, refunded)),
      ].toSorted((a, b) => b.date.localeCompare(a.date)),
      priceCents: living?.amount ?? PRICE_CENTS_PER_MONTH,
      graceEndsAt: living?.status === "past_due" && access.grace_end ? new Date(access.grace_end).toISOString() : null,
    };
  } catch (error) {
    throw toFunctionError(error, "Could not load your billing details. Please try again.");
  }
}
