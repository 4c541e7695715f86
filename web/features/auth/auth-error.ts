import type { AuthError } from "@supabase/supabase-js";
import type { LogData } from "./diagnostics/diagnostic-log.ts";

/** docs/product.md#auth-error-kinds */
export type ErrorCategory =
  | "connection"
  | "credentials"
  | "rate_limit"
  | "user_exists"
  | "invalid_email"
  | "weak_password"
  | "expired_token"
  | "access_denied"
  | "unknown";

/** The category of a sign-up error, from words in the service's message. */
export function signUpErrorCategory(message: string): ErrorCategory {
  const text = message.toLowerCase();
  if (text.includes("already registered")) return "user_exists";
  if (text.includes("rate limit") || text.includes("for security purposes")) return "rate_limit";
  if (text.includes("invalid email")) return "invalid_email";
  if (text.includes("password")) return "weak_password";
  return "unknown";
}

const BY_CODE: [RegExp, ErrorCategory][] = [
  [/^(invalid_credentials|email_not_confirmed|user_banned|current_password_invalid|mfa_verification_failed)$/, "credentials"],
  [/^over_.*rate_limit$/, "rate_limit"],
  [/^(user_already_exists|email_exists)$/, "user_exists"],
  [/^email_address_/, "invalid_email"],
  [/^(weak_password|same_password)$/, "weak_password"],
  [/^(otp_expired|bad_jwt|session_(expired|not_found)|refresh_token_.*|flow_state_.*|mfa_challenge_expired)$/, "expired_token"],
  [/^(no_authorization|access_denied|insufficient_aal|not_admin|.*_disabled|.*_not_authorized)$/, "access_denied"],
];

// Compared by name, because `instanceof` would load the whole client with every page.
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof Error && ["AuthRetryableFetchError", "AuthUnavailableError", "TypeError"].includes(error.name);
}

/** The service's error code, if it sent one. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** The category of any auth client error. */
export function authErrorCategory(error: unknown): ErrorCategory {
  if (isNetworkFailure(error)) return "connection";
  const code = errorCode(error);
  const found = code && BY_CODE.find(([pattern]) => pattern.test(code));
  if (found) return found[1];
  return error instanceof Error ? signUpErrorCategory(error.message) : "unknown";
}

/** What is logged about an error. Not its message, which may contain what the user typed. */
export function errorLogData(error: unknown): LogData {
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : null;
  return { category: authErrorCategory(error), code: errorCode(error), status };
}

/** The service's message for the user; `fallback` if there was no answer, because the client then has only the browser's message. */
export function serviceMessage(error: AuthError, fallback: string): string {
  return error.name === "AuthRetryableFetchError" ? fallback : error.message || fallback;
}
