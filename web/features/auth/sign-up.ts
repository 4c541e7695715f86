import type { User } from "@supabase/supabase-js";
import { PASSWORD_MIN_CHARS } from "../../../shared/constants.ts";
import { SIGN_UP } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { errorCode, errorLogData, isNetworkFailure, signUpErrorCategory, type ErrorCategory } from "./auth-error.ts";
import { DIAGNOSTIC_SESSION_ID, record } from "./diagnostics/diagnostic-log.ts";
import { passwordMinimum } from "./password-minimum.ts";
import { prepareAuth } from "./sign-in.ts";

export interface NewAccount {
  email: string;
  name: string;
  password: string;
}

/** For support: how far the sign-up got, and the service's error code. Nothing that was typed. */
export interface SignUpDiagnostic {
  /** `sessionId` of the diagnostic log. */
  sessionId: string;
  step: "input" | "service" | "request" | "done";
  code: string | null;
  milliseconds: number;
}

export type SignUpResult =
  | { success: true; user: User; error: null; errorCategory: null; diagnostic: SignUpDiagnostic }
  | { success: false; user: null; error: Error; errorCategory: ErrorCategory; diagnostic: SignUpDiagnostic };

/** Minimal check of an address before it is sent to the service. */
export const hasEmailShape = (email: string): boolean => /^\S+@\S+\.\S+$/.test(email);

/**
 * Creates an account whose address has yet to be confirmed. An address that already has an account counts as a failure, which the service
 * reports by a user without identities. Never rejects.
 */
export async function signUp({ email, name, password }: NewAccount): Promise<SignUpResult> {
  const started = performance.now();
  let step: SignUpDiagnostic["step"] = "input";
  const diagnose = (code: string | null): SignUpDiagnostic => ({
    sessionId: DIAGNOSTIC_SESSION_ID,
    step,
    code,
    milliseconds: Math.round(performance.now() - started),
  });
  function fail(error: Error, errorCategory: ErrorCategory): SignUpResult {
    record("error", "sign-up failed", { ...errorLogData(error), category: errorCategory, step });
    return { success: false, user: null, error, errorCategory, diagnostic: diagnose(errorCode(error)) };
  }
  try {
    if (!hasEmailShape(email)) return fail(new Error(SIGN_UP.helperInvalidEmail), "invalid_email");
    const least = await passwordMinimum().catch(() => PASSWORD_MIN_CHARS);
    if (password.length < least) return fail(new Error(SIGN_UP.passwordTooShort(least)), "weak_password");
    step = "service";
    await prepareAuth(SIGN_UP.serviceUnavailable);
    step = "request";
    const { auth } = await getSupabase();
    const options = { data: { full_name: name }, emailRedirectTo: `${location.origin}/dashboard` };
    const { data, error } = await auth.signUp({ email, password, options });
    // Status 0: nothing answered. Other errors are classified by their message.
    if (error) return fail(error, error.status === 0 ? "connection" : signUpErrorCategory(error.message));
    if (!data.user) return fail(new Error("No user was created"), "unknown");
    if (data.user.identities?.length === 0) return fail(new Error(SIGN_UP.userExists), "user_exists");
    step = "done";
    record("info", "sign-up accepted");
    return { success: true, user: data.user, error: null, errorCategory: null, diagnostic: diagnose(null) };
  } catch (error) {
    return fail(error instanceof Error ? error : new Error(String(error)), isNetworkFailure(error) ? "connection" : "unknown");
  }
}
