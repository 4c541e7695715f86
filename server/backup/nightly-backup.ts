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
  return async () => {
    if (!backups) return;
    const client = await db.owner.connect();
    try {
      const { keep } = config.backup;
      const { lost, set, rows, files, bytes, newBytes } = await makeBackup({
        client,
        store,
        folder: backups,
        keep,
        secrets: await readSecrets(config),
      });
      log.info({ set, rows, files, bytes, newBytes }, "a backup was made");
      if (lost.length > 0) log.error({ files: lost.length }, "files that the database names are missing in the store");
    } finally {
      client.release();
    }
  };
}
