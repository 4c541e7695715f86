import { asPlatform } from "@lampstand/database/as-platform";
import type { Claims, Database } from "@lampstand/database";

export type Standing = "good" | "session_ended" | "second_factor_missing";

/**
 * Checks the session behind a verified token, for functions that spend money or minutes: tokens outlive their sessions by up to an hour.
 * Also covers banned and deleted accounts, and the second factor. A token signed outside of this server has no session.
 */
export async function checkSession(db: Database, caller: Claims): Promise<Standing> {
  const { role, sub, session_id: session, aal } = caller;
  if (role !== "authenticated" || !sub) return "good";
  const found = await asPlatform(db, async (tx) =>
    tx.query<{ lives: boolean; second_factor_met: boolean }>(
      `select case when $2::text is null then not auth.is_banned(u) else exists (select from auth.living_session(u.id, $2)) end as lives,
         auth.second_factor_met(u.id, $3) as second_factor_met
       from auth.users u where u.id = $1`,
      [sub, typeof session === "string" ? session : null, typeof aal === "string" ? aal : null],
    ),
  );
  const account = found.rows[0];
  if (!account?.lives) return "session_ended";
  return account.second_factor_met ? "good" : "second_factor_missing";
}
