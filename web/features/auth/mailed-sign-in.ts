import { SIGN_IN_CODE } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { authErrorCategory, errorLogData } from "./auth-error.ts";
import { record } from "./diagnostics/diagnostic-log.ts";

/** The message when the service wants a pause; it tells the seconds in its own text only. */
function pauseMessage(text: string): string {
  const seconds = /after (\d+) seconds/.exec(text)?.[1];
  return seconds === undefined ? SIGN_IN_CODE.tooMany : SIGN_IN_CODE.tooSoon(Number(seconds));
}

/**
 * Has a code mailed with which somebody signs in without the password. Makes no account, and the service answers the same whether or not there is
 * one. `path`: where the mail's link leads. Resolves to an error text, or null.
 */
export async function mailSignInCode(email: string, path: string): Promise<string | null> {
  try {
    const { auth } = await getSupabase();
    const options = { shouldCreateUser: false, emailRedirectTo: location.origin + path };
    const { error } = await auth.signInWithOtp({ email, options });
    if (!error) return null;
    record("error", "sign-in code not sent", errorLogData(error));
    return authErrorCategory(error) === "rate_limit" ? pauseMessage(error.message) : SIGN_IN_CODE.failed;
  } catch {
    return SIGN_IN_CODE.failed;
  }
}
