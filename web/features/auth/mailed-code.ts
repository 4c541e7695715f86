import { CODE } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { passwordNeeded } from "./password-needed.ts";
import { serviceMessage } from "./auth-error.ts";

interface VerifiedCode {
  /** Error text, or null. */
  problem: string | null;
  passwordNeeded: boolean;
}

/** Verifies the code of a mail, which opens a session. "email" is the code of a sign-up. */
export async function verifyMailedCode(email: string, token: string, type: "email" | "recovery"): Promise<VerifiedCode> {
  try {
    const { data, error } = await (await getSupabase()).auth.verifyOtp({ email, token, type });
    return {
      problem: error ? serviceMessage(error, CODE.mailFailed) : null,
      passwordNeeded: passwordNeeded(data.session),
    };
  } catch {
    return { problem: CODE.mailFailed, passwordNeeded: false };
  }
}
