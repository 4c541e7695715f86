import { PROOF, SECURITY } from "../../../../shared/messages/auth.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { errorCode } from "../auth-error.ts";
import type { OutcomeMessage } from "../outcome.tsx";
import { serviceMessage } from "../service-message.ts";

/** Shows the service who is at this session, which then counts as freshly signed in. Answers what went wrong, or null. */
export async function giveProof(proof: { current_password: string } | { nonce: string }): Promise<string | null> {
  try {
    const { error } = await (await getSupabase()).auth.updateUser(proof);
    if (!error) return null;
    return errorCode(error) === "reauthentication_not_valid" ? PROOF.codeWrong : serviceMessage(error, PROOF.failed);
  } catch {
    return PROOF.failed;
  }
}

/** Has a code mailed that is a proof. */
export async function sendNonce(): Promise<OutcomeMessage> {
  try {
    const { error } = await (await getSupabase()).auth.reauthenticate();
    return error ? { ok: false, text: serviceMessage(error, SECURITY.nonceFailed) } : { ok: true, text: SECURITY.nonceSent };
  } catch {
    return { ok: false, text: SECURITY.nonceFailed };
  }
}
