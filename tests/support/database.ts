import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openDatabase, type Database } from "@lampstand/database";
import { OWNER } from "../../packages/embedded-postgres/owner.ts";
import { TEST_AUTHENTICATOR_PASSWORD } from "./cluster.ts";

export interface TestDatabase {
  db: Database;
  ownerUrl: string;
  drop(): Promise<void>;
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated database of its own for one test file. */
export async function createDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const { ownerUrl, template } = inject("cluster");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Copying files takes a third of the time that the log of every page takes (`wal_log`, the default); this cluster never waits for its disk.
  await onCluster(`create database ${name} template ${template} owner ${OWNER} strategy file_copy`);
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  const db = openDatabase({
    ownerUrl: url.href,
    authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD,
    maxConnections: options.maxConnections ?? 12,
    onIdleError: () => {},
  });
  return {
    db,
    ownerUrl: url.href,
    drop: async () => {
      await db.close();
      await onCluster(`drop database ${name} with (force)`);
    },
  };
}
