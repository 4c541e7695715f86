import { newId } from "./id.ts";
import { itemOf } from "./subscription.ts";
import { listOf, type Customer, type Invoice, type InvoicePayment, type Price, type Subscription } from "./wire.ts";

interface InvoiceFacts {
  /** Null for a single payment. */
  subscription: Subscription | null;
  price: Price;
  quantity: number;
  customer: Customer;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming" | "manual";
  /** The invoice of a trial, over the amount 0. */
  trial: boolean;
  productName: string;
  /** What the line pays for, Unix seconds. */
  period: { start: number; end: number };
  /** Name of the selling account. */
  accountName: string;
}

/** A draft invoice, or with "upcoming" the preview of one. */
export function newInvoice(facts: InvoiceFacts, now: number): Invoice {
  const { subscription, price, quantity, customer, trial } = facts;
  const unitAmount = trial ? 0 : (price.unit_amount ?? 0);
  const amount = unitAmount * quantity;
  const id = newId(facts.reason === "upcoming" ? "upcoming_in" : "in");
  const currency = price.currency;
  const metadata = subscription?.metadata ?? {};
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: facts.accountName,
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: facts.reason,
    collection_method: "charge_automatically",
    created: now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      [
        {
          id: newId("il"),
          object: "line_item" as const,
          amount,
          currency,
          description: trial ? `Trial period for ${facts.productName}` : `${quantity} × ${facts.productName}`,
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: id,
          livemode: false,
          metadata,
          parent: subscription
            ? {
                invoice_item_details: null,
                subscription_item_details: {
                  invoice_item: null,
                  proration: false,
                  proration_details: { credited_items: null },
                  subscription: subscription.id,
                  subscription_item: itemOf(subscription).id,
                },
                type: "subscription_item_details",
              }
            : {
                invoice_item_details: {
                  invoice_item: newId("ii"),
                  proration: false,
                  proration_details: { credited_items: null },
                  subscription: null,
                },
                subscription_item_details: null,
                type: "invoice_item_details",
              },
          period: facts.period,
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: price.id, product: price.product },
            type: "price_details" as const,
            unit_amount_decimal: String(unitAmount),
          },
          quantity,
          quantity_decimal: String(quantity),
          subscription: subscription?.id ?? null,
          subtotal: amount,
          taxes: [],
        },
      ],
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: facts.period.start,
    period_start: facts.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: customer.test_clock ?? null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

/** Draft to open: it has a number and a page, and can be paid. */
export function finalized(invoice: Invoice, number: string, pagesUrl: string, now: number): Invoice {
  return {
    ...invoice,
    automatically_finalizes_at: null,
    auto_advance: invoice.amount_due > 0,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${pagesUrl}/invoices/${invoice.id}`,
    invoice_pdf: `${pagesUrl}/invoices/${invoice.id}/print`,
    number,
    status: "open",
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  };
}

export function paid(invoice: Invoice, now: number): Invoice {
  return {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  };
}

/** The link between an invoice and the payment intent that is to pay it. */
export function newInvoicePayment(invoice: Invoice, paymentIntent: string, now: number): InvoicePayment {
  return {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
