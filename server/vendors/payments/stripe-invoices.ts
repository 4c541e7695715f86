import type { Stripe } from "stripe";
import type { Payments } from "./payments.ts";
import { ALL, ask, orNull, PAGE, UNTIL_THE_FIRST_IS_ANSWERED } from "./stripe-client.ts";
import { idOf, readDispute, readInvoice, readRefund } from "./stripe-objects.ts";

type Invoices = Pick<
  Payments,
  "retrieveInvoice" | "voidInvoice" | "listInvoices" | "listRefunds" | "retrieveRefund" | "listDisputes" | "retrieveDispute"
>;

/** Voiding the invoice of a pending update also discards the update. */
export async function voidInvoice(stripe: Stripe, id: string): Promise<void> {
  await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `void:${id}`, ...UNTIL_THE_FIRST_IS_ANSWERED });
}

/** Invoices, and what was taken back of their payments. */
export function stripeInvoices(stripe: Stripe): Invoices {
  /** The customer's charges that `which` accepts. */
  async function chargesOf(customerId: string, which: (charge: Stripe.Charge) => boolean): Promise<Stripe.Charge[]> {
    return (await stripe.charges.list({ customer: customerId, ...PAGE }).autoPagingToArray(ALL)).filter(which);
  }

  return {
    async retrieveInvoice(id) {
      const invoice = await ask(() => stripe.invoices.retrieve(id, { expand: ["payments"] }).catch(orNull));
      return invoice && readInvoice(invoice);
    },

    async voidInvoice(id) {
      await ask(() => voidInvoice(stripe, id));
    },

    async listInvoices(customerId) {
      const invoices = await ask(() =>
        stripe.invoices.list({ customer: customerId, ...PAGE, expand: ["data.payments"] }).autoPagingToArray(ALL),
      );
      return invoices.map(readInvoice);
    },

    async listRefunds(customerId) {
      return ask(async () => {
        const charges = await chargesOf(customerId, (charge) => charge.amount_refunded > 0);
        const refunds = await Promise.all(
          charges.map((charge) => stripe.refunds.list({ charge: charge.id, ...PAGE }).autoPagingToArray(ALL)),
        );
        return refunds.flat().map(readRefund);
      });
    },

    async retrieveRefund(id) {
      const refund = await ask(() => stripe.refunds.retrieve(id).catch(orNull));
      return refund && readRefund(refund);
    },

    async listDisputes(customerId) {
      return ask(async () => {
        const charges = await chargesOf(customerId, (charge) => charge.disputed);
        const disputes = await Promise.all(
          charges.map((charge) => stripe.disputes.list({ charge: charge.id, ...PAGE }).autoPagingToArray(ALL)),
        );
        return disputes.flat().map((dispute) => readDispute(dispute, customerId));
      });
    },

    async retrieveDispute(id) {
      const dispute = await ask(() => stripe.disputes.retrieve(id, { expand: ["charge"] }).catch(orNull));
      return dispute && readDispute(dispute, typeof dispute.charge === "object" ? idOf(dispute.charge.customer) : null);
    },
  };
}
