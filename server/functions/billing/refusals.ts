import { PaymentsError } from "../../adapters/payments/payments.ts";
import { FunctionError } from "../errors.ts";

export const refusals = {
  signUpNotPending: () =>
    new FunctionError(403, "sign_up_not_pending", "This sign-up can't be continued. Please log in, or sign up again."),
  tooManyCheckouts: () =>
    new FunctionError(429, "too_many_checkouts", "Too many checkouts were opened. Please wait an hour and try again."),
  alreadySubscribed: () => new FunctionError(409, "already_subscribed", "You already have a subscription."),
  trialUsed: () =>
    new FunctionError(
      409,
      "trial_used",
      "The free trial has already been used with this email address or card. Please log in to subscribe.",
    ),
  checkoutNotFound: () => new FunctionError(404, "checkout_not_found", "This checkout does not exist. Please sign up again."),
  checkoutMismatch: () => new FunctionError(403, "checkout_mismatch", "This checkout belongs to another sign-up."),
  checkoutExpired: () => new FunctionError(410, "checkout_expired", "This checkout has expired. Please sign up again."),
  checkoutIncomplete: () => new FunctionError(409, "checkout_incomplete", "This checkout has not been completed yet."),
};

/** The person's text for a failure of the payment provider; other errors stay what they are. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof PaymentsError)) return error;
  const text = "Could not initialize payment process. Please try again.";
  const options = { cause: error, logMessage: error.message };
  return error.code === "unavailable"
    ? new FunctionError(503, "payments_unavailable", text, options)
    : new FunctionError(502, "payments_rejected", text, options);
}
