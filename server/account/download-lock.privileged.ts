import { asService } from "@lampstand/database/as-service";
import type { Database } from "@lampstand/database";
import { rejectIfDeleting } from "./reject-if-deleting.ts";
import { refusals } from "./refusals.ts";

const PER_HOUR = 5;
const LEASE = "1 minute";
const RENEW_MS = 20_000;

/**
 * Locks the download of this user's data: one at a time, `PER_HOUR` in an hour, counted in the database for all processes. Returns the
 * function that releases the lock; the lock of a process that dies expires within a minute. Throws a `FunctionError`.
 */
export async function acquireDownloadLock(db: Database, userId: string): Promise<() => Promise<void>> {
  await asService(db, async (tx) => {
    await rejectIfDeleting(tx, userId);
    const taken = await tx.query(
      `insert into public.data_downloads as d (user_id, running_until) values ($1, now() + $2::interval)
       on conflict (user_id) do update set running_until = excluded.running_until,
         begun = case when d.counted_from > now() - interval '1 hour' then d.begun + 1 else 1 end,
         counted_from = case when d.counted_from > now() - interval '1 hour' then d.counted_from else now() end
       where d.running_until <= now() and (d.begun < $3 or d.counted_from <= now() - interval '1 hour')`,
      [userId, LEASE, PER_HOUR],
    );
    if (taken.rowCount) return;
    const running = await tx.query("select from public.data_downloads where user_id = $1 and running_until > now()", [userId]);
    throw running.rowCount ? refusals.downloadRunning() : refusals.tooManyDownloads();
  });
  const hold = (until: string): Promise<unknown> =>
    asService(db, (tx) =>
      tx.query("update public.data_downloads set running_until = now() + $2::interval where user_id = $1", [userId, until]),
    );
  // A failed renewal is ignored: the next one follows in time, and at worst a second download can begin.
  const renewal = setInterval(() => void hold(LEASE).catch(() => {}), RENEW_MS);
  return async () => {
    clearInterval(renewal);
    await hold("0 seconds");
  };
}
