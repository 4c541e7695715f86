import { z } from "zod";
import { detachCard } from "../engine/cards.ts";
import { keepCard } from "../engine/payments.ts";
import { resourceMissing, SandboxError } from "../error.ts";
import { DECLINES, testCardNamed } from "../objects/card.ts";
import { endpoint, find, listPage, toChange, type Endpoint } from "./endpoint.ts";
import { paging, text } from "./parameters.ts";

/** Expiry of the `pm_card_...` test cards. */
const HOLDER = { name: null, expMonth: 12, expYear: 2034 };

export const paymentMethods: Endpoint[] = [
  endpoint("GET", "/payment_methods/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "payment_method", id)),

  endpoint(
    "GET",
    "/payment_methods",
    z.strictObject({ ...paging, customer: text, type: z.literal("card").optional() }),
    ({ ledger }, params) => listPage(ledger, "payment_method", "/payment_methods", params, { customer: params.customer }),
  ),

  endpoint("POST", "/payment_methods/:id/attach", z.strictObject({ customer: text }), async (context, params, id) => {
    const { ledger, object: customer } = await toChange(context, "customer", params.customer);
    const card = testCardNamed(id);
    if (card) {
      if (card.atCheckout !== "ok" && !card.challenge) {
        const { code, message } = DECLINES[card.atCheckout];
        throw new SandboxError(402, message, { type: "card_error", code, declineCode: card.atCheckout });
      }
      return keepCard(ledger, customer, card, HOLDER, true);
    }
    const method = await ledger.find("payment_method", id);
    if (!method) throw resourceMissing("PaymentMethod", id, "payment_method");
    if (method.customer === customer.id) return method;
    throw new SandboxError(400, "This PaymentMethod was used by, or belongs to, another customer. It may not be used again.", {
      code: "payment_method_unexpected_state",
    });
  }),

  endpoint("POST", "/payment_methods/:id/detach", z.strictObject({}), async (context, _params, id) => {
    const { ledger, object } = await toChange(context, "payment_method", id);
    return detachCard(ledger, object);
  }),
];
