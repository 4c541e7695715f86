import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";

/** An authenticator app that holds one secret. */
export interface Authenticator {
  factorId: string;
  /** The code that is shown so many steps of 30 seconds from now. */
  code(stepsAhead?: number): string;
}

/** Enrols an authenticator app for whoever is signed in; it does not count before its first code. */
export async function enrolApp(browser: SupabaseClient, friendlyName = "phone"): Promise<Authenticator> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const totp = new TOTP({ secret: data.totp.secret });
  return { factorId: data.id, code: (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 }) };
}

/** Enrols an app and shows its first code: the session is aal2 from then on. */
export async function withSecondFactor(browser: SupabaseClient): Promise<Authenticator> {
  const app = await enrolApp(browser);
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
  if (error) throw error;
  return app;
}
