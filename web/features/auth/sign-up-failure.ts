import { SIGN_UP } from "../../../shared/messages/auth.ts";
import type { ErrorCategory } from "./auth-error.ts";
import { CheckoutError } from "./checkout.ts";
import { AuthUnavailableError } from "./sign-in.ts";

/** The account was not created; `cause` is what the sign-up reported. */
export class SignUpError extends Error {
  override readonly name = "SignUpError";
  readonly category: ErrorCategory;
  constructor(cause: Error, category: ErrorCategory) {
    super(cause.message, { cause });
    this.category = category;
  }
}

interface Failure {
  title: string;
  description: string;
  /** Signing in or a new password are the way on. */
  exists?: true;
}

const EXISTS: Failure = { title: SIGN_UP.existsTitle, description: SIGN_UP.exists, exists: true };
const NETWORK: Failure = { title: SIGN_UP.networkTitle, description: SIGN_UP.network };
const UNAVAILABLE: Failure = { title: SIGN_UP.unavailableTitle, description: SIGN_UP.unavailable };

/** The message for a failed sign-up (docs/product.md#sign-up-errors). */
export function describeSignUpFailure(error: unknown): Failure {
  if (error instanceof CheckoutError) return { title: SIGN_UP.paymentTitle, description: error.message };
  if (!(error instanceof SignUpError)) return { title: SIGN_UP.errorTitle, description: SIGN_UP.error };
  const { message, category, cause } = error;
  switch (category) {
    case "user_exists":
      return EXISTS;
    case "weak_password":
      return { title: SIGN_UP.passwordTitle, description: message };
    case "connection":
      return cause instanceof AuthUnavailableError && !cause.health.offline ? UNAVAILABLE : NETWORK;
    case "rate_limit":
    case "invalid_email":
      return { title: SIGN_UP.accountTitle, description: message };
    default:
      return describeUnknown(message);
  }
}

function describeUnknown(message: string): Failure {
  const text = message.toLowerCase();
  if (text.includes("profile")) return { title: SIGN_UP.errorTitle, description: SIGN_UP.profile };
  if (text.includes("exists") || text.includes("already in use")) return EXISTS;
  if (/unavailable|service/.test(text)) return UNAVAILABLE;
  if (/network|connection/.test(text)) return NETWORK;
  return { title: SIGN_UP.accountTitle, description: SIGN_UP.account };
}
