import type { Database } from "@lampstand/database";
import type { Config } from "../config/config.ts";
import type { Log } from "../endpoints/context.ts";
import type { JobHandler } from "../jobs/jobs.ts";
import type { Folder, ObjectStore } from "../vendors/files/files.ts";
import { makeBackup } from "./backup.ts";
import { readSecrets } from "./set.ts";

interface Given {
  config: Config;
  db: Database;
  store: ObjectStore;
  /** Null: no backups are made. */
  backups: Folder | null;
  log: Log;
}

/** Job: the backup that BACKUP_TO asks for. */
export function nightlyBackup({ config, db, store, backups, log }: Given): JobHandler<"backup"> {
  return async (_payload, { signal }) => {
    if (!backups) return;
    // Locks of the session, which a pooler would take and give back on different connections.
    const client = await db.direct.connect();
    let isReleased = false;
    const release = (isBroken: boolean): void => {
      if (!isReleased) client.release(isBroken);
      isReleased = true;
    };
    // Ends the connection, so that whatever the backup waits for fails.
    const giveUp = (): void => release(true);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      // It may have been told to stop while it waited for its connection.
      signal.throwIfAborted();
      const { keep } = config.backup;
      const { lost, set, rows, files, bytes, newBytes } = await makeBackup({
        client,
        store,
        folder: backups,
        keep,
        secrets: await readSecrets(config),
        signal,
      });
      log.info({ set, rows, files, bytes, newBytes }, "a backup was made");
      if (lost.length > 0) log.error({ files: lost.length }, "files that the database names are missing in the store");
    } catch (error) {
      release(true);
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
      release(false);
    }
  };
}
