import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { OWNER } from "../../packages/embedded-postgres/owner.ts";
import { TEST_AUTHENTICATOR_PASSWORD } from "../../tests/support/cluster.ts";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { MIGRATION_FOLDERS, SANDBOX_SCHEMA } from "../database.ts";
import { createDiskStore } from "../vendors/files/disk.ts";
import { type Folder, objectPath, type ObjectStore } from "../vendors/files/files.ts";
import { diskFolder } from "../vendors/files/folder.ts";
import { compareRows } from "./compare-rows.ts";
import { installationOf, moveOut, type MoveOptions } from "./move-out.ts";

// The command with a real bucket and a second PostgreSQL is tested in tests/integration/move-out.test.ts.

let here: TestDatabase;
let source: pg.PoolClient;
let place: string;
let from: ObjectStore;
let to: ObjectStore;
let stored: Folder;
let target: { ownerUrl: string; client: pg.Client };

/** A database with nothing in it. */
async function emptyDatabase(): Promise<typeof target> {
  const name = `moved_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} owner ${OWNER}`);
  const url = new URL(inject("cluster").ownerUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { ownerUrl: url.href, client };
}

beforeEach(async () => {
  here = await createDatabase();
  source = await here.db.owner.connect();
  place = await mkdtemp(join(tmpdir(), "lampstand-move-"));
  from = await createDiskStore({ root: join(place, "here") });
  to = await createDiskStore({ root: join(place, "there") });
  stored = diskFolder(join(place, "there"));
  target = await emptyDatabase();
});
afterEach(async () => {
  source.release();
  await here.drop();
  await rm(place, { recursive: true, force: true });
});

/** A person with a sermon and a recording. Returns the recording's key. */
async function somebody(): Promise<string> {
  const id = await createTrialUser(here.db.owner);
  await here.db.owner.query("insert into public.sermons (user_id, title, content) values ($1, 'A tab\t', 'Grace, 恵み')", [id]);
  const [name, version] = [`${id}/${randomUUID()}.mp3`, randomUUID()];
  const key = `sermon-audio/${name}/${version}`;
  const { size, etag } = await from.put(key, Buffer.from(`the voice of ${id}`));
  await here.db.owner.query(
    "insert into storage.objects (bucket_id, name, version, metadata) values ('sermon-audio', $1, $2, $3)",
    [name, version, { size, eTag: etag }],
  );
  return key;
}

const move = (changes: Partial<MoveOptions> = {}) =>
  moveOut({
    source,
    files: { from, to, stored },
    ownerUrl: target.ownerUrl,
    authenticatorPassword: TEST_AUTHENTICATOR_PASSWORD,
    folders: MIGRATION_FOLDERS,
    sandboxSchema: SANDBOX_SCHEMA,
    installation: installationOf("one"),
    ...changes,
  });

test("every row and file is there afterwards, nothing is changed where they came from, and no trace of the move stays", async () => {
  const keys = [await somebody(), await somebody()];
  const moved = await move();
  expect(moved).toMatchObject({ files: 2, alreadyThere: 0 });
  expect(moved.rows).toBeGreaterThan(4);
  expect(await compareRows(source, target.client, () => false)).toEqual({ problems: [], rows: moved.rows });
  expect([...(await stored.list("objects/")).keys()].toSorted()).toEqual(
    keys.map((key) => `objects/${objectPath(key)}`).toSorted(),
  );
  expect((await here.db.owner.query("select from public.sermons")).rowCount).toBe(2);
});

test("a move that was interrupted is continued, by the same installation alone", async () => {
  await somebody();
  await somebody();
  const bodies: (Readable | Uint8Array)[] = [];
  const failing: ObjectStore = {
    ...to,
    put: (key, body) => (bodies.push(body) > 1 ? Promise.reject(new Error("the line is cut")) : to.put(key, body)),
  };
  await expect(move({ files: { from, to: failing, stored } })).rejects.toThrow("the line is cut");
  expect(bodies.at(1)).toMatchObject({ destroyed: true });
  await expect(move({ installation: installationOf("another") })).rejects.toThrow("Another installation's unfinished move");
  expect(await move()).toMatchObject({ files: 2, alreadyThere: 1 });
  await expect(move()).rejects.toThrow("That database is not empty");
});

test("a place that has something already is refused and left as it is", async () => {
  await somebody();
  await stored.put("objects/aa/other", Readable.from([Buffer.from("theirs")]));
  await expect(move()).rejects.toThrow("has files already. Give an empty bucket.");
  await target.client.query("create table public.theirs (id int)");
  await expect(move()).rejects.toThrow("That database is not empty. Give an empty one.");
  expect((await stored.list("objects/")).size).toBe(1);
});

test("a file that is damaged or missing at the source is named before anything counts as moved", async () => {
  const [damaged, missing] = [await somebody(), await somebody()];
  await from.put(damaged, Buffer.from("x"));
  await expect(move()).rejects.toThrow(`The file ${damaged} is damaged here`);
  await here.db.owner.query(
    "begin; set local storage.allow_delete_query = 'true'; delete from storage.objects where name like '%'; commit",
  );
  await stored.delete([`objects/${objectPath(damaged)}`]);
  const key = await somebody();
  await from.delete([key]);
  await expect(move()).rejects.toThrow(`The file ${key} is missing here`);
  expect(missing).not.toBe(key);
});

test("rows, files and sequences that are others than those that were sent are found", async () => {
  const key = await somebody();
  await move();
  await target.client.query("update public.sermons set title = 'another'; create table public.extra (id int)");
  await target.client.query("delete from auth.identities");
  const { problems } = await compareRows(source, target.client, () => false);
  expect(problems).toContain('"public"."sermons" has other rows');
  expect(problems).toContain('the table "public"."extra" is in the way');
  const second = await emptyDatabase();
  const rotten: Folder = { ...stored, get: async () => Readable.from([Buffer.from("rotten")]) };
  await stored.delete([`objects/${objectPath(key)}`]);
  await expect(move({ ownerUrl: second.ownerUrl, files: { from, to, stored: rotten } })).rejects.toThrow(
    `What arrived is not what was sent: the file ${key} is another. Nothing was changed here.`,
  );
});
