import { RESET } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { awaitsSecondFactor } from "./assurance-level.ts";
import type { FormResult } from "./form-status.tsx";
import { serviceMessage } from "./service-message.ts";

interface Recovery {
  problem: string | null;
  /** The password can be set only after the code of the authenticator app. */
  secondFactor: boolean;
}

/** Spends the link of a reset mail, once: the session that it opens then serves further tries. */
export async function openRecovery(tokenHash: string): Promise<Recovery> {
  try {
    const { data, error } = await (await getSupabase()).auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    if (error) return { problem: serviceMessage(error, RESET.updateFailed), secondFactor: false };
    return { problem: null, secondFactor: data.session !== null && awaitsSecondFactor(data.session) };
  } catch {
    return { problem: RESET.updateFailed, secondFactor: false };
  }
}

/** Sets the password of whoever is signed in, and signs out: the new password is tried at once. */
export async function updatePassword(password: string): Promise<FormResult> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.updateUser({ password });
    // The client's own "Auth session missing!" helps nobody.
    if (error?.name === "AuthSessionMissingError") return { ok: false, text: RESET.noLink };
    if (error) return { ok: false, text: serviceMessage(error, RESET.updateFailed) };
    // The password is set; a sign-out that fails on the server has still removed the session here.
    await auth.signOut({ scope: "local" });
    return { ok: true, text: RESET.updated };
  } catch {
    return { ok: false, text: RESET.updateFailed };
  }
}
