import { MIGRATION_FOLDERS } from "../../server/database.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { authenticatorPassword, migrate } from "@lampstand/database";
import { OWNER } from "../../packages/embedded-postgres/owner.ts";
import { startEmbeddedPostgres } from "../../packages/embedded-postgres/start.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** `adminUrl`: superuser, creates databases. `ownerUrl`: the login that owns them. `template`: the migrated database to clone. */
    cluster: { adminUrl: string; ownerUrl: string; template: string };
  }
}

export const TEST_JWT_SECRET = "a-secret-for-tests-alone-0123456789abcdef";

/** The password of the authenticator login in every test database: roles belong to the cluster, so all apps share the secret. */
export const TEST_AUTHENTICATOR_PASSWORD = authenticatorPassword(TEST_JWT_SECRET);

const TEMPLATE = "lampstand_template";

/** One throwaway cluster for a test run, with a migrated template: cloning it takes tens of milliseconds, migrating half a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300", autovacuum: "off" },
  });
  const adminUrl = postgres.connectionString("postgres");
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE} owner ${OWNER}`);
  const ownerUrl = postgres.ownerConnectionString(TEMPLATE);
  await migrate({ folders: MIGRATION_FOLDERS, ownerUrl, authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD });
  await admin.end();
  project.provide("cluster", { adminUrl, ownerUrl, template: TEMPLATE });
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
