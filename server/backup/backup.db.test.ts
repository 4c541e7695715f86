import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";
import { OWNER } from "../../packages/embedded-postgres/owner.ts";
import { TEST_AUTHENTICATOR_PASSWORD } from "../../tests/support/cluster.ts";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { startS3Server } from "../../tests/support/s3-server.ts";
import { readConfig } from "../config/config.ts";
import { MIGRATION_FOLDERS, SANDBOX_SCHEMA } from "../database.ts";
import { createDiskStore } from "../vendors/files/disk.ts";
import type { Folder, ObjectStore } from "../vendors/files/files.ts";
import { type BackupOptions, makeBackup } from "./backup.ts";
import { diskFolder, openFolder } from "../vendors/files/folder.ts";
import { nightlyBackup } from "./nightly-backup.ts";
import { restoreSet } from "./restore.ts";
import { FILES, filePath, listSets, problemsOf, secretsOf } from "./set.ts";
import { listTables, readTable } from "./table-copies.ts";

let here: TestDatabase;
let client: pg.PoolClient;
let place: string;
let store: ObjectStore;
let folder: Folder;

beforeEach(async () => {
  here = await createDatabase();
  client = await here.db.owner.connect();
  place = await mkdtemp(join(tmpdir(), "lampstand-backup-"));
  store = await createDiskStore({ root: join(place, "store") });
  folder = diskFolder(join(place, "backups"));
});
afterEach(async () => {
  client.release();
  await here.drop();
  await rm(place, { recursive: true, force: true });
});

const backup = (changes: Partial<BackupOptions> = {}) =>
  makeBackup({ client, store, folder, keep: 7, secrets: null, ...changes });

/** Stores a file with its row, as an upload does. Returns its key. */
async function upload(owner: string, content: string): Promise<string> {
  const name = `${owner}/${randomUUID()}.mp3`;
  const version = randomUUID();
  const key = `sermon-audio/${name}/${version}`;
  const { size, etag } = await store.put(key, Buffer.from(content));
  await here.db.owner.query(
    "insert into storage.objects (bucket_id, name, version, metadata) values ('sermon-audio', $1, $2, $3)",
    [name, version, { size, eTag: etag }],
  );
  return key;
}

/** A person with a sermon and a recording. */
async function somebody(): Promise<{ id: string; key: string }> {
  const id = await createTrialUser(here.db.owner);
  await here.db.owner.query("insert into public.sermons (user_id, title, content) values ($1, $2, $3)", [
    id,
    "A tab\tand a\nline \\ end",
    "Grace, paix, Ελπίδα, 恵み",
  ]);
  return { id, key: await upload(id, `the voice of ${id}`) };
}

/** An empty database on the same server, as a fresh start has it. */
async function emptyDatabase(): Promise<{ ownerUrl: string; client: pg.Client }> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} owner ${OWNER}`);
  const url = new URL(inject("cluster").ownerUrl);
  url.pathname = `/${name}`;
  const restored = new pg.Client({ connectionString: url.href });
  await restored.connect();
  onTestFinished(async () => {
    await restored.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { ownerUrl: url.href, client: restored };
}

async function restore(
  set: string,
  ownerUrl: string,
): Promise<{ root: string; store: ObjectStore; people: number; sermons: number; files: number }> {
  const root = join(place, randomUUID());
  const target = await createDiskStore({ root });
  const result = await restoreSet({
    folder,
    set,
    ownerUrl,
    authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD,
    folders: MIGRATION_FOLDERS,
    sandboxSchema: SANDBOX_SCHEMA,
    store: target,
  });
  return { root, store: target, ...result };
}

/** The content of a stored file; null if there is none. */
async function stored(where: ObjectStore, key: string): Promise<string | null> {
  const bytes = await where.get(key);
  return bytes && text(bytes);
}

/** Every row of every table, as text. */
async function everything(from: pg.ClientBase): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of await listTables(from))
    rows[`${table.schema}.${table.name}`] = (await text(readTable(from, table).stream)).split("\n").toSorted();
  return rows;
}

/** Foreign keys and triggers that fire. */
async function guards(from: pg.ClientBase): Promise<string[]> {
  const { rows } = await from.query<{ guard: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as guard from pg_constraint where contype = 'f' and convalidated
     union all select tgrelid::regclass || ' ' || tgname from pg_trigger where not tgisinternal and tgenabled = 'O' order by 1`,
  );
  return rows.map(({ guard }) => guard);
}

