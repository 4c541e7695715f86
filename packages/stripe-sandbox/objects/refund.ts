import { newId } from "./id.ts";
import type { Charge, Metadata, Refund } from "./wire.ts";

interface RefundFacts {
  charge: Charge;
  /** In the currency's smallest unit. */
  amount: number;
  reason: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  metadata: Metadata;
}

/** A refund, without the bank's reference yet. */
export function newRefund({ charge, amount, reason, metadata }: RefundFacts, now: number): Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
      type: "card",
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}
