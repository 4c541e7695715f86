import * as z from "zod/mini";
import { createCheckoutSession } from "../../../shared/endpoints/billing.ts";
import { SIGN_UP } from "../../../shared/messages/auth.ts";
import { callEndpoint, FunctionRefusal } from "../../lib/call-endpoint.ts";
import { markCheckoutStarted, readReferralCode, type PendingSignUp } from "./pending-sign-up.ts";
import { wait } from "../../lib/wait.ts";

const ATTEMPTS = 3;
const BETWEEN_ATTEMPTS_MS = 1_500;

const answer = z.object({ checkoutUrl: z.optional(z.unknown()) });
const address = z.url({ protocol: /^https?$/ });

/** The checkout could not be opened; `message` is shown to the person. */
export class CheckoutError extends Error {
  override readonly name = "CheckoutError";
}

/** Runs `call` up to 3 times, 1.5 s apart. Refusals (4xx) are not retried. */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const refused = error instanceof FunctionRefusal && error.status < 500;
      if (refused || attempt === ATTEMPTS) throw error;
      await wait(BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** Creates the hosted checkout of a sign-up, or finds the open one, and returns its address. Throws `CheckoutError`. */
export async function startCheckout({ userId, email, name }: PendingSignUp): Promise<string> {
  const body = { userId, email, name, referralCode: readReferralCode() };
  const answered = await withRetry(() => callEndpoint(createCheckoutSession, body, answer)).catch((error: unknown) => {
    // A refusal is worded for the person; a crash of the server is not.
    const refused = error instanceof FunctionRefusal && error.status < 500;
    throw new CheckoutError(refused ? error.message : SIGN_UP.payment, { cause: error });
  });
  const checkoutUrl = address.safeParse(answered.checkoutUrl).data;
  if (!checkoutUrl) throw new CheckoutError(SIGN_UP.noCheckoutUrl);
  markCheckoutStarted(userId);
  return checkoutUrl;
}
