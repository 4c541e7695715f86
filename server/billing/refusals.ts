import { PaymentsError } from "../vendors/payments/payments.ts";
import { FunctionError } from "../endpoints/errors.ts";

export const refusals = {
  signUpNotPending: () =>
    new FunctionError(403, "sign_up_not_pending", "This sign-up can't be continued. Please log in, or sign up again."),
  tooManyCheckouts: () =>
    new FunctionError(429, "too_many_checkouts", "Too many checkouts were opened. Please wait an hour and try again."),
  trialRunning: () =>
    new FunctionError(409, "trial_running", "Your free trial is running. You can upgrade to Premium before it ends."),
  cancellationScheduled: () =>
    new FunctionError(409, "cancellation_scheduled", "Your subscription is set to end. Please resume it first."),
  cardDeclined: () =>
    new FunctionError(
      402,
      "card_declined",
      "Your card was declined. Nothing was charged, and your free trial goes on. Please update your payment method and try again.",
    ),
  subscriptionRequired: () =>
    new FunctionError(403, "subscription_required", "Additional minutes are for subscribers. Please upgrade to Premium first."),
  firstPaymentFailed: () =>
    new FunctionError(
      402,
      "first_payment_failed",
      "Your first payment has not gone through yet. Once it is paid, you can buy minutes.",
    ),
  accountFrozen: () =>
    new FunctionError(
      403,
      "account_frozen",
      "A payment of yours is disputed, so nothing more can be bought until that is settled. Please contact support.",
    ),
  noSubscription: () => new FunctionError(409, "no_subscription", "You have no subscription."),
  noCustomer: () =>
    new FunctionError(409, "no_customer", "There is no billing account yet. It begins with your free trial or subscription."),
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

/** Turns a `PaymentsError` into a `FunctionError` with `text` for the user; returns other errors unchanged. */
export function toFunctionError(error: unknown, text = "Could not initialize payment process. Please try again."): unknown {
  if (!(error instanceof PaymentsError)) return error;
  const options = { cause: error, logMessage: error.message };
  return error.code === "unavailable"
    ? new FunctionError(503, "payments_unavailable", text, options)
    : new FunctionError(502, "payments_rejected", text, options);
}
