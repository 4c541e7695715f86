import { TRASH_DAYS } from "../../shared/constants.ts";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";

const BATCH = 500;

/** Job `sweep-trash`, each hour: deletes for good what has been in the trash for 30 days. Their files follow as after every deletion. */
export async function sweepTrash(db: Database, { signal }: { signal: AbortSignal }): Promise<void> {
  for (let swept = BATCH; swept === BATCH && !signal.aborted;) {
    const { rowCount } = await asService(db, (tx) =>
      tx.query(
        `delete from public.sermons where id in (
           select id from public.sermons where deleted_at < now() - make_interval(days => $1) order by deleted_at limit $2)`,
        [TRASH_DAYS, BATCH],
      ),
    );
    swept = rowCount ?? 0;
  }
}
