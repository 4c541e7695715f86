import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { MigrationFolder } from "./migrate.ts";

export interface PendingMigrations {
  /** `<folder>/<file>` of each migration that the next start applies. */
  pending: string[];
  /** Of those that were changed after they had been applied: the next start refuses them. */
  changed: string[];
}

/** What `migrate` would do to this database. Changes nothing. */
export async function pendingMigrations(client: pg.ClientBase, folders: readonly MigrationFolder[]): Promise<PendingMigrations> {
  const { rows: tables } = await client.query<{ made: boolean }>(
    "select to_regclass('lampstand.migrations') is not null as made",
  );
  const { rows } = tables[0]?.made
    ? await client.query<{ name: string; sha256: string }>("select room || '/' || name as name, sha256 from lampstand.migrations")
    : { rows: [] };
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const found: PendingMigrations = { pending: [], changed: [] };
  for (const folder of folders)
    for (const file of (await readdir(folder.path)).filter((name) => name.endsWith(".sql")).toSorted()) {
      const name = `${folder.name}/${file}`;
      const sha256 = applied.get(name);
      if (sha256 === undefined) found.pending.push(name);
      else if (
        sha256 !==
        createHash("sha256")
          .update(await readFile(join(folder.path, file), "utf8"))
          .digest("hex")
      )
        found.changed.push(name);
    }
  return found;
}
