import { RESET } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { awaitsSecondFactor } from "./assurance-level.ts";
import type { FormResult } from "./form-status.tsx";
import { serviceMessage } from "./auth-error.ts";

interface VerifiedLink {
  problem: string | null;
  /** The session needs the authenticator app's code before the password can be set. */
  secondFactorNeeded: boolean;
}

/** Verifies the token of a reset mail, which opens a session. Works once per token, so later attempts use that session. */
export async function verifyResetLink(tokenHash: string): Promise<VerifiedLink> {
  try {
    const { data, error } = await (await getSupabase()).auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    if (error) return { problem: serviceMessage(error, RESET.updateFailed), secondFactorNeeded: false };
    return { problem: null, secondFactorNeeded: data.session !== null && awaitsSecondFactor(data.session) };
  } catch {
    return { problem: RESET.updateFailed, secondFactorNeeded: false };
  }
}

/** Sets the user's password and signs out, so that the user signs in with the new password. */
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