test("what is restored has every row, file, sequence and rule of the original", async () => {
  const people = [await somebody(), await somebody()];
  const { set, files, lost } = await backup();
  expect([files, lost]).toEqual([2, []]);
  const empty = await emptyDatabase();
  const restored = await restore(set, empty.ownerUrl);
  expect(restored).toMatchObject({ people: 2, sermons: 2, files: 2 });
  expect(await everything(empty.client)).toEqual(await everything(client));
  expect(await guards(empty.client)).toEqual(await guards(client));
  for (const { id, key } of people) expect(await stored(restored.store, key)).toBe(`the voice of ${id}`);
  // New rows get numbers of their own.
  await empty.client.query("insert into public.sermons (user_id, title, content) values ($1, 'after', 'after')", [people[0]?.id]);
});

test("a second set copies new files alone, and files that no kept set names are deleted with the oldest set", async () => {
  const [first, second] = [await somebody(), await somebody()];
  const one = await backup({ keep: 2 });
  await client.query("set storage.allow_delete_query = 'true'");
  await client.query("delete from storage.objects where name like $1", [`${first.id}/%`]);
  await somebody();
  const two = await backup({ keep: 2 });
  expect([one.newBytes, two.newBytes]).toEqual([one.bytes, two.bytes / 2]);
  expect((await folder.list(FILES)).size).toBe(3);
  const three = await backup({ keep: 2 });
  expect(three.removed).toEqual([one.set]);
  const left = await folder.list(FILES);
  expect([left.has(filePath(first.key)), left.has(filePath(second.key)), left.size]).toEqual([false, true, 2]);
  expect((await listSets(folder)).finished).toEqual([three.set, two.set]);
});

test("a file that the store has lost, or that was damaged there, is named, and the rest is backed up", async () => {
  const [whole, missing, damaged] = [await somebody(), await somebody(), await somebody()];
  await store.delete([missing.key]);
  await store.put(damaged.key, Buffer.from(`the vOice of ${damaged.id}`));
  const { set, lost, files } = await backup();
  expect([files, lost]).toEqual([1, [missing.key, damaged.key].toSorted()]);
  expect([...(await folder.list(FILES)).keys()]).toEqual([filePath(whole.key)]);
  const { ownerUrl } = await emptyDatabase();
  expect(await restore(set, ownerUrl)).toMatchObject({ people: 3, files: 1 });
});

test("a set that was changed is found out, and is not restored", async () => {
  const { key } = await somebody();
  const { set } = await backup();
  const recording = join(place, "backups", filePath(key));
  const before = await readFile(recording);
  await writeFile(recording, Buffer.from(before).fill("x"));
  expect(await problemsOf(folder, set, { deep: false })).toEqual([]);
  expect(await problemsOf(folder, set, { deep: true })).toEqual([`the file ${filePath(key)} was changed`]);
  const { ownerUrl, client: empty } = await emptyDatabase();
  await expect(restore(set, ownerUrl)).rejects.toThrow("was changed since the backup");
  expect((await empty.query("select to_regclass('auth.users') as made")).rows).toEqual([{ made: null }]);

  await writeFile(recording, before);
  const table = join(place, "backups/sets", set, "tables/public.sermons.copy.zst");
  await writeFile(table, "");
  await expect(restore(set, ownerUrl)).rejects.toThrow("tables/public.sermons.copy.zst was changed. Nothing was restored.");
  await rm(table);
  await expect(restore(set, ownerUrl)).rejects.toThrow("tables/public.sermons.copy.zst is missing. Nothing was restored.");
});

test("nothing is restored over accounts, or by an older version of the program", async () => {
  await somebody();
  const { set } = await backup();
  await expect(restore(set, here.ownerUrl)).rejects.toThrow("The database has accounts already");
  const path = join(place, "backups/sets", set, "manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8")) as { migrations: object[]; format: number };
  manifest.migrations.push({ room: "product", name: "29990101000000_future.sql", sha256: "0".repeat(64) });
  await writeFile(path, JSON.stringify(manifest));
  const { ownerUrl } = await emptyDatabase();
  await expect(restore(set, ownerUrl)).rejects.toThrow("newer version of the program (product/29990101000000_future.sql)");
  await writeFile(path, JSON.stringify({ ...manifest, format: 2 }));
  await expect(restore(set, ownerUrl)).rejects.toThrow("was made by another version of the program");
});

