import { BASE_MINUTES } from "../../shared/constants.ts";
import type { Transaction } from "@lampstand/database";
import type { ProviderCheckout, ProviderDispute, ProviderInvoice, ProviderRefund } from "../vendors/payments/payments.ts";
import type { FetchedBilling } from "./fetch-billing.ts";
import { recordReferral } from "./store-subscriptions.ts";

/** Whether money was paid for a subscription's invoice. The invoice of a trial, over 0, does not count. */
function isPaid(invoice: ProviderInvoice): boolean {
  return invoice.status === "paid" && invoice.amountPaid > 0 && invoice.subscriptionId !== null;
}

/** Grants the base minutes of every paid period, once for each period of an invoice. */
async function grantPeriods(tx: Transaction, userId: string, invoices: readonly ProviderInvoice[]): Promise<void> {
  for (const invoice of invoices.filter(isPaid)) {
    const lines = invoice.lines.filter(({ amount }) => amount > 0);
    for (const [i, line] of lines.entries()) {
      await tx.query("select billing.start_period($1, $2, $3, to_timestamp($4), to_timestamp($5), $6, $7)", [
        userId,
        `invoice:${invoice.id}:${line.periodStart}`,
        BASE_MINUTES * 60,
        line.periodStart,
        line.periodEnd,
        invoice.id,
        // The whole invoice with taxes, since a refund takes back minutes in proportion to it.
        i === 0 ? invoice.amountPaid : 0,
      ]);
    }
  }
}

/** Stores since when each subscription is unpaid: the date of the oldest open invoice after the newest paid one. */
async function saveUnpaidSince(tx: Transaction, userId: string, invoices: readonly ProviderInvoice[]): Promise<void> {
  const since = new Map<string, number>();
  for (const { subscriptionId, status, created, amountDue } of invoices) {
    if (!subscriptionId || amountDue === 0) continue;
    if (status === "paid") since.delete(subscriptionId);
    else if (status === "open" && !since.has(subscriptionId)) since.set(subscriptionId, created);
  }
  await tx.query(
    `update public.subscriptions s set unpaid_since = (
       select to_timestamp(open.since) from unnest($2::text[], $3::float8[]) as open (id, since) where open.id = s.id)
     where s.user_id = $1`,
    [userId, [...since.keys()], [...since.values()]],
  );
}

/** Credits the minutes of every paid purchase, once for each payment. */
async function creditPurchases(tx: Transaction, userId: string, checkouts: readonly ProviderCheckout[]): Promise<void> {
  for (const checkout of checkouts) {
    if (checkout.paymentStatus !== "paid" || !checkout.quantity || checkout.clientReferenceId !== userId) continue;
    const payment = checkout.paymentIntentId ?? checkout.id;
    await tx.query("select billing.credit($1, $2, $3, $4, $5)", [
      userId,
      `payment:${payment}`,
      checkout.quantity * 60,
      payment,
      checkout.amountTotal,
    ]);
    await recordReferral(tx, userId, checkout.metadata);
  }
}

/** The id under which a payment was granted or credited: the subscription's invoice, or the payment itself for minutes that were bought. */
type PaymentOf = (paymentIntentId: string | null) => string | null;

/** A refund can fail days after it was made, and then gives back what it took. */
async function debitRefunds(
  tx: Transaction,
  userId: string,
  refunds: readonly ProviderRefund[],
  paymentOf: PaymentOf,
): Promise<void> {
  for (const { id, amount, failed, paymentIntentId } of refunds) {
    const payment = paymentOf(paymentIntentId);
    if (failed) await tx.query("select billing.give_back($1, $2)", [userId, `refund:${id}`]);
    else if (payment) await tx.query("select billing.take_back($1, $2, $3, $4)", [userId, `refund:${id}`, payment, amount]);
  }
}

async function debitDisputes(
  tx: Transaction,
  userId: string,
  disputes: readonly ProviderDispute[],
  paymentOf: PaymentOf,
): Promise<void> {
  for (const { id, state, amount, paymentIntentId } of disputes) {
    await tx.query("select billing.save_dispute($1, $2, $3)", [userId, id, state]);
    const payment = paymentOf(paymentIntentId);
    if (!payment || state === "inquiry") continue;
    const key = `dispute:${id}`;
    await tx.query("select billing.take_back($1, $2, $3, $4)", [userId, key, payment, amount]);
    if (state === "won") await tx.query("select billing.give_back($1, $2)", [userId, key]);
  }
}

/**
 * Stores the ledger of minutes from the payments, refunds and disputes. Every entry is keyed by what caused it, so this is idempotent. The
 * caller holds `lockUser`, has stored the subscriptions, and nothing newer is stored.
 */
export async function storeMinutes(tx: Transaction, userId: string, billing: FetchedBilling): Promise<void> {
  const { invoices, purchases, refunds, disputes } = billing;
  const paymentOf: PaymentOf = (intent) =>
    invoices.find(({ subscriptionId, paymentIntentIds }) => subscriptionId && intent && paymentIntentIds.includes(intent))?.id ??
    intent;

  await grantPeriods(tx, userId, invoices);
  await saveUnpaidSince(tx, userId, invoices);
  await creditPurchases(tx, userId, purchases);
  const firstPaid = invoices.find(isPaid);
  if (firstPaid) await tx.query("select billing.earn_referral($1, $2)", [userId, firstPaid.id]);
  await debitRefunds(tx, userId, refunds, paymentOf);
  await debitDisputes(tx, userId, disputes, paymentOf);
}
