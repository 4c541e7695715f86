import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement } from "../endpoints/implement.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { finishedCheckout, fulfil } from "./fulfil.privileged.ts";
import { toFunctionError, refusals } from "./refusals.ts";

/**
 * POST complete-sign-up, from the completion page. It needs no session, since the account is not confirmed yet: the caller must know the
 * checkout's id and the user it was opened for. `profileSaved` is false when the checkout is paid but could not be stored; the webhook's
 * job then tries again (docs/product.md#checkout-at-sign-up).
 */
export const completeSignUp = implement(endpoints.completeSignUp, async ({ context, body }) => {
  const checkout = await finishedCheckout(context, body.session_id, body.user_id).catch((error: unknown) => {
    throw toFunctionError(error);
  });
  try {
    if ((await fulfil(context, checkout)) === "refused") throw refusals.trialUsed();
    return { success: true, profileSaved: true };
  } catch (error) {
    if (error instanceof FunctionError) throw error;
    context.log.error({ err: error, checkout: checkout.id }, "a finished checkout could not be stored");
    return { success: true, profileSaved: false };
  }
});
