import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement, requireUser } from "../endpoints/implement.ts";
import { errors } from "../endpoints/errors.ts";
import { openCheckout } from "./open-checkout.privileged.ts";
import { toFunctionError } from "./refusals.ts";

/**
 * POST create-checkout-session: the URL of the hosted checkout. A signed-in user is identified by the token, and the account's e-mail
 * is used, not the body's. With `endTrial` a user in the trial is charged at once, without a checkout. Without a session, only a sign-up
 * of the last hour may open a checkout, and only for its trial (docs/product.md#checkout-at-sign-up).
 */
export const createCheckoutSession = implement(endpoints.createCheckoutSession, async ({ context, caller, body }) => {
  const signedIn = caller.role !== "anon";
  const userId = signedIn ? requireUser(caller, body.userId) : body.userId;
  if (!userId) throw errors.signInRequired();
  try {
    const url = await openCheckout(context, {
      userId,
      signingUpAs: signedIn ? null : body.email,
      name: body.name,
      referralCode: body.referralCode || null,
      endTrial: body.endTrial ?? false,
    });
    return { url, checkoutUrl: url };
  } catch (error) {
    throw signedIn ? toFunctionError(error, "Could not create checkout session. Please try again.") : toFunctionError(error);
  }
});
