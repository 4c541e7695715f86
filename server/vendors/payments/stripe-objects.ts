import type { Stripe } from "stripe";
import { z } from "zod";
import {
  SUBSCRIPTION_STATUSES,
  PaymentsError,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderInvoice,
  type ProviderRefund,
  type ProviderSubscription,
} from "./payments.ts";

// The SDK types these as open sets of strings. An unknown value is an error here.
const checkoutStates = z.object({
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  mode: z.enum(["subscription", "payment"]),
});
// Our statuses of a subscription are Stripe's.
const subscriptionStates = z.object({ status: z.enum(SUBSCRIPTION_STATUSES) });
const invoiceStates = z.object({ status: z.enum(["draft", "open", "paid", "uncollectible", "void"]) });
const refundStates = z.object({ status: z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]) });

function known<S extends z.ZodType>(schema: S, object: { object: string }): z.output<S> {
  const states = schema.safeParse(object);
  if (!states.success) throw new PaymentsError("rejected", `stripe: a ${object.object} in a state that is not known here`);
  return states.data;
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** `quantity` is known when `line_items` was expanded. */
export function readCheckout(session: Stripe.Checkout.Session): ProviderCheckout {
  const states = known(checkoutStates, session);
  return {
    id: session.id,
    status: states.status,
    paymentStatus: states.payment_status,
    mode: states.mode,
    created: session.created,
    url: session.url,
    clientReferenceId: session.client_reference_id,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    paymentIntentId: idOf(session.payment_intent),
    invoiceId: idOf(session.invoice),
    quantity: session.line_items?.data[0]?.quantity ?? null,
    amountTotal: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    metadata: session.metadata ?? {},
  };
}

/** The card is known when `default_payment_method` was expanded. */
export function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0];
  const customerId = idOf(subscription.customer);
  if (!item || !customerId) throw new PaymentsError("rejected", "stripe: a subscription without item or customer");
  const method = subscription.default_payment_method;
  const card = method && typeof method === "object" ? method.card : undefined;
  return {
    id: subscription.id,
    customerId,
    status: known(subscriptionStates, subscription).status,
    priceId: item.price.id,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    // Since API version 2025-03-31 a subscription's period stands at its items.
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    trialStart: subscription.trial_start,
    trialEnd: subscription.trial_end,
    // The customer portal sets `cancel_at` alone, the API may set only `cancel_at_period_end`: both mean a scheduled end.
    cancelAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null),
    endedAt: subscription.ended_at,
    card: card
      ? {
          brand: card.brand,
          last4: card.last4,
          expMonth: card.exp_month,
          expYear: card.exp_year,
          fingerprint: card.fingerprint ?? null,
        }
      : null,
    metadata: subscription.metadata,
  };
}

/** The payment intents are known when `payments` was expanded. */
export function readInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: known(invoiceStates, invoice).status,
    amountPaid: invoice.amount_paid,
    amountDue: invoice.amount_due,
    currency: invoice.currency,
    created: invoice.created,
    paidAt: invoice.status_transitions.paid_at,
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    billingReason: invoice.billing_reason,
    paymentIntentIds: (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []),
    lines: invoice.lines.data.map((line) => ({
      id: line.id,
      periodStart: line.period.start,
      periodEnd: line.period.end,
      amount: line.amount,
      priceId: idOf(line.pricing?.price_details?.price),
    })),
  };
}

export function readRefund(refund: Stripe.Refund): ProviderRefund {
  const { status } = known(refundStates, refund);
  return {
    id: refund.id,
    paymentIntentId: idOf(refund.payment_intent),
    amount: refund.amount,
    failed: status === "failed" || status === "canceled",
  };
}

/** An inquiry (`warning_...`) or a prevented dispute has taken no money. https://docs.stripe.com/disputes/how-disputes-work */
function disputeState(status: string): ProviderDispute["state"] {
  if (status === "prevented" || status.startsWith("warning_")) return "inquiry";
  return status === "won" || status === "lost" ? status : "open";
}

/** A dispute contains only its charge; the caller knows the customer. */
export function readDispute(dispute: Stripe.Dispute, customerId: string | null): ProviderDispute {
  return {
    id: dispute.id,
    customerId,
    paymentIntentId: idOf(dispute.payment_intent),
    amount: dispute.amount,
    state: disputeState(dispute.status),
  };
}
