import { SandboxError } from "../error.ts";
import { newRefund } from "../objects/refund.ts";
import { previousAttributes, type Charge, type Metadata, type Refund } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";

interface RefundRequest {
  /** In the currency's smallest unit; all that is left if absent. */
  amount?: number | undefined;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | undefined;
  metadata?: Metadata | undefined;
}

/** Refunds a charge, fully or in part. Throws 400 for more than is left, and for a disputed charge. */
export async function refundCharge(ledger: Ledger, charge: Charge, request: RefundRequest): Promise<Refund> {
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.disputed) {
    throw new SandboxError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  }
  if (!charge.paid) throw new SandboxError(400, `Charge ${charge.id} was not paid; there is nothing to refund.`);
  if (left === 0) {
    throw new SandboxError(400, `Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const amount = request.amount ?? left;
  if (amount > left) {
    throw new SandboxError(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`, {
      param: "amount",
    });
  }
  const refund = newRefund({ charge, amount, reason: request.reason ?? null, metadata: request.metadata ?? {} }, ledger.now);
  await ledger.put(refund);
  await ledger.emit("refund.created", refund);
  const refunded: Charge = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
  await ledger.put(refunded);
  await ledger.emit("charge.refunded", refunded, previousAttributes(charge, refunded));
  const referenced: Refund = {
    ...refund,
    destination_details: {
      card: {
        reference: refund.id.slice(-12),
        reference_status: "available",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
  };
  await ledger.put(referenced);
  await ledger.emit("refund.updated", referenced, previousAttributes(refund, referenced));
  return referenced;
}
