import type { AuthError } from "@supabase/supabase-js";

/** The service's own words for the person; `otherwise` when nothing answered and the client passes on the browser's. */
export function serviceMessage(error: AuthError, otherwise: string): string {
  return error.name === "AuthRetryableFetchError" ? otherwise : error.message || otherwise;
}
