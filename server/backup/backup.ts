import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createSemaphore } from "@lampstand/semaphore";
import { holdStoredBytes } from "@lampstand/supabase-server";
import type pg from "pg";
import type { Folder, ObjectStore } from "../vendors/files/files.ts";
import { type FileEntry, FORMAT, type Manifest, type TableCopy } from "./manifest.ts";
import { type NamedFile, namedFiles } from "./named-files.ts";
import {
  BackupError,
  digestOf,
  FILE_LIST,
  filePath,
  FILES,
  inSet,
  listSets,
  MANIFEST,
  problemsOf,
  putCompressed,
  readFileList,
  SECRETS,
} from "./set.ts";
import { listSequences, listTables, readTable } from "./table-copies.ts";

export interface BackupOptions {
  /** Connected as the schema's owner. Used for nothing else meanwhile. */
  client: pg.ClientBase;
  store: ObjectStore;
  folder: Folder;
  /** How many sets stay in the folder, with this one. */
  keep: number;
  /** The content of `keys.json` in DATA_DIR, without which sessions and links would end; null if the keys are settings. */
  secrets: string | null;
  onProgress?: (message: string) => void;
  /** Copies no more files. Whoever aborts it ends the client too, since a table is copied to its end. */
  signal?: AbortSignal;
}

export interface BackupResult {
  set: string;
  rows: number;
  files: number;
  /** Of all files of the set, and of those that the folder did not have. */
  bytes: number;
  newBytes: number;
  /** Files that the database names and the store has lost. The backup is made without them. */
  lost: string[];
  /** Sets that were deleted because of `keep`. */
  removed: string[];
}

/** An arbitrary number, the same in every process: one backup of an installation is made at a time. */
const BACKUP_LOCK = 7_263_091_146;

/** Files that are copied at a time. */
const CONCURRENCY = 8;

/**
 * Makes a set: the database as it is at one moment, and every file that it names then. People go on meanwhile; bytes that they delete stay in
 * the store until the set is finished. Resolves when the set was read back and found whole.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { client, folder, onProgress = () => {} } = options;
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [BACKUP_LOCK]);
  if (!rows[0]?.free) throw new BackupError("Another backup of this installation is running.");
  let release = async (): Promise<void> => {};
  try {
    release = await holdStoredBytes(client);
    const madeAt = new Date();
    const set = madeAt.toISOString().replaceAll(/[:.]/g, "-");
    const { wanted, ...copied } = await copyDatabase(client, folder, set);
    onProgress(`Copied ${copied.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${copied.tables.length} tables.`);
    const { entries, lost, newPaths, present } = await copyFiles(options, wanted);
    onProgress(`Copied ${newPaths.length} files; ${entries.length - newPaths.length} were in the folder.`);

    const listSha256 = await putCompressed(
      folder,
      inSet(set, FILE_LIST),
      Readable.from(entries.map((entry) => `${JSON.stringify(entry)}\n`)),
    );
    if (options.secrets !== null) await folder.put(inSet(set, SECRETS), Readable.from([options.secrets], { objectMode: false }));
    const bytes = entries.reduce((sum, { size }) => sum + size, 0);
    const content: Manifest = {
      format: FORMAT,
      madeAt: madeAt.toISOString(),
      ...copied,
      files: { count: entries.length, bytes, listSha256, lost },
    };
    await folder.put(inSet(set, MANIFEST), Readable.from([JSON.stringify(content, null, 2)], { objectMode: false }));
    await verify(folder, set, { entries, newPaths, present });
    const fresh = new Set(newPaths);
    return {
      set,
      rows: copied.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: entries.length,
      bytes,
      newBytes: entries.reduce((sum, { key, size }) => sum + (fresh.has(filePath(key)) ? size : 0), 0),
      lost,
      removed: await removeOldSets(folder, options.keep, present),
    };
  } finally {
    await release();
    await client.query("select pg_advisory_unlock($1)", [BACKUP_LOCK]);
  }
}

async function copyDatabase(client: pg.ClientBase, folder: Folder, set: string) {
  await client.query("begin isolation level repeatable read read only");
  try {
    const tables: TableCopy[] = [];
    for (const table of await listTables(client)) {
      const path = `tables/${table.schema}.${table.name}.copy.zst`;
      const { stream, rows } = readTable(client, table);
      const sha256 = await putCompressed(folder, inSet(set, path), stream);
      tables.push({ ...table, rows: rows(), path, sha256 });
    }
    const wanted = await namedFiles(client);
    const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
      "select room, name, sha256 from lampstand.migrations order by applied_at, room, name",
    );
    const { rows: versions } = await client.query<{ server_version: string }>("show server_version");
    // Sequences are outside transactions: read last, none is behind the rows.
    const sequences = await listSequences(client);
    return { postgres: versions[0]?.server_version ?? "", migrations, tables, sequences, wanted };
  } finally {
    await client.query("rollback");
  }
}

/**
 * Copies what the folder does not have. A file that is missing in the store, or is not what was stored, counts as lost. `present`: every file that
 * the folder has now, listed once, since that takes longest where little is new.
 */
