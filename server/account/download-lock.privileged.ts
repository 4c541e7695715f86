import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import { keepLease, LEASE } from "../jobs/lease.privileged.ts";
import { rejectIfDeleting } from "./reject-if-deleting.ts";
import { refusals } from "./refusals.ts";

const PER_HOUR = 5;

/**
 * Locks the download of this user's data: one at a time, `PER_HOUR` in an hour, counted in the database for all processes. Returns the
 * function that releases the lock; the lock of a process that dies expires within a minute. Throws a `FunctionError`.
 */
export async function acquireDownloadLock(db: Database, userId: string): Promise<() => Promise<void>> {
  const end = await asService(db, async (tx) => {
    await rejectIfDeleting(tx, userId);
    const taken = await tx.query<{ end: string }>(
      `insert into public.data_downloads as d (user_id, running_until) values ($1, now() + $2::interval)
       on conflict (user_id) do update set running_until = excluded.running_until,
         begun = case when d.counted_from > now() - interval '1 hour' then d.begun + 1 else 1 end,
         counted_from = case when d.counted_from > now() - interval '1 hour' then d.counted_from else now() end
       where d.running_until <= now() and (d.begun < $3 or d.counted_from <= now() - interval '1 hour')
       returning running_until::text as end`,
      [userId, LEASE, PER_HOUR],
    );
    if (taken.rows[0]) return taken.rows[0].end;
    const running = await tx.query("select from public.data_downloads where user_id = $1 and running_until > now()", [userId]);
    throw running.rowCount ? refusals.downloadRunning() : refusals.tooManyDownloads();
  });
  return keepLease(db, { table: "public.data_downloads", key: "user_id", id: userId, column: "running_until" }, end);
}
