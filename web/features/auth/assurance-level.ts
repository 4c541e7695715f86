import type { Session } from "@supabase/supabase-js";
import * as z from "zod/mini";

const claims = z.object({ aal: z.optional(z.string()) });

/** The assurance level in an access token, which is read here and trusted nowhere: the server checks its signature. */
function assuranceLevel(token: string): string | undefined {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return claims.safeParse(JSON.parse(atob(payload))).data?.aal;
  } catch {
    return undefined;
  }
}

/**
 * Whether a second factor has still to be shown: what `auth.mfa.getAuthenticatorAssuranceLevel()` finds out (`nextLevel` aal2 above
 * `currentLevel`), but at once, so that no page opens between the sign-in and the answer.
 */
export function awaitsSecondFactor({ user, access_token }: Session): boolean {
  const enrolled = user.factors?.some(({ status }) => status === "verified") ?? false;
  return enrolled && assuranceLevel(access_token) !== "aal2";
}
