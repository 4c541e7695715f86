import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { createDiskStore } from "../vendors/files/disk.ts";
import { type Folder, objectPath, type ObjectStore } from "../vendors/files/files.ts";
import { diskFolder } from "../vendors/files/folder.ts";
import { makeBackup } from "./backup.ts";
import { examine, mend } from "./examine.ts";

let here: TestDatabase;
let client: pg.PoolClient;
let place: string;
let store: ObjectStore;
let stored: Folder;
let owner: string;

beforeEach(async () => {
  here = await createDatabase();
  client = await here.db.owner.connect();
  place = await mkdtemp(join(tmpdir(), "lampstand-examine-"));
  store = await createDiskStore({ root: join(place, "store") });
  stored = diskFolder(join(place, "store"));
  owner = await createTrialUser(here.db.owner);
});
afterEach(async () => {
  client.release();
  await here.drop();
  await rm(place, { recursive: true, force: true });
});

/** Stores a file with its row, as an upload does. Returns its key. */
async function upload(content: string): Promise<string> {
  const name = `${owner}/${randomUUID()}/${randomBytes(16).toString("hex")}.mp3`;
  const version = randomUUID();
  const key = `sermon-audio/${name}/${version}`;
  const { size, etag } = await store.put(key, Buffer.from(content));
  const row = "insert into storage.objects (bucket_id, name, version, metadata) values ('sermon-audio', $1, $2, $3)";
  await here.db.owner.query(row, [name, version, { size, eTag: etag }]);
  return key;
}

const look = (deep = false) => examine({ client, stored, deep });

test("an installation whose rows and files agree has nothing to mend, also while files are uploaded and deleted", async () => {
  await upload("a voice");
  const pending = "sermon-audio/announced";
  await here.db.owner.query("insert into storage.unreferenced_bytes (key) values ($1)", [pending]);
  await store.put(pending, Buffer.from("being written"));
  expect(await look(true)).toEqual({ files: 1, lost: [], orphans: [], unmatched: { recordings: 0, pictures: 0 } });

  // What comes and goes between the list of files and that of rows.
  const gone = await upload("is deleted");
  let lists = 0;
  const busy: Folder = {
    ...stored,
    list: async (prefix) => {
      const found = await stored.list(prefix);
      if (lists++ === 0) {
        await upload("comes");
        await here.db.owner.query(
          `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects where '${gone}' like '%' || version; commit`,
        );
        await store.delete([gone]);
      }
      return found;
    },
  };
  expect(await examine({ client, stored: busy, deep: false })).toMatchObject({ lost: [], orphans: [] });
});

test("files that are missing, cut short or changed are named, and so are files that no row names", async () => {
  const [missing, short, changed] = [await upload("a voice"), await upload("a longer voice"), await upload("another")];
  await store.delete([missing]);
  await store.put(short, Buffer.from("a longer"));
  await store.put(changed, Buffer.from("anothEr"));
  await store.put("left behind", Buffer.from("by nobody"));
  const { rows } = await here.db.owner.query<{ id: string }>(
    "insert into public.sermons (user_id, title, content, audio_url) values ($1, 't', 'c', $2) returning id",
    [owner, `${owner}/${randomUUID()}/${"0".repeat(32)}.mp3`],
  );
  expect(rows).toHaveLength(1);
  const orphans = [`objects/${objectPath("left behind")}`];
  const quick = await look();
  expect(quick).toMatchObject({ files: 3, orphans, unmatched: { recordings: 1, pictures: 0 } });
  expect(new Map(quick.lost.map(({ key, reason }) => [key, reason]))).toEqual(
    new Map([
      [missing, "missing"],
      [short, "size"],
    ]),
  );
  expect((await look(true)).lost).toContainEqual(expect.objectContaining({ key: changed, reason: "content" }));
});

test("lost files come back from a backup that has their bytes, files that nothing names are deleted, and the rest is told", async () => {
  const [missing, changed] = [await upload("a voice"), await upload("another")];
  const backups = diskFolder(join(place, "backups"));
  await makeBackup({ client, store, folder: backups, keep: 1, secrets: null });
  const later = await upload("after the backup");
  await store.delete([missing, later]);
  await store.put(changed, Buffer.from("anothEr"));
  await store.put("left behind", Buffer.from("by nobody"));
  const left = await mend(await look(true), { stored, store, backups });
  expect(left).toEqual([expect.objectContaining({ key: later, reason: "missing" })]);
  for (const [key, content] of [
    [missing, "a voice"],
    [changed, "another"],
  ] as const) {
    const bytes = await store.get(key);
    expect(bytes && (await text(bytes))).toBe(content);
  }
  expect(await look(true)).toMatchObject({ lost: left, orphans: [] });
  expect(await mend(await look(), { stored, store, backups: null })).toEqual(left);
});
