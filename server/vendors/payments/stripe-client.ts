import { createHash } from "node:crypto";
import { Stripe } from "stripe";
import { PaymentsError } from "./payments.ts";

export interface StripeAddress {
  /** Address of the sandbox that implements the provider's API, instead of the provider. */
  sandbox?: { host: string; port: number };
}

export function connectStripe({ secretKey, sandbox }: StripeAddress & { secretKey: string }): Stripe {
  return new Stripe(secretKey, {
    apiVersion: "2026-10-28.endive",
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(sandbox ? { ...sandbox, protocol: "http" as const } : {}),
  });
}

/** The id of the price that is sold under a lookup key. */
export async function priceByLookupKey(stripe: Stripe, lookupKey: string): Promise<string> {
  const prices = await ask(() => stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
  const price = prices.data[0];
  if (!price) throw new PaymentsError("rejected", `stripe: no active price has the lookup key ${lookupKey}`);
  return price.id;
}

function paymentsError(error: unknown): PaymentsError {
  if (error instanceof PaymentsError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new PaymentsError("unavailable", "stripe: unexpected failure", { cause: error });
  const unavailable =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError;
  // Without Stripe's message or `cause`, which quote request parameters, such as an e-mail address.
  const facts = [error.type, error.code, error.param, error.statusCode, error.requestId].filter(
    (fact) => fact !== undefined && fact !== null,
  );
  return new PaymentsError(unavailable ? "unavailable" : "rejected", `stripe: ${facts.join(" ")}`);
}

/** Throws a `PaymentsError` for whatever goes wrong in `call`. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw paymentsError(error);
  }
}

/** Null for what does not exist; throws every other error. */
export function orNull(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
  throw error;
}

/** Tells parameters apart within an idempotency key. */
export function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

export const WITH_CARD = { expand: ["default_payment_method"] };
export const PAGE = { limit: 100 };
export const ALL = { limit: 1000 };
/**
 * For requests with an idempotency key that two clicks may send at once: the second one is refused (409) until the first has its answer, and
 * is then given the same. https://docs.stripe.com/error-low-level#idempotency
 */
export const UNTIL_THE_FIRST_IS_ANSWERED = { maxNetworkRetries: 6 };
