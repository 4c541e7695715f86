import type { Stripe } from "stripe";
import { listOf, type Wire } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";

/** The single line item of a checkout session, due now unless there is a trial. */
export async function lineItems(ledger: Ledger, sessionId: string): Promise<Wire<Stripe.ApiList<Stripe.LineItem>>> {
  const { order } = await ledger.hidden("checkout.session", sessionId);
  const price = await ledger.find("price", order.price);
  const product = price && (await ledger.find("product", price.product));
  const amount = order.trialDays === null ? (price?.unit_amount ?? 0) * order.quantity : 0;
  const item: Wire<Stripe.LineItem> = {
    // Derived, as line items are not stored.
    id: `li_${sessionId.slice(-24)}`,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price?.currency ?? "usd",
    description: product?.name ?? null,
    metadata: {},
    price,
    quantity: order.quantity,
  };
  return listOf([item], `/v1/checkout/sessions/${sessionId}/line_items`);
}
