import type { FastifyReply } from "fastify";
import { AuthError, OAuthError } from "../errors.ts";

/** Codes that upstream reports as `access_denied`. */
const DENIED = new Set(["signup_disabled", "user_banned", "provider_email_needs_verification"]);
const BY_STATUS: Record<number, string> = { 400: "invalid_request", 401: "unauthorized_client", 403: "access_denied" };

/** The loggable part of an error: messages of the library quote the provider's response. */
export function faultOf(error: unknown): { name: string; code: unknown } {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined };
  const { cause } = error;
  const inner = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return { name: error.name, code: "code" in error ? error.code : inner };
}

function describe(error: AuthError | OAuthError): Record<string, string> {
  if (error instanceof OAuthError) {
    return { error: error.error, error_code: "bad_oauth_callback", error_description: error.message };
  }
  const name = DENIED.has(error.code) ? "access_denied" : (BY_STATUS[error.status] ?? "server_error");
  return { error: name, error_code: error.code, error_description: error.message };
}

/** Redirects to `target` with the error in query and fragment (docs/dialect.md#providers). Rethrows internal errors. */
export function refuseByRedirect(
  error: unknown,
  target: string,
  reply: FastifyReply,
  options: { status?: 302 | 303; onlyFor?: string } = {},
): FastifyReply {
  if (!(error instanceof AuthError || error instanceof OAuthError)) throw error;
  if (options.onlyFor && !(error instanceof AuthError && error.code === options.onlyFor)) throw error;
  const details = describe(error);
  const url = new URL(target);
  for (const [name, value] of Object.entries(details)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...details, sb: "" }).toString();
  return reply.redirect(url.href, options.status ?? 302);
}
