import { SECOND_FACTOR } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { errorCode } from "./auth-error.ts";
import { serviceMessage } from "./service-message.ts";

/** Verifies an authenticator app's code; a right one raises the session to aal2. Resolves to an error text, or null. */
export async function verifyFactorCode(factorId: string, code: string): Promise<string | null> {
  try {
    const { error } = await (await getSupabase()).auth.mfa.challengeAndVerify({ factorId, code });
    if (!error) return null;
    return errorCode(error) === "mfa_verification_failed" ? SECOND_FACTOR.wrong : serviceMessage(error, SECOND_FACTOR.failed);
  } catch {
    return SECOND_FACTOR.failed;
  }
}
