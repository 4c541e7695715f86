import type { Database } from "@lampstand/database";
import type { SessionLife } from "./options.ts";

/** Deletes expired sessions. */
export async function sweepSessions(db: Database, { sessionLife, sessionIdleLife }: SessionLife): Promise<void> {
  await db.owner.query(
    `delete from auth.sessions where id in (
       select s.id from auth.sessions s where not auth.session_lives(s, $1, $2) for update skip locked)`,
    [sessionLife, sessionIdleLife],
  );
}
