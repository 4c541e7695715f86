import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { MigrationFolder } from "@lampstand/database";
import { createSemaphore } from "@lampstand/semaphore";
import pg from "pg";
import { type Folder, objectPath, type ObjectStore } from "../vendors/files/files.ts";
import { compareRows } from "./compare-rows.ts";
import type { Manifest } from "./manifest.ts";
import { type NamedFile, namedFiles } from "./named-files.ts";
import { makeSchema } from "./restore.ts";
import { BackupError, digestOf } from "./set.ts";
import { listSequences, listTables, readTable, replaceRows, writeTable } from "./table-copies.ts";

export interface MoveOptions {
  /** Connected as the schema's owner. Nobody else may write to this database meanwhile. */
  source: pg.ClientBase;
  /** Null: the files stay where they are. */
  files: { from: ObjectStore; to: ObjectStore; stored: Folder } | null;
  /** PostgreSQL URL of the role that will own the new database. */
  ownerUrl: string;
  authenticatorPassword: string;
  folders: readonly MigrationFolder[];
  sandboxSchema: string;
  /** Tells this installation from others: a move that did not finish is continued by the same one alone. */
  installation: string;
  onProgress?: (message: string) => void;
}

export interface MoveResult {
  rows: number;
  tables: number;
  files: number;
  /** Files that an earlier try had copied. */
  alreadyThere: number;
}

/** Files that are copied or read at a time. */
const CONCURRENCY = 8;
const STORED = "objects/";
const MARK = "lampstand_move";
const storedPath = (key: string): string => STORED + objectPath(key);

/**
 * Copies an installation to another database and another store, and compares both before it says so. The files come first, then all rows in
 * one transaction: an interrupted move is started again and copies what is missing. The source is read alone.
 */
export async function moveOut(options: MoveOptions): Promise<MoveResult> {
  const { source, files, ownerUrl, installation, onProgress = () => {} } = options;
  const target = new pg.Client({ connectionString: ownerUrl, application_name: "lampstand-move-out" });
  await target.connect();
  try {
    await source.query("begin isolation level repeatable read read only");
    await claim(target, files?.stored ?? null, installation);
    const named = files ? await namedFiles(source) : [];
    const alreadyThere = files ? await copyFiles(named, files) : 0;
    onProgress(`Copied ${named.length - alreadyThere} files${alreadyThere > 0 ? `; ${alreadyThere} were there already` : ""}.`);

    const tables = await listTables(source);
    const { rows: migrations } = await source.query<Manifest["migrations"][number]>(
      "select room, name, sha256 from lampstand.migrations",
    );
    await makeSchema(options, { migrations, tables }, target);
    await replaceRows(target, tables, await listSequences(source), async () => {
      for (const table of tables) await pipeline(readTable(source, table).stream, writeTable(target, table));
    });
    onProgress(`Wrote ${tables.length} tables. Comparing.`);

    const { problems, rows } = await compareRows(source, target, (schema) => schema === MARK);
    if (files) problems.push(...(await compareFiles(named, files.stored)));
    if (problems.length > 0)
      throw new BackupError(`What arrived is not what was sent: ${problems.slice(0, 5).join("; ")}. Nothing was changed here.`);
    await target.query(`drop schema ${MARK} cascade`);
    return { rows, tables: tables.length, files: named.length, alreadyThere };
  } finally {
    await source.query("rollback").catch(() => {});
    await target.end();
  }
}

/** Marks an empty database and store as this installation's move; throws if something else is there. */
async function claim(target: pg.Client, stored: Folder | null, installation: string): Promise<void> {
  const { rows } = await target.query<{ mine: boolean; tables: number }>(
    `select to_regclass('${MARK}.of') is not null as mine, count(*)::int as tables
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('information_schema', 'pg_catalog') and n.nspname !~ '^pg_(toast|temp)'`,
  );
  if (rows[0]?.mine) {
    const { rows: marks } = await target.query<{ installation: string }>(`select installation from ${MARK}.of`);
    if (marks[0]?.installation !== installation)
      throw new BackupError("Another installation's unfinished move is in that database. Give an empty one.");
    return;
  }
  if (rows[0]?.tables) throw new BackupError("That database is not empty. Give an empty one.");
  if (stored && (await stored.list(STORED)).size > 0)
    throw new BackupError(`${stored.name} has files already. Give an empty bucket.`);
  await target.query(
    `begin; create schema ${MARK}; create table ${MARK}.of (installation text not null);
     insert into ${MARK}.of values (${pg.escapeLiteral(installation)}); commit`,
  );
}

/** Copies what is not there in full. Returns how many were. */
async function copyFiles(named: readonly NamedFile[], { from, to, stored }: NonNullable<MoveOptions["files"]>): Promise<number> {
  const present = await stored.list(STORED);
  const missing = named.filter(({ key, size }) => present.get(storedPath(key)) !== size);
  const permits = createSemaphore(CONCURRENCY);
  await Promise.all(
    missing.map(({ key, sha256 }) =>
      permits.run(async () => {
        const bytes = await from.get(key);
        if (!bytes) throw new BackupError(`The file ${key} is missing here. \`npm run doctor\` says what can be done.`);
        try {
          const { etag } = await to.put(key, bytes);
          if (etag !== `"${sha256}"`)
            throw new BackupError(`The file ${key} is damaged here. \`npm run doctor\` says what can be done.`);
        } finally {
          bytes.destroy();
        }
      }),
    ),
  );
  return named.length - missing.length;
}

/** Reads every file back. Returns a line for each that is missing, other than it was, or that nothing names. */
async function compareFiles(named: readonly NamedFile[], stored: Folder): Promise<string[]> {
  const present = await stored.list(STORED);
  const permits = createSemaphore(CONCURRENCY);
  const problems: string[] = [];
  await Promise.all(
    named.map(({ key, sha256 }) =>
      permits.run(async () => {
        const path = storedPath(key);
        if (!present.delete(path)) problems.push(`the file ${key} is missing`);
        else if ((await digestOf(stored, path)) !== sha256) problems.push(`the file ${key} is another`);
      }),
    ),
  );
  return [...problems, ...[...present.keys()].map((path) => `nothing names ${path}`)];
}

/** What tells an installation from others, and tells nothing about its secret. */
export const installationOf = (jwtSecret: string): string =>
  createHash("sha256").update(`lampstand:move:${jwtSecret}`).digest("hex");
