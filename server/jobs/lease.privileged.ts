import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";

/** How long a process has a row for itself, unless it renews the lease; so long the work of one that died waits. */
export const LEASE = "30 seconds";
export const RENEW_MS = 10_000;

/** Where a lease stands: the row's column that says until when it is taken. The names are constants of the code, never input. */
export interface LeasedRow {
  table: string;
  key: string;
  id: string;
  column: string;
}

/**
 * Renews a lease that was just taken, until the returned function is called, which frees the row at once. The fence is the lease's own end: each write names the
 * end that this process has stored last, so a process that lost its lease changes nothing of the next one's.
 * @param end the stored end, as PostgreSQL's text
 */
export function keepLease(db: Database, { table, key, id, column }: LeasedRow, end: string): () => Promise<void> {
  let stored = end;
  const setEnd = async (interval: string): Promise<void> => {
    const { rows } = await asService(db, (tx) =>
      tx.query<{ end: string }>(
        `update ${table} set ${column} = now() + $3::interval
         where ${key} = $1 and ${column} = $2::timestamptz returning ${column}::text as end`,
        [id, stored, interval],
      ),
    );
    stored = rows[0]?.end ?? stored;
  };
  // One after the other, or a release during a renewal would name an end that is no longer stored. A failed renewal is ignored: the next
  // one follows in time, and at worst another process takes the row.
  let renewed = Promise.resolve();
  const renewal = setInterval(() => {
    renewed = renewed.then(() => setEnd(LEASE)).catch(() => {});
  }, RENEW_MS);
  return async () => {
    clearInterval(renewal);
    await renewed;
    await setEnd("0 seconds");
  };
}
