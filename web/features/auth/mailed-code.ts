import { CODE } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { serviceMessage } from "./service-message.ts";

/** Spends the code of a mail: that opens a session. "email" is the code of a sign-up. Answers what went wrong, or null. */
export async function spendMailedCode(email: string, token: string, type: "email" | "recovery"): Promise<string | null> {
  try {
    const { error } = await (await getSupabase()).auth.verifyOtp({ email, token, type });
    return error ? serviceMessage(error, CODE.mailFailed) : null;
  } catch {
    return CODE.mailFailed;
  }
}
