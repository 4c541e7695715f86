import { PROVIDER_SIGN_IN, CONFIRM, LOGIN } from "../../../shared/messages/auth.ts";
import { authErrorCategory } from "./auth-error.ts";

// Parameters of a redirect to this app (docs/dialect.md#redirects-and-pkce); the last is the client's own.
const FIELDS = ["code", "error", "error_code", "error_description", "sb", "sb_flow_id"];

/** This page's address without the parameters of an auth redirect. */
export function stripRedirectParams({ pathname, search, hash }: Location): string {
  const query = new URLSearchParams(search);
  for (const field of FIELDS) query.delete(field);
  const rest = query.size > 0 ? `?${query.toString()}` : "";
  return pathname + rest + (/[#&]error(_code)?=/.test(hash) ? "" : hash);
}

/** Whether this page's address carries what an auth redirect adds; a hash with a token is refused by the client. */
export const isRedirect = (address: Location): boolean =>
  stripRedirectParams(address) !== address.pathname + address.search + address.hash || address.hash.includes("access_token=");

/** The message for a failed redirect. Never the address's `error_description`, which anybody can put into a link. */
export function describeRedirectError(error: Error): { title: string; description: string } {
  const details: unknown = "details" in error ? error.details : null;
  const code = typeof details === "object" && details !== null && "code" in details ? details.code : null;
  const expired = code === "otp_expired" || authErrorCategory(error) === "expired_token";
  return { title: LOGIN.failed, description: expired ? CONFIRM.expired : PROVIDER_SIGN_IN.failed };
}
