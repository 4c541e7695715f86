import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { openBackups, openStoredFiles } from "../../server/choose-files.ts";
import type { Config } from "../../server/config/config.ts";
import type { Folder } from "../../server/vendors/files/files.ts";
import { codeOf, failed, type Finding, ok } from "./finding.ts";

/** Where recordings and pictures go. */
export async function tryFiles(config: Config): Promise<Finding[]> {
  if (config.files.kind === "disk") return [await tryDisk("files", "DATA_DIR", config.dataDir)];
  // A key may be allowed no more than this; if the file stayed, `npm run doctor` would find it.
  return [await tryFolder("files", "S3_BUCKET", openStoredFiles(config), `objects/check-config-${randomUUID()}`)];
}

/** Where backups go. */
export async function tryBackups(config: Config): Promise<Finding[]> {
  const { to } = config.backup;
  const folder = openBackups(config);
  if (to === null || !folder) return [];
  if (!to.startsWith("s3://")) return [await tryDisk("backups", "BACKUP_TO", resolve(to))];
  // If it stayed, the next backup would delete it.
  return [await tryFolder("backups", "BACKUP_TO", folder, `files/check-config-${randomUUID()}`)];
}

/** Whether this user may write a folder, or make it where it is not there yet. Makes nothing. */
async function tryDisk(what: string, setting: string, path: string): Promise<Finding> {
  let nearest = path;
  while ((await stat(nearest).catch(() => null)) === null && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    if (!(await stat(nearest)).isDirectory()) return failed(what, true, `${setting}: ${nearest} is no folder`);
    await access(nearest, constants.W_OK);
    return ok(what, `${path} can be written`);
  } catch (error) {
    return failed(what, true, `${setting}: ${path}: ${codeOf(error)}`);
  }
}

interface Refusal {
  $metadata?: { httpStatusCode?: number };
}

/** Writes, reads and deletes one small file. */
async function tryFolder(what: string, setting: string, folder: Folder, path: string): Promise<Finding> {
  const bytes = randomUUID();
  let step = "writing";
  try {
    await folder.put(path, Readable.from([bytes], { objectMode: false }));
    step = "reading";
    const found = await folder.get(path);
    const isSame = found !== null && (await text(found)) === bytes;
    step = "deleting";
    await folder.delete([path]);
    return isSame
      ? ok(what, `${folder.name} was written, read and cleaned up`)
      : failed(what, true, `${setting}: reading: not what was written`);
  } catch (error) {
    const status = (error as Refusal).$metadata?.httpStatusCode;
    const name = status === undefined ? codeOf(error) : `${(error as Error).name} ${status}`;
    // 4xx: the key, the name or the region is wrong.
    return failed(what, status !== undefined && status >= 400 && status < 500, `${setting}: ${step}: ${name}`);
  }
}
