import { BASE_MINUTES } from "../../shared/constants.ts";
import type { ProviderCheckout, ProviderDispute, ProviderInvoice, ProviderRefund } from "../vendors/payments/payments.ts";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { hasMovedMoney, isEffectiveRefund } from "./provider-statuses.ts";
import { recordReferral } from "./sync-subscriptions.privileged.ts";

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

/** So that nobody pays for a subscription that has ended. */
async function voidInvoicesOfEndedSubscriptions(
  { payments }: FunctionContext,
  tx: Transaction,
  userId: string,
  invoices: readonly ProviderInvoice[],
) {
  const { rows } = await tx.query<{ id: string }>(
    "select id from public.subscriptions where user_id = $1 and status = 'canceled'",
    [userId],
  );
  const ended = new Set<string | null>(rows.map(({ id }) => id));
  for (const { id, status, subscriptionId } of invoices)
    if (status === "open" && ended.has(subscriptionId)) await payments.voidInvoice(id);
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

/** The id under which a payment was granted or credited: its invoice, or the payment itself if it has none. */
type PaymentOf = (paymentIntentId: string | null) => string | null;

async function debitRefunds(
  { payments }: FunctionContext,
  tx: Transaction,
  userId: string,
  refunds: readonly ProviderRefund[],
  paymentOf: PaymentOf,
): Promise<void> {
  const counted = new Set<string>();
  for (const refund of refunds) {
    const payment = paymentOf(refund.paymentIntentId);
    if (!payment || !isEffectiveRefund(refund)) continue;
    counted.add(`refund:${refund.id}`);
    await tx.query("select billing.take_back($1, $2, $3, $4)", [userId, `refund:${refund.id}`, payment, refund.amount]);
  }
  // A refund can fail days after it was made, and is then no longer listed; nor are refunds of a deleted customer that this one replaces.
  const { rows } = await tx.query<{ key: string }>("select billing.refunds_taken($1) as key", [userId]);
  for (const { key } of rows) {
    if (counted.has(key)) continue;
    const id = key.slice("refund:".length);
    const refund = refunds.find((one) => one.id === id) ?? (await payments.retrieveRefund(id));
    if (refund && !isEffectiveRefund(refund)) await tx.query("select billing.give_back($1, $2)", [userId, key]);
  }
}

async function debitDisputes(
  tx: Transaction,
  userId: string,
  disputes: readonly ProviderDispute[],
  paymentOf: PaymentOf,
): Promise<void> {
  for (const dispute of disputes) {
    await tx.query("select billing.save_dispute($1, $2, $3)", [userId, dispute.id, dispute.status]);
    const payment = paymentOf(dispute.paymentIntentId);
    if (!payment || !hasMovedMoney(dispute.status)) continue;
    const key = `dispute:${dispute.id}`;
    await tx.query("select billing.take_back($1, $2, $3, $4)", [userId, key, payment, dispute.amount]);
    if (dispute.status === "won") await tx.query("select billing.give_back($1, $2)", [userId, key]);
  }
}

/**
 * Syncs the ledger of minutes with the provider's payments, refunds and disputes. Every entry is keyed by what caused it, so this is
 * idempotent. The caller holds `lockUser` and has synced the subscriptions. Throws `PaymentsError`.
 */
export async function syncMinutes(context: FunctionContext, tx: Transaction, userId: string, customerId: string): Promise<void> {
  const { payments } = context;
  const [newestInvoices, newestCheckouts, refunds, disputes] = await Promise.all([
    payments.listInvoices(customerId),
    payments.listPurchases(customerId),
    payments.listRefunds(customerId),
    payments.listDisputes(customerId),
  ]);
  const invoices = newestInvoices.toSorted((a, b) => a.created - b.created);
  const paymentOf: PaymentOf = (intent) =>
    invoices.find(({ paymentIntentIds }) => intent !== null && paymentIntentIds.includes(intent))?.id ?? intent;

  await grantPeriods(tx, userId, invoices);
  await saveUnpaidSince(tx, userId, invoices);
  await voidInvoicesOfEndedSubscriptions(context, tx, userId, invoices);
  await creditPurchases(tx, userId, newestCheckouts.toReversed());
  const firstPaid = invoices.find(isPaid);
  if (firstPaid) await tx.query("select billing.earn_referral($1, $2)", [userId, firstPaid.id]);
  await debitRefunds(context, tx, userId, byId(refunds), paymentOf);
  await debitDisputes(tx, userId, byId(disputes), paymentOf);
}

function byId<T extends { id: string }>(objects: readonly T[]): T[] {
  return objects.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
