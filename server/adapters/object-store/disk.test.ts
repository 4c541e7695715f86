import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDiskStore } from "./disk.ts";
import type { ObjectStore } from "./object-store.ts";

let root: string;
let store: ObjectStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "disk-store-"));
  store = await createDiskStore({ root });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function read(key: string, range?: { start: number; end: number }): Promise<string | null> {
  const stream = await store.get(key, range);
  return stream && (await buffer(stream)).toString();
}

/** Every file below the root. */
async function files(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("what is put is read back, whole or in part, with its size and the digest of its bytes", async () => {
  const digest = createHash("sha256").update("In the beginning").digest("hex");
  const stored = await store.put("sermons/genesis/1", Readable.from([Buffer.from("In the "), Buffer.from("beginning")]));
  expect(stored).toEqual({ size: 16, etag: `"${digest}"` });
  expect(await store.stat("sermons/genesis/1")).toEqual(stored);
  expect(await read("sermons/genesis/1")).toBe("In the beginning");
  expect(await read("sermons/genesis/1", { start: 7, end: 8 })).toBe("be");
});

test("an empty body is an object of no bytes", async () => {
  await store.put("empty", new Uint8Array());
  expect(await read("empty")).toBe("");
  expect((await store.stat("empty"))?.size).toBe(0);
});

test("what was never put is null, and deleting it succeeds", async () => {
  expect(await store.get("absent")).toBeNull();
  expect(await store.stat("absent")).toBeNull();
  await store.delete(["absent", "absent/too"]);
});

test("keys that a file system would confuse stay apart", async () => {
  const keys = ["a", "a/b", "A", "a/B", "a.", "con", "a b", "x".repeat(900), `${"x".repeat(899)}y`, "../a", "/a"];
  await Promise.all(keys.map((key) => store.put(key, Buffer.from(`bytes of ${key}`))));
  for (const key of keys) expect(await read(key)).toBe(`bytes of ${key}`);
  expect(await files()).toHaveLength(keys.length);
});

test("a body that fails in the middle leaves the former bytes and no file", async () => {
  await store.put("psalm", Buffer.from("former"));
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from("half of the");
      throw new Error("the connection broke");
    })(),
  );
  await expect(store.put("psalm", failing)).rejects.toThrow("the connection broke");
  expect(await read("psalm")).toBe("former");
  expect(await files()).toHaveLength(1);
});

test("aborting while the body stalls ends the put and leaves nothing", async () => {
  const controller = new AbortController();
  const stalled = new Readable({ read() {} });
  stalled.push("begun");
  const putting = store.put("psalm", stalled, controller.signal);
  controller.abort();
  await expect(putting).rejects.toThrow(/abort/i);
  expect(await store.get("psalm")).toBeNull();
  expect(await files()).toEqual([]);
});

test("a reader finishes the bytes it began although they are replaced and deleted meanwhile", async () => {
  const before = randomBytes(300_000);
  await store.put("page", before);
  const reading = await store.get("page");
  await store.put("page", Buffer.from("after"));
  await store.delete(["page"]);
  expect((await buffer(reading as Readable)).equals(before)).toBe(true);
  expect(await store.get("page")).toBeNull();
});

test("simultaneous puts of one key leave one whole object", async () => {
  const bodies = Array.from({ length: 12 }, (_, index) => Buffer.alloc(200_000, index));
  await Promise.all(
    bodies.map((body) => store.put("contested", Readable.from([body.subarray(0, 90_000), body.subarray(90_000)]))),
  );
  const result = await read("contested");
  expect(bodies.some((body) => body.toString() === result)).toBe(true);
  expect(await files()).toHaveLength(1);
});

test("starting deletes what an upload left behind, and keeps the objects", async () => {
  await store.put("kept", Buffer.from("kept"));
  await writeFile(join(root, "incoming", "left-behind"), "half");
  store = await createDiskStore({ root });
  expect(await files()).toHaveLength(1);
  expect(await read("kept")).toBe("kept");
});

test("the check fails when the folder is gone, and leaves no file when it passes", async () => {
  await store.check();
  expect(await files()).toEqual([]);
  await rm(root, { recursive: true });
  await expect(store.check()).rejects.toThrow("ENOENT");
});
