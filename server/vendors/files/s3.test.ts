import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type S3Server, startS3Server } from "../../../tests/support/s3-server.ts";
import { createDiskStore } from "./disk.ts";
import type { ObjectStore } from "./files.ts";
import { createS3Store, type S3Settings } from "./s3.ts";

let server: S3Server;
let store: ObjectStore;

const open = (changes: Partial<S3Settings> = {}): ObjectStore =>
  createS3Store({
    bucket: server.bucket,
    region: "eu-test-1",
    endpoint: server.url,
    credentials: server.credentials,
    ...changes,
  });

beforeEach(async () => {
  server = await startS3Server();
  store = open();
});
afterEach(() => server.close());

test("the bucket has the same names and bytes as the folder on disk", async () => {
  const root = await mkdtemp(join(tmpdir(), "disk-store-"));
  const disk = await createDiskStore({ root });
  await disk.put("sermons/genesis/1", Buffer.from("In the beginning"));
  await store.put("sermons/genesis/1", Buffer.from("In the beginning"));
  const file = (await readdir(root, { recursive: true, withFileTypes: true })).find((entry) => entry.isFile());
  const path = join(file?.parentPath ?? "", file?.name ?? "");
  expect([...server.objects]).toEqual([[path.slice(root.length + 1).replaceAll("\\", "/"), await readFile(path)]]);
  await rm(root, { recursive: true });
});

test("a long body is uploaded in parts, and none is left after a failure", async () => {
  const long = (fails: boolean): Readable =>
    Readable.from(
      (async function* () {
        for (let count = 0; count < 10; count++) yield Buffer.alloc(1024 * 1024, count);
        if (fails) throw new Error("the connection broke");
      })(),
    );
  await expect(store.put("psalm", long(true))).rejects.toThrow("the connection broke");
  expect(server.unfinished()).toEqual([]);
  expect(server.objects.size).toBe(0);
  await store.put("psalm", long(false));
  expect([...server.objects.values()].map((bytes) => bytes.length)).toEqual([10 * 1024 * 1024]);
  expect(server.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(3);
});

test("what something else says that it stored in the bucket's place is not believed", async () => {
  server.answerAsPortal();
  await expect(store.put("psalm", Buffer.from("The Lord is my shepherd"))).rejects.toThrow(
    "the bucket has no bytes in place of 23 that it said it stored",
  );
});

test("a temporary failure is retried, a lasting one is an error", async () => {
  server.fail(2);
  await store.put("psalm", Buffer.from("The Lord is my shepherd"));
  expect(server.objects.size).toBe(1);
  server.fail(3);
  await expect(store.get("psalm")).rejects.toThrow();
  server.fail(3);
  await expect(store.delete(["psalm"])).rejects.toThrow();
  expect(server.objects.size).toBe(1);
});

test("the check writes one object the first time, and reads it afterwards", async () => {
  for (let ask = 0; ask < 3; ask++) await store.check();
  await open().check();
  expect(server.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
});

test("a wrong key, a missing bucket and an unreachable server fail the check, and do not count as a missing object", async () => {
  const unusable = [
    open({ credentials: { accessKeyId: "test-id", secretAccessKey: "another" } }),
    open({ bucket: "elsewhere" }),
    open({ endpoint: "http://127.0.0.1:9" }),
  ];
  for (const broken of unusable) {
    await expect(broken.check()).rejects.toThrow();
    await expect(broken.get("psalm")).rejects.toThrow();
  }
});
