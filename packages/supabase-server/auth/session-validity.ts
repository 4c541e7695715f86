import { asPlatform } from "@lampstand/database/as-platform";
import type { Claims, Database } from "@lampstand/database";
import type { SessionLife } from "./options.ts";

export type Standing = "good" | "session_ended" | "second_factor_missing";

/**
 * Checks the session behind a verified token, for functions that spend money or minutes: tokens outlive their sessions by up to an hour.
 * Also covers banned and deleted accounts, and the second factor (for rows that is `public.second_factor_met()`).
 */
export async function checkSession(db: Database, life: SessionLife, caller: Claims): Promise<Standing> {
  const { role, sub, session_id: session, aal } = caller;
  if (role !== "authenticated" || !sub) return "good";
  const found = await asPlatform(db, async (tx) =>
    tx.query<{ lives: boolean; asks: boolean }>(
      `select ($2::text is null or exists (select from auth.sessions s where s.id::text = $2 and s.user_id = u.id and auth.session_lives(s, $3, $4)))
           and coalesce(u.banned_until < now(), true) as lives,
         exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as asks
       from auth.users u where u.id = $1`,
      [sub, typeof session === "string" ? session : null, life.sessionLife, life.sessionIdleLife],
    ),
  );
  const account = found.rows[0];
  if (!account?.lives) return "session_ended";
  return account.asks && aal !== "aal2" ? "second_factor_missing" : "good";
}
