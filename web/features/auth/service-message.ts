import type { AuthError } from "@supabase/supabase-js";

/** The service's message for the person; `fallback` when nothing answered, where the client has only the browser's message. */
export function serviceMessage(error: AuthError, fallback: string): string {
  return error.name === "AuthRetryableFetchError" ? fallback : error.message || fallback;
}
