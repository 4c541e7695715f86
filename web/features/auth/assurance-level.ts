import type { Session } from "@supabase/supabase-js";
import * as z from "zod/mini";

const claims = z.object({ aal: z.optional(z.string()) });

/** The `aal` claim of an access token. Not verified here, so use it for display only; the server checks the signature. */
function assuranceLevel(token: string): string | undefined {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return claims.safeParse(JSON.parse(atob(payload))).data?.aal;
  } catch {
    return undefined;
  }
}

/**
 * Whether the second factor is still missing: the result of `auth.mfa.getAuthenticatorAssuranceLevel()` (`nextLevel` aal2 above
 * `currentLevel`), but synchronously, so that no page opens before it is known.
 */
export function awaitsSecondFactor({ user, access_token }: Session): boolean {
  const enrolled = user.factors?.some(({ status }) => status === "verified") ?? false;
  return enrolled && assuranceLevel(access_token) !== "aal2";
}
