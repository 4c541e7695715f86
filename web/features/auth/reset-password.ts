import { RESET } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { awaitsSecondFactor } from "./assurance-level.ts";
import type { FormResult } from "./form-status.tsx";
import { serviceMessage } from "./auth-error.ts";

interface Recovery {
  problem: string | null;
  /** The authenticator app's code is needed before the password can be set. */
  secondFactor: boolean;
}

/** Uses up the link of a reset mail. Call it once: later attempts use the session that it opened. */
export async function openRecovery(tokenHash: string): Promise<Recovery> {
  try {
    const { data, error } = await (await getSupabase()).auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    if (error) return { problem: serviceMessage(error, RESET.updateFailed), secondFactor: false };
    return { problem: null, secondFactor: data.session !== null && awaitsSecondFactor(data.session) };
  } catch {
    return { problem: RESET.updateFailed, secondFactor: false };
  }
}

/** Sets the user's password and signs out, so that the new password is tried at once. */
export async function updatePassword(password: string): Promise<FormResult> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.updateUser({ password });
    // Replaces the client's unhelpful "Auth session missing!".
    if (error?.name === "AuthSessionMissingError") return { ok: false, text: RESET.noLink };
    if (error) return { ok: false, text: serviceMessage(error, RESET.updateFailed) };
    // A failed sign-out is ignored: the password is set, and the session is removed from this browser anyway.
    await auth.signOut({ scope: "local" });
    return { ok: true, text: RESET.updated };
  } catch {
    return { ok: false, text: RESET.updateFailed };
  }
}
