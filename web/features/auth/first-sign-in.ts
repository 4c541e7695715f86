import type { User } from "@supabase/supabase-js";

const SECOND_MS = 1_000;

/** Whether this sign-in is the one that confirmed the address: nobody is welcomed back who was never here. */
export function isFirstSignIn({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: User): boolean {
  if (!confirmed || !signedIn) return false;
  return Math.abs(Date.parse(signedIn) - Date.parse(confirmed)) < SECOND_MS;
}
