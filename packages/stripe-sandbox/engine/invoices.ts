import { SandboxError } from "../error.ts";
import { newPaymentIntent } from "../objects/intent.ts";
import { finalized, newInvoice, newInvoicePayment, paid } from "../objects/invoice.ts";
import { itemOf } from "../objects/subscription.ts";
import type { Customer, Invoice, InvoicePayment, PaymentIntent, Price, Subscription } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { updateCustomer } from "./customers.ts";
import { attemptPayment, cancelPayment, type Attempt } from "./payments.ts";
import type { Seller } from "./seller.ts";

export async function putInvoice(ledger: Ledger, invoice: Invoice, hidden?: { retries: number }): Promise<void> {
  const dueAt = invoice.status === "draft" ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
  await ledger.put(invoice, { dueAt: dueAt ?? null, ...(hidden ? { hidden } : {}) });
}

/** The invoice of the subscription's first or next period; not stored. */
export async function billOf(
  ledger: Ledger,
  seller: Seller,
  subscription: Subscription,
  what: { reason: Parameters<typeof newInvoice>[0]["reason"]; trial?: boolean; period: { start: number; end: number } },
): Promise<Invoice> {
  const customer = await ledger.get("customer", subscription.customer);
  const { price, quantity = 1 } = itemOf(subscription);
  const product = await ledger.get("product", price.product);
  const names = { productName: product.name, accountName: seller.displayName };
  return newInvoice({ subscription, price, quantity, customer, ...names, trial: false, ...what }, ledger.now);
}

async function nextNumber(ledger: Ledger, id: string | null): Promise<string> {
  const customer = await ledger.get("customer", id);
  const sequence = customer.next_invoice_sequence ?? 1;
  await ledger.put({ ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`;
}

interface Sale {
  customer: Customer;
  price: Price;
  quantity: number;
  intent: PaymentIntent;
}

/** The invoice of a checkout's single payment, made when that has succeeded (`invoice_creation`). */
export async function invoiceSale(ledger: Ledger, seller: Seller, { customer, price, quantity, intent }: Sale): Promise<Invoice> {
  const product = await ledger.get("product", price.product);
  const draft = newInvoice(
    {
      subscription: null,
      price,
      quantity,
      customer,
      reason: "manual",
      trial: false,
      productName: product.name,
      period: { start: ledger.now, end: ledger.now },
      accountName: seller.displayName,
    },
    ledger.now,
  );
  await putInvoice(ledger, draft);
  await ledger.emit("invoice.created", draft);
  const invoice = finalized(draft, await nextNumber(ledger, customer.id), seller.pagesUrl, ledger.now);
  await putInvoice(ledger, invoice);
  await ledger.emit("invoice.finalized", invoice);
  const link = newInvoicePayment(invoice, intent.id, ledger.now);
  await ledger.put(paidLink(link, invoice, ledger.now));
  return settle(ledger, { ...invoice, attempt_count: 1 });
}

function paidLink(link: InvoicePayment, { amount_due }: Invoice, now: number): InvoicePayment {
  return { ...link, amount_paid: amount_due, status: "paid", status_transitions: { canceled_at: null, paid_at: now } };
}

/** Draft to open; an invoice of 0 becomes paid. */
export async function finalizeInvoice(ledger: Ledger, seller: Seller, draft: Invoice): Promise<Invoice> {
  const number = await nextNumber(ledger, draft.customer);
  const invoice = finalized(draft, number, seller.pagesUrl, ledger.now);
  await putInvoice(ledger, invoice);
  await ledger.emit("invoice.finalized", invoice);
  if (invoice.amount_due === 0) return settle(ledger, invoice);
  const intent = newPaymentIntent(
    {
      customer: invoice.customer ?? "",
      amount: invoice.amount_due,
      currency: invoice.currency,
      description: `Invoice ${number}`,
      metadata: {},
      reusable: true,
    },
    ledger.now,
  );
  await ledger.put(intent);
  await ledger.emit("payment_intent.created", intent);
  await ledger.put(newInvoicePayment(invoice, intent.id, ledger.now));
  return invoice;
}

async function settle(ledger: Ledger, invoice: Invoice): Promise<Invoice> {
  const done = paid(invoice, ledger.now);
  await putInvoice(ledger, done);
  await ledger.emit("invoice.paid", done);
  await ledger.emit("invoice.payment_succeeded", done);
  return done;
}

async function paymentOf(ledger: Ledger, invoice: Invoice): Promise<{ link: InvoicePayment; intent: PaymentIntent }> {
  const [link] = (await ledger.list("invoice_payment", { invoice: invoice.id })).data;
  if (!link) throw new Error("an open invoice has a payment");
  return { link, intent: await ledger.get("payment_intent", link.payment.payment_intent ?? null) };
}

/** The invoice's payment intent; null for a draft and for an amount of 0. */
export async function intentOf(ledger: Ledger, invoice: Invoice): Promise<PaymentIntent | null> {
  return invoice.amount_due === 0 || invoice.status === "draft" ? null : (await paymentOf(ledger, invoice)).intent;
}

export async function invoiceOfPayment(ledger: Ledger, paymentIntent: string): Promise<Invoice | null> {
  const [link] = (await ledger.list("invoice_payment", { payment: { payment_intent: paymentIntent } })).data;
  return link ? ledger.get("invoice", link.invoice) : null;
}

/** Tries to collect an open invoice. Returns its new state; its payment intent has the reason why it is still open. */
export async function collect(ledger: Ledger, open: Invoice, attempt: Attempt): Promise<Invoice> {
  const { link, intent: before } = await paymentOf(ledger, open);
  const intent = await attemptPayment(ledger, before, attempt);
  const invoice: Invoice = { ...open, attempted: true, attempt_count: open.attempt_count + 1 };
  if (intent.status === "succeeded") {
    await setDelinquent(ledger, open.customer, false);
    await ledger.put(paidLink(link, open, ledger.now));
    return settle(ledger, invoice);
  }
  await putInvoice(ledger, invoice);
  if (intent.status === "requires_action") await ledger.emit("invoice.payment_action_required", invoice);
  await ledger.emit("invoice.payment_failed", invoice);
  return invoice;
}

/** Sets the customer's `delinquent`: whether an invoice is overdue. */
export async function setDelinquent(ledger: Ledger, customerId: string | null, delinquent: boolean): Promise<void> {
  const before = await ledger.find("customer", customerId ?? "");
  if (before) await updateCustomer(ledger, before, { ...before, delinquent });
}

/** Open or uncollectible to void. Throws 400 for any other status. */
export async function voidInvoice(ledger: Ledger, open: Invoice): Promise<Invoice> {
  if (open.status !== "open" && open.status !== "uncollectible") {
    throw new SandboxError(400, "You can only pass in open invoices. This invoice isn't open.", { code: "invoice_not_editable" });
  }
  const { link, intent } = await paymentOf(ledger, open);
  await cancelPayment(ledger, intent, "void_invoice");
  await ledger.put({ ...link, status: "canceled", status_transitions: { canceled_at: ledger.now, paid_at: null } });
  const voided: Invoice = {
    ...open,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...open.status_transitions, voided_at: ledger.now },
  };
  await putInvoice(ledger, voided);
  await ledger.emit("invoice.voided", voided);
  return voided;
}
