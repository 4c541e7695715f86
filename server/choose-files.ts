import { join } from "node:path";
import type { Config } from "./config/config.ts";
import { createDiskStore } from "./vendors/files/disk.ts";
import type { Folder, ObjectStore } from "./vendors/files/files.ts";
import { diskFolder, openFolder } from "./vendors/files/folder.ts";
import { createS3Store } from "./vendors/files/s3.ts";

// Apart from choose-vendors.ts, so that the commands for backups start without loading all vendors.

/** The configured object store. */
export async function openStore({ files, dataDir }: Pick<Config, "files" | "dataDir">): Promise<ObjectStore> {
  return files.kind === "s3" ? createS3Store(files) : createDiskStore({ root: join(dataDir, "storage") });
}

/** The files of the configured object store as they lie there, each at `objects/` and `objectPath` of its key. */
export const openStoredFiles = ({ files, dataDir }: Pick<Config, "files" | "dataDir">): Folder =>
  files.kind === "s3" ? openFolder(`s3://${files.bucket}`, files) : diskFolder(join(dataDir, "storage"));

/** The configured place of backups. */
export const openBackups = ({ backup: { to, s3 } }: Pick<Config, "backup">): Folder | null =>
  to === null ? null : openFolder(to, s3);
