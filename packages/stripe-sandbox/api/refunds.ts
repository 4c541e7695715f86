import { z } from "zod";
import { closeDispute } from "../engine/disputes.ts";
import { refundCharge } from "../engine/refunds.ts";
import { SandboxError } from "../error.ts";
import { previousAttributes, type Dispute } from "../objects/wire.ts";
import { endpoint, find, toChange, type Endpoint } from "./endpoint.ts";
import { boolean, integer, mergeMetadata, metadata, text } from "./parameters.ts";
import { readable } from "./readable.ts";

export const refundsAndDisputes: Endpoint[] = [
  endpoint(
    "POST",
    "/refunds",
    z.strictObject({
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.pipe(z.number().min(1)).optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
      metadata: metadata.optional(),
    }),
    async (context, params) => {
      const intent =
        params.payment_intent === undefined
          ? null
          : await find(context.ledger, "payment_intent", params.payment_intent, "payment_intent");
      const chargeId = params.charge ?? intent?.latest_charge;
      if (intent && !chargeId) {
        throw new SandboxError(400, `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
          code: "payment_intent_unexpected_state",
        });
      }
      if (!chargeId)
        throw new SandboxError(400, "One of `charge` or `payment_intent` is needed.", {
          code: "parameter_missing",
          param: "charge",
        });
      const { ledger, object: charge } = await toChange(context, "charge", chargeId);
      return refundCharge(ledger, charge, params);
    },
  ),
  ...readable("refund", "/refunds", ["charge", "payment_intent"]),
  ...readable("dispute", "/disputes", ["charge", "payment_intent"]),

  // The evidence decides the dispute at once (https://docs.stripe.com/testing#evidence).
  endpoint(
    "POST",
    "/disputes/:id",
    z.strictObject({
      evidence: z.strictObject({ uncategorized_text: text.optional() }).optional(),
      metadata: metadata.optional(),
      submit: boolean.optional(),
    }),
    async (context, params, id) => {
      const { ledger, object: before } = await toChange(context, "dispute", id);
      const evidence = params.evidence?.uncategorized_text;
      const submitted = evidence !== undefined && params.submit !== false;
      if (submitted && before.status !== "needs_response") throw new SandboxError(400, "This dispute is already closed.");
      const after: Dispute = {
        ...before,
        evidence: { ...before.evidence, uncategorized_text: evidence ?? before.evidence.uncategorized_text },
        evidence_details: {
          ...before.evidence_details,
          has_evidence: before.evidence_details.has_evidence || evidence !== undefined,
          submission_count: before.evidence_details.submission_count + (submitted ? 1 : 0),
        },
        metadata: mergeMetadata(before.metadata, params.metadata),
        status: submitted ? "under_review" : before.status,
      };
      await ledger.put(after);
      await ledger.emit("charge.dispute.updated", after, previousAttributes(before, after));
      if (submitted && evidence === "winning_evidence") return closeDispute(ledger, after, "won");
      if (submitted && evidence === "losing_evidence") return closeDispute(ledger, after, "lost");
      return after;
    },
  ),
  endpoint("POST", "/disputes/:id/close", z.strictObject({}), async (context, _params, id) => {
    const { ledger, object } = await toChange(context, "dispute", id);
    return closeDispute(ledger, object, "lost");
  }),
];
