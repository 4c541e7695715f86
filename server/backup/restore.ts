import { pipeline } from "node:stream/promises";
import { migrate, type MigrationFolder } from "@lampstand/database";
import { createSemaphore } from "@lampstand/semaphore";
import { migrateSandbox } from "@lampstand/stripe-sandbox";
import pg from "pg";
import type { Folder, ObjectStore } from "../vendors/files/files.ts";
import type { Manifest, TableCopy } from "./manifest.ts";
import { BackupError, filePath, inSet, problemsOf, read, readCompressed, readFileList, readManifest } from "./set.ts";
import { listTables, replaceRows, writeTable } from "./table-copies.ts";

export interface RestoreOptions {
  folder: Folder;
  set: string;
  /** PostgreSQL URL of the schema's owner. The database must be empty. */
  ownerUrl: string;
  authenticatorPassword: string;
  folders: readonly MigrationFolder[];
  sandboxSchema: string;
  store: ObjectStore;
  onProgress?: (message: string) => void;
}

export interface RestoreResult {
  rows: number;
  files: number;
  bytes: number;
  people: number;
  sermons: number;
  lost: readonly string[];
}

/** Files that are copied at a time. */
const CONCURRENCY = 8;

/**
 * Restores a set into an empty database and a store: the files first, then all rows in one transaction, so that no row is there without its
 * file, and an interrupted restore can be started again. The schema is as it was when the set was made; the program's next start adds later migrations.
 */
export async function restoreSet(options: RestoreOptions): Promise<RestoreResult> {
  const { folder, set, ownerUrl, store, onProgress = () => {} } = options;
  const content = await readManifest(folder, set);
  const problems = await problemsOf(folder, set, { deep: false });
  if (problems.length > 0)
    throw new BackupError(`The set ${set} is not whole: ${problems.slice(0, 5).join("; ")}. Nothing was restored.`);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "lampstand-restore" });
  await client.connect();
  try {
    await requireEmpty(client);
    await copyFiles(folder, set, store);
    onProgress(`Copied ${content.files.count} files.`);
    await makeSchema(options, content, client);
    await requireMigrations(content, client);
    await fillTables(folder, set, content, client);
    onProgress(`Wrote ${content.tables.length} tables.`);
    const count = async (table: string): Promise<number> =>
      (await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count ?? 0;
    return {
      rows: content.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: content.files.count,
      bytes: content.files.bytes,
      people: await count("auth.users"),
      sermons: await count("public.sermons"),
      lost: content.files.lost,
    };
  } finally {
    await client.end();
  }
}

/** Throws unless nobody has an account here. The schema may be there: an interrupted restore has made it. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('auth.users') is not null as exists");
  if (rows[0]?.exists && (await client.query("select from auth.users limit 1")).rowCount)
    throw new BackupError("The database has accounts already. Restore into an empty one.");
}

async function copyFiles(folder: Folder, set: string, store: ObjectStore): Promise<void> {
  const permits = createSemaphore(CONCURRENCY);
  const copies: Promise<void>[] = [];
  for await (const { key, sha256 } of readFileList(folder, set))
    copies.push(
      permits.run(async () => {
        const { etag } = await store.put(key, await read(folder, filePath(key)));
        if (etag !== `"${sha256}"`)
          throw new BackupError(`The file ${filePath(key)} was changed since the backup. Nothing was restored.`);
      }),
    );
  await Promise.all(copies);
}

/** Makes the schema as it was, by the migrations that were applied then. */
export async function makeSchema(
  options: Pick<RestoreOptions, "ownerUrl" | "authenticatorPassword" | "folders" | "sandboxSchema" | "onProgress">,
  { migrations, tables }: { migrations: Manifest["migrations"]; tables: readonly Pick<TableCopy, "schema">[] },
  client: pg.ClientBase,
): Promise<void> {
  const { ownerUrl, authenticatorPassword, folders, sandboxSchema, onProgress } = options;
  const made = new Set(migrations.map(({ room, name }) => `${room}/${name}`));
  await migrate({
    ownerUrl,
    authenticatorPassword,
    folders,
    only: (folder, file) => made.has(`${folder}/${file}`),
    ...(onProgress && { onProgress }),
  });
  if (tables.some(({ schema }) => schema === sandboxSchema)) await migrateSandbox(client, sandboxSchema);
}

/** Throws if this program does not have a migration of the set, or has it with another content. */
async function requireMigrations({ migrations }: Manifest, client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ room: string; name: string; sha256: string }>(
    "select room, name, sha256 from lampstand.migrations",
  );
  const there = new Map(rows.map(({ room, name, sha256 }) => [`${room}/${name}`, sha256]));
  const unknown = migrations.find(({ room, name, sha256 }) => there.get(`${room}/${name}`) !== sha256);
  if (unknown)
    throw new BackupError(
      `The set was made by a newer version of the program (${unknown.room}/${unknown.name}). Restore it with that version.`,
    );
}

async function fillTables(folder: Folder, set: string, content: Manifest, client: pg.Client): Promise<void> {
  const known = new Map((await listTables(client)).map((table) => [`${table.schema}.${table.name}`, new Set(table.columns)]));
  for (const { schema, name, columns } of content.tables) {
    const missing = columns.find((column) => !known.get(`${schema}.${name}`)?.has(column));
    if (missing)
      throw new BackupError(
        `This version of the program has no ${schema}.${name}.${missing}. Restore the set with the version that made it.`,
      );
  }
  await replaceRows(client, content.tables, content.sequences, async () => {
    for (const table of content.tables) {
      const source = await readCompressed(folder, inSet(set, table.path));
      const target = writeTable(client, table);
      await pipeline(source, target);
      if (target.rowCount !== table.rows)
        throw new BackupError(
          `${table.schema}.${table.name} got ${target.rowCount} rows instead of ${table.rows}. Nothing was restored.`,
        );
    }
  });
}
