import { asPlatform } from "../../../db/as-platform.ts";
import type { Claims } from "../../../db/claims.ts";
import type { Database } from "../../../db/database.ts";

/**
 * Whether the caller's token is as strong as their account asks for: who has a verified factor must have shown one. The same rule
 * for rows is `public.second_factor_met()`.
 */
export async function secondFactorMet(db: Database, caller: Claims): Promise<boolean> {
  if (caller.role !== "authenticated" || caller["aal"] === "aal2" || !caller.sub) return true;
  const found = await asPlatform(db, async (tx) =>
    tx.query("select from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1", [caller.sub]),
  );
  return found.rowCount === 0;
}
