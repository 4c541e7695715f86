import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startS3Server } from "../../../tests/support/s3-server.ts";
import { createDiskStore } from "./disk.ts";
import type { ObjectStore } from "./files.ts";
import { createS3Store } from "./s3.ts";

type Opened = { store: ObjectStore; close: () => Promise<void> };

const VENDORS: Record<string, () => Promise<Opened>> = {
  disk: async () => {
    const root = await mkdtemp(join(tmpdir(), "disk-store-"));
    return { store: await createDiskStore({ root }), close: () => rm(root, { recursive: true, force: true }) };
  },
  s3: async () => {
    const server = await startS3Server();
    const { bucket, credentials } = server;
    const store = createS3Store({ bucket, region: "eu-test-1", endpoint: server.url, credentials });
    return { store, close: () => server.close() };
  },
};

describe.each(Object.entries(VENDORS))("%s", (_, open) => {
  let store: ObjectStore;
  let close: Opened["close"];

  beforeEach(async () => ({ store, close } = await open()));
  afterEach(() => close());

  async function read(key: string, range?: { start: number; end: number }): Promise<string | null> {
    const stream = await store.get(key, range);
    return stream && (await buffer(stream)).toString();
  }

  test("an object is read back whole or in part, and its size and digest are returned", async () => {
    const digest = createHash("sha256").update("In the beginning").digest("hex");
    const stored = await store.put("sermons/genesis/1", Readable.from([Buffer.from("In the "), Buffer.from("beginning")]));
    expect(stored).toEqual({ size: 16, etag: `"${digest}"` });
    expect(await read("sermons/genesis/1")).toBe("In the beginning");
    expect(await read("sermons/genesis/1", { start: 7, end: 8 })).toBe("be");
  });

  test("twenty megabytes are read back unchanged, also after an aborted read", async () => {
    const bytes = randomBytes(20 * 1024 * 1024);
    const chunks = Array.from({ length: 320 }, (__, index) => bytes.subarray(index * 65_536, (index + 1) * 65_536));
    expect((await store.put("long", Readable.from(chunks))).size).toBe(bytes.length);
    (await store.get("long"))?.destroy();
    expect((await buffer((await store.get("long")) as Readable)).equals(bytes)).toBe(true);
  });

  test("an empty body is an object of no bytes", async () => {
    expect((await store.put("empty", new Uint8Array())).size).toBe(0);
    expect(await read("empty")).toBe("");
  });

  test("a missing object is null, and deleting it succeeds", async () => {
    expect(await store.get("absent")).toBeNull();
    await store.delete(["absent", "absent/too"]);
  });

  test("deleting removes the given objects and no other", async () => {
    for (const key of ["a", "b", "c"]) await store.put(key, Buffer.from(key));
    await store.delete(["a", "c"]);
    expect([await read("a"), await read("b"), await read("c")]).toEqual([null, "b", null]);
  });

  test("keys that a file system would confuse are different objects", async () => {
    const keys = ["a", "a/b", "A", "a/B", "a.", "con", "a b", "x".repeat(900), `${"x".repeat(899)}y`, "../a", "/a"];
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(`bytes of ${key}`))));
    for (const key of keys) expect(await read(key)).toBe(`bytes of ${key}`);
  });

  test.each([1000, 9 * 1024 * 1024])("a body that fails after %i bytes leaves the former object", async (length) => {
    await store.put("psalm", Buffer.from("former"));
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(length);
        throw new Error("the connection broke");
      })(),
    );
    await expect(store.put("psalm", failing)).rejects.toThrow("the connection broke");
    expect(await read("psalm")).toBe("former");
  });

  test("simultaneous puts of one key leave one whole object", async () => {
    const bodies = Array.from({ length: 12 }, (__, index) => Buffer.alloc(200_000, index));
    await Promise.all(
      bodies.map((body) => store.put("contested", Readable.from([body.subarray(0, 90_000), body.subarray(90_000)]))),
    );
    const result = await read("contested");
    expect(bodies.some((body) => body.toString() === result)).toBe(true);
  });

  test("the check passes", async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});
