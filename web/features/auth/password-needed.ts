import type { Session } from "@supabase/supabase-js";

/** Where a session goes first whose account has no password, because more than one sign-up waited for its address. */
export const CHOOSE_PASSWORD = "/reset-password#type=signup";

/** Whether the service says so; the official client passes on what it does not know. */
export const passwordNeeded = (session: Session | null): boolean => session !== null && "password_needed" in session;