async function copyFiles({ store, folder, signal }: BackupOptions, wanted: readonly NamedFile[]) {
  const present = await folder.list(FILES);
  const permits = createSemaphore(CONCURRENCY);
  const entries: FileEntry[] = [];
  const lost: string[] = [];
  const newPaths: string[] = [];
  await Promise.all(
    wanted.map(({ key, size, sha256 }) =>
      permits.run(async () => {
        signal?.throwIfAborted();
        const path = filePath(key);
        if (present.get(path) !== size) {
          const body = await store.get(key);
          if (!body || !(await isCopied(folder, path, body, sha256))) {
            lost.push(key);
            return;
          }
          newPaths.push(path);
          present.set(path, size);
        }
        entries.push({ key, size, sha256 });
      }),
    ),
  );
  return { entries: entries.toSorted((a, b) => (a.key < b.key ? -1 : 1)), lost: lost.toSorted(), newPaths, present };
}

/** Copies a file; false, and nothing is left, if its bytes are not those of `sha256`. */
async function isCopied(folder: Folder, path: string, body: Readable, sha256: string): Promise<boolean> {
  const hash = createHash("sha256");
  let isDamaged = false;
  const checked = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
    isDamaged = hash.digest("hex") !== sha256;
    if (isDamaged) throw new Error("damaged");
  };
  try {
    await folder.put(path, Readable.from(checked(), { objectMode: false }));
    return true;
  } catch (error) {
    if (isDamaged) return false;
    throw error;
  } finally {
    body.destroy();
  }
}

/** Reads the set back: every part, the sizes of all files, the bytes of those that are new. */
async function verify(
  folder: Folder,
  set: string,
  {
    entries,
    newPaths,
    present,
  }: { entries: readonly FileEntry[]; newPaths: readonly string[]; present: ReadonlyMap<string, number> },
): Promise<void> {
  const problems = await problemsOf(folder, set, { deep: false, files: present });
  const digests = new Map(entries.map(({ key, sha256 }) => [filePath(key), sha256]));
  for (const path of newPaths)
    if ((await digestOf(folder, path)) !== digests.get(path)) problems.push(`the file ${path} was changed`);
  if (problems.length === 0) return;
  await folder.delete([inSet(set, MANIFEST)]);
  throw new BackupError(
    `The backup was written to ${folder.name}, but is not what was sent: ${problems.slice(0, 5).join("; ")}.`,
  );
}

/** Deletes sets beyond the newest `keep`, unfinished ones, and files that no set names any more. Returns the deleted sets. */
async function removeOldSets(folder: Folder, keep: number, present: ReadonlyMap<string, number>): Promise<string[]> {
  const { finished, unfinished, paths } = await listSets(folder);
  const old = finished.slice(keep);
  // The manifest first: what is left after a crash counts as unfinished.
  await folder.delete(old.map((set) => inSet(set, MANIFEST)));
  for (const set of [...old, ...unfinished])
    await folder.delete([...paths.keys()].filter((path) => path.startsWith(inSet(set, ""))));
  const named = new Set<string>();
  for (const set of finished.slice(0, keep)) for await (const { key } of readFileList(folder, set)) named.add(filePath(key));
  await folder.delete([...present.keys()].filter((path) => !named.has(path)));
  return old;
}
