import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";

/** An authenticator app that holds one secret. */
export interface Authenticator {
  factorId: string;
  /** The current code, or the one `stepsAhead` periods of 30 seconds later. */
  code(stepsAhead?: number): string;
}

/** Enrols a TOTP factor for the signed-in user. It stays unverified until a first code is accepted. */
export async function enrolApp(browser: SupabaseClient, friendlyName = "phone"): Promise<Authenticator> {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const totp = new TOTP({ secret: data.totp.secret });
  return { factorId: data.id, code: (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 }) };
}

/** Enrols a TOTP factor and verifies its first code: the session is aal2 afterwards. */
export async function withSecondFactor(browser: SupabaseClient): Promise<Authenticator> {
  const app = await enrolApp(browser);
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
  if (error) throw error;
  return app;
}