test("a restore that was interrupted is done again", async () => {
  const { key } = await somebody();
  const { set } = await backup();
  const { ownerUrl, client: empty } = await emptyDatabase();
  const whole = folder;
  folder = {
    ...whole,
    get: (path) => (path.endsWith("public.sermons.copy.zst") && reads++ > 0 ? Promise.reject(new Error("cut")) : whole.get(path)),
  };
  let reads = 0;
  await expect(restore(set, ownerUrl)).rejects.toThrow("cut");
  expect((await empty.query("select from auth.users")).rowCount).toBe(0);
  folder = whole;
  const restored = await restore(set, ownerUrl);
  expect(restored).toMatchObject({ people: 1, sermons: 1 });
  expect(await stored(restored.store, key)).toContain("the voice of");
});

test("people go on while a backup is made: what they add and delete meanwhile is as it was when the backup began", async () => {
  const [first, second] = [await somebody(), await somebody()];
  const { sweepUnreferencedBytes } = await import("../../packages/supabase-server/storage/unreferenced-bytes.ts");
  let isChanged = false;
  const busy: ObjectStore = {
    ...store,
    get: async (key) => {
      if (!isChanged) {
        isChanged = true;
        await here.db.owner.query(
          `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects where name like '${second.id}/%'; commit`,
        );
        expect(await sweepUnreferencedBytes({ db: here.db, store }, { olderThanSeconds: -1 })).toBe(0);
        await somebody();
      }
      return store.get(key);
    },
  };
  const { set, lost } = await backup({ store: busy });
  expect([isChanged, lost]).toEqual([true, []]);
  const { ownerUrl } = await emptyDatabase();
  const restored = await restore(set, ownerUrl);
  expect(restored).toMatchObject({ people: 2, files: 2 });
  expect([await stored(restored.store, first.key), await stored(restored.store, second.key)]).not.toContain(null);
  // Afterwards the bytes go as ever.
  expect(await sweepUnreferencedBytes({ db: here.db, store }, { olderThanSeconds: -1 })).toBe(1);
  expect(await stored(store, second.key)).toBeNull();
});

test("one backup is made at a time, and one that fails leaves no set and frees its place", async () => {
  await somebody();
  const other = await here.db.owner.connect();
  const slow: ObjectStore = {
    ...store,
    get: async () => {
      await expect(backup({ client: other })).rejects.toThrow("Another backup of this installation is running.");
      throw new Error("the disk is gone");
    },
  };
  await expect(backup({ store: slow })).rejects.toThrow("the disk is gone");
  expect((await listSets(folder)).finished).toEqual([]);
  expect((await backup({ client: other })).files).toBe(1);
  other.release();
  expect((await listSets(folder)).unfinished).toEqual([]);
});

test("a file that the backup's place refuses is closed", async () => {
  await somebody();
  const opened: (Readable | null)[] = [];
  const watched: ObjectStore = {
    ...store,
    get: async (key) => {
      const bytes = await store.get(key);
      opened.push(bytes);
      return bytes;
    },
  };
  const full: Folder = {
    ...folder,
    put: (path, body) => (path.startsWith(FILES) ? Promise.reject(new Error("no space left")) : folder.put(path, body)),
  };
  await expect(backup({ store: watched, folder: full })).rejects.toThrow("no space left");
  expect(opened.map((bytes) => bytes?.destroyed)).toEqual([true]);
});

/** Rows of 6 MB that can't be made smaller, more than the streams between the database and the folder hold. */
const fillTable = (): Promise<unknown> =>
  here.db.owner.query(
    `insert into public.contact_submissions (name, email, message)
     select 'A', 'a@example.com', (select string_agg(md5(n || ' ' || k), '') from generate_series(1, 300) k)
     from generate_series(1, 600) n`,
  );

test("a table that the backup's place refuses in its middle leaves the connection free", async () => {
  await fillTable();
  const full: Folder = {
    ...folder,
    put: async (path, body) => {
      if (!path.includes("contact_submissions")) return folder.put(path, body);
      for await (const _ of body) break;
      throw new Error("no space left");
    },
  };
  await expect(backup({ folder: full })).rejects.toThrow("no space left");
  expect((await backup()).rows).toBeGreaterThan(600);
});

