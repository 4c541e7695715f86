import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { TEST_AUTHENTICATOR_PASSWORD } from "../../tests/support/cluster.ts";
import { OWNER } from "../embedded-postgres/owner.ts";
import { MIGRATION_FOLDERS } from "../../server/database.ts";
import { migrate, type MigrationFolder } from "./migrate.ts";

let ownerUrl: string;
let admin: pg.Client;
const name = `migrate_${process.pid}`;

beforeAll(async () => {
  const { adminUrl, ownerUrl: templateUrl } = inject("cluster");
  admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} owner ${OWNER}`);
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  ownerUrl = url.href;
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

const options = () => ({ ownerUrl, folders: MIGRATION_FOLDERS, authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD });

test("processes that start together apply each file once, and later ones none", async () => {
  const applied = await Promise.all([migrate(options()), migrate(options()), migrate(options())]);
  expect(applied.filter((count) => count > 0)).toHaveLength(1);
  expect(await migrate(options())).toBe(0);
});

test("a migration that was changed after its release is refused by name", async () => {
  const path = await mkdtemp(join(tmpdir(), "lampstand-migrations-"));
  const product = MIGRATION_FOLDERS[1] as MigrationFolder;
  await cp(product.path, path, { recursive: true });
  await writeFile(join(path, "20261121000100_profiles.sql"), "select 1;");
  await expect(migrate({ ...options(), folders: [{ ...product, path }] })).rejects.toThrow(
    "product/20261121000100_profiles.sql was changed",
  );
});

test("a migration that fails leaves nothing of itself", async () => {
  const path = await mkdtemp(join(tmpdir(), "lampstand-migrations-"));
  await writeFile(join(path, "1.sql"), "create table public.half (id int); select no_such_function();");
  await expect(migrate({ ...options(), folders: [{ name: "broken", path }] })).rejects.toThrow("broken/1.sql failed");
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  expect((await client.query("select to_regclass('public.half') as half")).rows[0].half).toBeNull();
  await client.end();
});
