import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { TEST_AUTHENTICATOR_PASSWORD } from "../../tests/support/cluster.ts";
import { OWNER } from "../embedded-postgres/owner.ts";
import { MIGRATION_ROOMS } from "../../server/migration-rooms.ts";
import { migrate, type MigrationRoom } from "./migrate.ts";

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

const options = () => ({ ownerUrl, rooms: MIGRATION_ROOMS, authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD });

test("processes that start together apply each file once, and later ones none", async () => {
  const applied = await Promise.all([migrate(options()), migrate(options()), migrate(options())]);
  expect(applied.filter((count) => count > 0)).toHaveLength(1);
  expect(await migrate(options())).toBe(0);
});

test("a migration that was changed after its release is refused by name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lampstand-migrations-"));
  const product = MIGRATION_ROOMS[1] as MigrationRoom;
  await cp(product.folder, folder, { recursive: true });
  await writeFile(join(folder, "20261121000100_profiles.sql"), "select 1;");
  const rooms = [{ ...product, folder }];
  await expect(migrate({ ...options(), rooms })).rejects.toThrow("product/20261121000100_profiles.sql was changed");
});

test("a migration that fails leaves nothing of itself", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lampstand-migrations-"));
  await writeFile(join(folder, "1.sql"), "create table public.half (id int); select no_such_function();");
  await expect(migrate({ ...options(), rooms: [{ name: "broken", folder }] })).rejects.toThrow("broken/1.sql failed");
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  expect((await client.query("select to_regclass('public.half') as half")).rows[0].half).toBeNull();
  await client.end();
});