test("a nightly backup that is told to stop ends at once, also in the middle of a table", async () => {
  await fillTable();
  const stop = new AbortController();
  const silent: Folder = {
    ...folder,
    put: async (path, body) => {
      if (!path.includes("contact_submissions")) return folder.put(path, body);
      for await (const _ of body) if (!stop.signal.aborted) stop.abort();
    },
  };
  const config = readConfig({ DATA_DIR: place, BACKUP_TO: join(place, "backups") });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const nightly = nightlyBackup({ config, db: here.db, store, backups: silent, log });
  await expect(nightly({}, { signal: stop.signal })).rejects.toThrow();
  // Its lock goes once PostgreSQL has noticed that the connection is gone.
  const { rows } = await vi.waitFor(() => backup(), 20_000);
  expect(rows).toBeGreaterThan(600);
});

test("a nightly backup that is told to stop while it waits for a locked table ends at once", async () => {
  const other = await here.db.owner.connect();
  await other.query("begin; lock table public.contact_submissions");
  const stop = new AbortController();
  const config = readConfig({ DATA_DIR: place, BACKUP_TO: join(place, "backups") });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const nightly = nightlyBackup({ config, db: here.db, store, backups: folder, log })({}, { signal: stop.signal });
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event = 'relation'";
  await expect.poll(async () => (await here.db.owner.query(waiting)).rowCount).toBe(1);
  stop.abort();
  await expect(nightly).rejects.toThrow("Client was closed");
  await other.query("rollback");
  other.release();
});

test("a backup that could not begin, since a deletion did not end, frees its place", async () => {
  await somebody();
  const other = await here.db.owner.connect();
  // The lock that whoever deletes bytes shares.
  await other.query("select pg_advisory_lock_shared(7263091145)");
  const refused = backup().catch((error: Error) => error.message);
  const cancel =
    "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
  await expect.poll(async () => (await here.db.owner.query(cancel)).rowCount).toBe(1);
  expect(await refused).toContain("canceling statement");
  await other.query("select pg_advisory_unlock_all()");
  expect((await backup({ client: other })).files).toBe(1);
  other.release();
});

test("the files of a folder are listed once for a backup, however many sets there are", async () => {
  await somebody();
  await backup();
  await somebody();
  const listed: string[] = [];
  const whole = folder;
  folder = { ...whole, list: (prefix) => (listed.push(prefix), whole.list(prefix)) };
  expect((await backup({ keep: 1 })).removed).toHaveLength(1);
  expect(listed.filter((prefix) => prefix === FILES)).toHaveLength(1);
});

test("a backup in a bucket is the same as one on the disk", async () => {
  const { key } = await somebody();
  await somebody();
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  folder = openFolder(`s3://${s3.bucket}/nightly`, { region: "eu-test-1", endpoint: s3.url, credentials: s3.credentials });
  expect(folder.name).toBe(`s3://${s3.bucket}/nightly`);
  const first = await backup({ secrets: '{"jwtSecret":"x"}' });
  expect(await secretsOf(folder, first.set)).toBe('{"jwtSecret":"x"}');
  const { set, removed } = await backup({ keep: 1 });
  expect([removed, (await listSets(folder)).finished]).toEqual([[first.set], [set]]);
  const { ownerUrl } = await emptyDatabase();
  const restored = await restore(set, ownerUrl);
  expect(restored).toMatchObject({ people: 2, files: 2 });
  expect(await stored(restored.store, key)).toContain("the voice of");
});

test("the nightly job makes a backup where one is asked for, and tells what is lost without naming it", async () => {
  const { key } = await somebody();
  const said: [string, object, string][] = [];
  const note = (level: string) => (fields: object, message: string) => void said.push([level, fields, message]);
  const log = { info: note("info"), warn: note("warn"), error: note("error") };
  const config = readConfig({ DATA_DIR: place, BACKUP_TO: join(place, "backups"), BACKUP_KEEP: "1" });
  const nightly = (backups: Folder | null) =>
    nightlyBackup({ config, db: here.db, store, backups, log })({}, { signal: new AbortController().signal });
  await nightly(null);
  expect(said).toEqual([]);
  await nightly(folder);
  await store.delete([key]);
  await folder.delete([filePath(key)]);
  await nightly(folder);
  expect((await listSets(folder)).finished).toHaveLength(1);
  expect(said).toEqual([
    ["info", expect.objectContaining({ files: 1 }), "a backup was made"],
    ["info", expect.objectContaining({ files: 0 }), "a backup was made"],
    ["error", { files: 1 }, "files that the database names are missing in the store"],
  ]);
});
