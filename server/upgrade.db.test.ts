import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "@lampstand/database";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { OWNER } from "../packages/embedded-postgres/owner.ts";
import { TEST_AUTHENTICATOR_PASSWORD } from "../tests/support/cluster.ts";
import { MIGRATION_FOLDERS } from "./database.ts";
import { listTables, qualified } from "./backup/table-copies.ts";

// An installation of the first version of the schema, brought to the newest one by the sequence on which every installation updates.

/** The files of the first version. */
const isFirst = (folder: string, file: string): boolean => (folder === "platform" ? file < "0007" : file < "20261122");

/** Columns that a migration fills anew on purpose, or that went with their table. */
const CHANGED: Record<string, string> = {};

type Row = Record<string, unknown>;

async function rowsOf(client: pg.Client): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>();
  for (const table of await listTables(client)) {
    if (["graphile_worker", "lampstand"].some((schema) => table.schema.includes(schema))) continue;
    const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${qualified(table)} t`);
    tables.set(
      `${table.schema}.${table.name}`,
      rows.map(({ row }) => row),
    );
  }
  return tables;
}

test("an installation of the first version keeps every row of every table when it is brought to the newest one", async () => {
  const name = `upgrade_${process.pid}`;
  const admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} owner ${OWNER}`);
  const url = new URL(inject("cluster").ownerUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  onTestFinished(async () => {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const options = { ownerUrl: url.href, folders: MIGRATION_FOLDERS, authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD };
  await migrate({ ...options, only: isFirst });
  await client.connect();
  await client.query(await readFile(join(import.meta.dirname, "../tests/support/oldest-rows.sql"), "utf8"));
  const before = await rowsOf(client);
  expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);

  expect(await migrate(options)).toBeGreaterThan(20);
  const after = await rowsOf(client);
  const lost: string[] = [];
  for (const [table, rows] of before)
    for (const row of rows) {
      const kept = Object.keys(row).filter((column) => !CHANGED[`${table}.${column}`]);
      const isThere = after
        .get(table)
        ?.some((found) =>
          kept.every((column) => column in found && JSON.stringify(found[column]) === JSON.stringify(row[column])),
        );
      if (!isThere) lost.push(`${table}: ${JSON.stringify(row)} among ${JSON.stringify(after.get(table))}`);
    }
  expect(lost).toEqual([]);
});
