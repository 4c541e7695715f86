import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskStore } from "./disk.ts";
import type { ObjectStore } from "./files.ts";

let root: string;
let store: ObjectStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "disk-store-"));
  store = await createDiskStore({ root });
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Every file below the root. */
async function files(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("each object is one file, and failed or simultaneous puts leave no other file", async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from("half of the");
      throw new Error("the connection broke");
    })(),
  );
  await Promise.all(Array.from({ length: 12 }, () => store.put("contested", Buffer.from("whole"))));
  await expect(store.put("contested", failing)).rejects.toThrow("the connection broke");
  expect(await files()).toHaveLength(1);
  await store.put("contested/too", Buffer.from("another"));
  expect(await files()).toHaveLength(2);
  await store.delete(["contested", "contested/too"]);
  expect(await files()).toEqual([]);
});

test("a read continues with the old bytes although the object is replaced and deleted meanwhile", async () => {
  const before = randomBytes(300_000);
  await store.put("page", before);
  const reading = await store.get("page");
  await store.put("page", Buffer.from("after"));
  await store.delete(["page"]);
  expect((await buffer(reading as Readable)).equals(before)).toBe(true);
  expect(await store.get("page")).toBeNull();
});

test("starting deletes uploads that a crash left, and keeps the objects and what another process is writing", async () => {
  await store.put("kept", Buffer.from("kept"));
  const left = join(root, "incoming", "left-behind");
  await writeFile(left, "half");
  await writeFile(join(root, "incoming", "another-process"), "half");
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(left, longAgo, longAgo);
  store = await createDiskStore({ root });
  expect(await files()).toHaveLength(2);
  expect(await readdir(join(root, "incoming"))).toEqual(["another-process"]);
  expect(await text((await store.get("kept")) as Readable)).toBe("kept");
});

test("the check writes nothing, and fails when the folder is gone", async () => {
  const changed = async (): Promise<number> => (await stat(join(root, "incoming"))).mtimeMs;
  const before = await changed();
  await store.check();
  expect(await changed()).toBe(before);
  await rm(root, { recursive: true });
  await expect(store.check()).rejects.toThrow("ENOENT");
});
