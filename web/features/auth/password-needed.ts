import type { Session } from "@supabase/supabase-js";

/**
 * Page for accounts without a password: when several sign-ups used one unconfirmed address, the server keeps none of their passwords and
 * a new one has to be chosen.
 */
export const CHOOSE_PASSWORD = "/reset-password#type=signup";

/** Whether the server marked the session so; the official client passes unknown fields through. */
export const passwordNeeded = (session: Session | null): boolean => session !== null && "password_needed" in session;
