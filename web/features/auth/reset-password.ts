import { RESET } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import type { OutcomeMessage } from "./outcome.tsx";
import { serviceMessage } from "./service-message.ts";

/** Spends the link of a reset mail, once: the session that it opens then serves further tries. Answers what went wrong, or null. */
export async function openRecovery(tokenHash: string): Promise<string | null> {
  try {
    const { error } = await (await getSupabase()).auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
    return error ? serviceMessage(error, RESET.updateFailed) : null;
  } catch {
    return RESET.updateFailed;
  }
}

/** Sets the password of whoever is signed in, and signs out: the new password is tried at once. */
export async function updatePassword(password: string): Promise<OutcomeMessage> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.updateUser({ password });
    if (error) return { ok: false, text: serviceMessage(error, RESET.updateFailed) };
    // The password is set; a sign-out that fails on the server has still removed the session here.
    await auth.signOut({ scope: "local" });
    return { ok: true, text: RESET.updated };
  } catch {
    return { ok: false, text: RESET.updateFailed };
  }
}
