import { REAUTHENTICATION, SECURITY } from "../../../../shared/messages/auth.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { errorCode, serviceMessage } from "../auth-error.ts";
import type { FormResult } from "../form-status.tsx";

/** Confirms the person by password or mailed code; the session then counts as freshly signed in. Resolves to an error text, or null. */
export async function reauthenticate(proof: { current_password: string } | { nonce: string }): Promise<string | null> {
  try {
    const { error } = await (await getSupabase()).auth.updateUser(proof);
    if (!error) return null;
    return errorCode(error) === "reauthentication_not_valid"
      ? REAUTHENTICATION.codeWrong
      : serviceMessage(error, REAUTHENTICATION.failed);
  } catch {
    return REAUTHENTICATION.failed;
  }
}

/** Mails a code for reauthentication. */
export async function sendNonce(): Promise<FormResult> {
  try {
    const { error } = await (await getSupabase()).auth.reauthenticate();
    return error ? { ok: false, text: serviceMessage(error, SECURITY.nonceFailed) } : { ok: true, text: SECURITY.nonceSent };
  } catch {
    return { ok: false, text: SECURITY.nonceFailed };
  }
}
