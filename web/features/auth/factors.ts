import { queryOptions } from "@tanstack/react-query";
import { SECOND_FACTOR } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { errorCode, serviceMessage } from "./auth-error.ts";

/** The user's authenticator apps, fetched from the service. */
export const factors = () =>
  queryOptions({
    queryKey: ["auth", "factors"],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).auth.mfa.listFactors();
      if (error) throw error;
      return data;
    },
  });

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
