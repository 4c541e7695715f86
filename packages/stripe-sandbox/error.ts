import type { PaymentIntent } from "./objects/wire.ts";

interface ErrorDetails {
  type?: "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";
  code?: string | undefined;
  param?: string | undefined;
  declineCode?: string | undefined;
  /** The payment that was declined or that requires action. */
  paymentIntent?: PaymentIntent | undefined;
}

/**
 * An error in Stripe's form (https://docs.stripe.com/api/errors). Throwing it rolls back; an operation *returns* it to commit what it has
 * changed, such as a declined charge.
 */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  readonly status: number;
  readonly details: ErrorDetails;
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  body(): { error: object } {
    const { type = "invalid_request_error", code, param, declineCode, paymentIntent } = this.details;
    const charge = paymentIntent?.latest_charge;
    return {
      error: {
        ...(charge ? { charge } : {}),
        ...(code ? { code } : {}),
        ...(declineCode ? { decline_code: declineCode } : {}),
        message: this.message,
        ...(param ? { param } : {}),
        ...(paymentIntent ? { payment_intent: paymentIntent } : {}),
        type,
      },
    };
  }
}

/** `label` is Stripe's name of the object in messages, for example `customer` or `checkout.session`. */
export function resourceMissing(label: string, id: string, param = "id"): SandboxError {
  return new SandboxError(404, `No such ${label}: '${id}'`, { code: "resource_missing", param });
}
