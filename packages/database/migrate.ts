import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { runMigrations as migrateJobs } from "graphile-worker";
import { authenticatorUrl } from "./database.ts";

/** A folder of SQL files, which are applied in the order of their names. Never edit a released file. */
export interface MigrationFolder {
  /** Recorded with each applied file, so that the folder itself may move. */
  name: string;
  path: string;
}

export interface MigrateOptions {
  ownerUrl: string;
  authenticatorPassword: string;
  /** In the order in which they are applied. */
  folders: readonly MigrationFolder[];
  /** Whether to apply a file of a folder; left out: all of them. */
  only?: (folder: string, file: string) => boolean;
  onProgress?: (message: string) => void;
}

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

// An arbitrary number, the same in every process.
const ADVISORY_LOCK = 7_263_091_144;

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function applyFolder(
  client: pg.Client,
  folder: MigrationFolder,
  { only = () => true, onProgress = () => {} }: Pick<MigrateOptions, "only" | "onProgress">,
): Promise<number> {
  const files = (await readdir(folder.path)).filter((file) => file.endsWith(".sql") && only(folder.name, file)).toSorted();
  const known = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from lampstand.migrations where room = $1",
    [folder.name],
  );
  const applied = new Map(known.rows.map((row) => [row.name, row.sha256]));
  let count = 0;
  for (const file of files) {
    const sql = await readFile(join(folder.path, file), "utf8");
    const sha256 = createHash("sha256").update(sql).digest("hex");
    const before = applied.get(file);
    if (before === sha256) continue;
    if (before)
      throw new MigrationError(
        `The migration ${folder.name}/${file} was changed after it had been applied. Undo the change and add a new migration.`,
      );
    onProgress(`Applying ${folder.name}/${file}`);
    try {
      await client.query("begin");
      await client.query(sql);
      await client.query("insert into lampstand.migrations (room, name, sha256) values ($1, $2, $3)", [
        folder.name,
        file,
        sha256,
      ]);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw new MigrationError(`The migration ${folder.name}/${file} failed: ${(error as Error).message}`, { cause: error });
    }
    count++;
  }
  return count;
}

/**
 * Brings the database up to date: the job queue's schema, then each folder's migrations, under an advisory lock so that
 * processes starting together apply each file once. Returns the number of files applied.
 */
export async function migrate(options: MigrateOptions): Promise<number> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: "lampstand-migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await migrateJobs({ connectionString: options.ownerUrl });
    // The column `room` is the folder's name; applied databases have it, so its own name stays.
    await client.query(`create schema if not exists lampstand;
      create table if not exists lampstand.migrations (
        room text not null, name text not null, sha256 text not null, applied_at timestamptz not null default now(), primary key (room, name))`);
    let count = 0;
    for (const folder of options.folders) count += await applyFolder(client, folder, options);
    if (!(await canLogIn(authenticatorUrl(options.ownerUrl, options.authenticatorPassword)))) {
      await client.query(
        `alter role authenticator with login noinherit password ${pg.escapeLiteral(options.authenticatorPassword)}`,
      );
    }
    return count;
  } finally {
    await client.end();
  }
}
