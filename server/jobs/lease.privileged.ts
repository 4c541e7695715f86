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
 * Renews a lease that was just taken until `release`, which frees the row at once. The fence is the lease's own end: each write names the
 * end that this process has stored last, so a process that lost its lease changes nothing of the next one's.
 * @param end the stored end, as PostgreSQL's text
 */
export function keepLease(db: Database, { table, key, id, column }: LeasedRow, end: string): { release(): Promise<void> } {
  let stored = end;
  let last = Promise.resolve();
  // One after the other, or a release during a renewal would name an end that is no longer stored.
  const moveEnd = (interval: string): Promise<void> =>
    (last = last
      .catch(() => {})
      .then(async () => {
        const { rows } = await asService(db, (tx) =>
          tx.query<{ end: string }>(
            `update ${table} set ${column} = now() + $3::interval
             where ${key} = $1 and ${column} = $2::timestamptz returning ${column}::text as end`,
            [id, stored, interval],
          ),
        );
        stored = rows[0]?.end ?? stored;
      }));
  // A failed renewal is ignored: the next one follows in time, and at worst another process takes the row.
  const renewal = setInterval(() => void moveEnd(LEASE).catch(() => {}), RENEW_MS);
  return {
    release: () => {
      clearInterval(renewal);
      return moveEnd("0 seconds");
    },
  };
}
