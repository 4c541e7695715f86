import { MIGRATION_FOLDERS } from "../../server/database.ts";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { authenticatorPassword, openDatabase, type Database, migrate } from "@lampstand/database";
import { createSandbox } from "../stripe-sandbox/sandbox.ts";
import { OWNER } from "./owner.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start.ts";
import { asSuperuser } from "../../tests/support/superuser.ts";

const PASSWORD = authenticatorPassword("a-secret-for-the-owner-0123456789abcdef");
const settings = { fsync: "off" };
let home: string;

/** What the program does with a data directory when it starts. */
async function open(dataDir: string): Promise<{ postgres: EmbeddedPostgres; db: Database }> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  onTestFinished(() => postgres.stop());
  const ownerUrl = postgres.ownerConnectionString("postgres");
  await migrate({ folders: MIGRATION_FOLDERS, ownerUrl, authenticatorPassword: PASSWORD });
  const db = openDatabase({ ownerUrl, authenticatorPassword: PASSWORD, maxConnections: 2, onIdleError: () => {} });
  onTestFinished(() => db.close());
  return { postgres, db };
}

/** All that is in the database beside PostgreSQL's own (whose numbers end at 16,383, transam.h) and belongs to somebody else. */
const FOREIGN = `
  select kind || ' ' || name as thing from (
    select 'schema', nspname, nspowner, oid from pg_namespace
    union all select 'relation', oid::regclass::text, relowner, oid from pg_class where relnamespace <> 'pg_toast'::regnamespace
    union all select 'function', oid::regprocedure::text, proowner, oid from pg_proc
    union all select 'type', oid::regtype::text, typowner, oid from pg_type where typnamespace <> 'pg_toast'::regnamespace
  ) as everything (kind, name, owner, oid)
  where oid >= 16384 and owner <> '${OWNER}'::regrole`;

const PRIVILEGES = `
  select c.oid::regclass::text as name, a.grantee::regrole::text, a.privilege_type from pg_class c, aclexplode(c.relacl) a
  where c.oid >= 16384 and a.grantee <> c.relowner order by 1, 2, 3`;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "lampstand-owner-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, "fresh"), settings });
  const ownerUrl = postgres.ownerConnectionString("postgres");
  await migrate({ folders: MIGRATION_FOLDERS, ownerUrl, authenticatorPassword: PASSWORD });
  await postgres.stop();

  // As every version before this one made it: by the superuser, with its sandbox.
  const former = await startEmbeddedPostgres({ dataDir: join(home, "former"), settings });
  await asSuperuser(former, async (client) => {
    await client.query(`alter database postgres owner to postgres; drop role ${OWNER}`);
    await migrate({ folders: MIGRATION_FOLDERS, ownerUrl: former.connectionString("postgres"), authenticatorPassword: PASSWORD });
    const pool = new pg.Pool({ connectionString: former.connectionString("postgres") });
    await createSandbox(sandboxOn(pool));
    await pool.end();
    await client.query("create type public.mood as enum ('glad'); create domain public.psalm as int check (value <= 150)");
    await client.query("insert into auth.users (id, email) values (gen_random_uuid(), 'ruth@example.com')");
  });
  await former.stop();
});
afterAll(() => rm(home, { recursive: true }));

const sandboxOn = (pool: pg.Pool) => ({
  pool,
  schema: "stripe_sandbox",
  webhookUrl: "http://127.0.0.1:1/",
  webhookSecret: "whsec_x",
  pagesUrl: "http://127.0.0.1:1/",
  displayName: "Test",
  prices: [],
  onError: () => {},
});

describe.each(["fresh", "former"])("on a data directory that is %s", (kind) => {
  let dataDir: string;
  beforeEach(async (context) => {
    dataDir = join(home, context.task.id);
    await cp(join(home, kind), dataDir, { recursive: true });
  });

  test("no pool, and no function that runs with its owner's rights, has a superuser's", async () => {
    const { db } = await open(dataDir);
    const asks = "select current_user as name, rolsuper from pg_roles where rolname = current_user";
    expect((await db.owner.query(asks)).rows).toEqual([{ name: OWNER, rolsuper: false }]);
    for (const { pool } of Object.values(db.requests))
      expect((await pool.query(asks)).rows).toEqual([{ name: "authenticator", rolsuper: false }]);
    const definers = await db.owner.query(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_roles r on r.oid = p.proowner
       where p.prosecdef and p.oid >= 16384 and r.rolsuper`,
    );
    expect(definers.rows).toEqual([]);
  });

  test("everything in it belongs to the owner", async () => {
    const { db } = await open(dataDir);
    expect((await db.owner.query(FOREIGN)).rows).toEqual([]);
  });

  test("no program is run, no file is read, no setting is changed and no such right is taken by the login that serves", async () => {
    const { db } = await open(dataDir);
    for (const statement of [
      "copy (select 1) to program 'true'",
      "copy pg_class (relname) from '/etc/passwd'",
      "select pg_read_file('/etc/passwd')",
      "select pg_read_file('postgresql.conf')",
      "alter system set log_statement = 'all'",
      `alter role ${OWNER} superuser`,
      "alter role postgres password 'mine'",
      `grant pg_execute_server_program to ${OWNER}`,
      "set role postgres",
      "create role another superuser",
      "select rolpassword from pg_authid",
    ])
      await expect(db.owner.query(statement), statement).rejects.toMatchObject({ code: "42501" });
  });

  test("the sandbox, the queue and rules on rows work as before", async () => {
    const { db } = await open(dataDir);
    const sandbox = await createSandbox(sandboxOn(db.owner));
    await sandbox.stop();
    await db.owner.query("select jobs.enqueue('auth-mail', '{}')");
    expect((await db.owner.query("select from graphile_worker._private_jobs")).rowCount).toBe(1);
    await expect(db.requests.anon.pool.query("select from auth.users")).rejects.toMatchObject({ code: "42501" });
    // As migrations to come do.
    await db.owner.query("create table public.later (id int); alter role authenticator with login noinherit");
    const granted = "select has_table_privilege('service_role', 'public.later', 'select') as granted";
    expect((await db.owner.query(granted)).rows).toEqual([{ granted: true }]);
  });
});

test("data and privileges of an earlier version are unchanged after the upgrade", async () => {
  const { db: former } = await open(join(home, "former"));
  const { db: fresh } = await open(join(home, "fresh"));
  expect((await former.owner.query("select email from auth.users")).rows).toEqual([{ email: "ruth@example.com" }]);
  expect((await former.owner.query(PRIVILEGES)).rows).toEqual((await fresh.owner.query(PRIVILEGES)).rows);
  const defaults = "select defaclrole::regrole::text, defaclobjtype, defaclacl::text from pg_default_acl order by 2";
  expect((await former.owner.query(defaults)).rows).toEqual((await fresh.owner.query(defaults)).rows);
});
