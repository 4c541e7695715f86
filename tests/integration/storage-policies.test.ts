import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startStorage, type Files } from "./storage-fixture.ts";

let server: Awaited<ReturnType<typeof startStorage>>;
let path: string;

beforeAll(async () => {
  server = await startStorage();
});
afterAll(() => server.stop());

beforeEach(async () => {
  path = `${server.ann.id}/${crypto.randomUUID()}.txt`;
  await server.ann.storage.from("notes").throwOnError().upload(path, "Ann's words", { contentType: "text/plain" });
});

/** The text of Ann's file. */
const annReads = async (name = path) => (await server.ann.storage.from("notes").download(name)).data?.text();

const OPERATIONS: Record<
  string,
  (files: Files, name: string) => Promise<{ data: unknown; error: { message: string; code?: string } | null }>
> = {
  "upload a new file": (files, name) => files.upload(`${name}.new`, "intruder"),
  "overwrite by upsert": (files, name) => files.upload(name, "intruder", { upsert: true }),
  "overwrite by update": (files, name) => files.update(name, "intruder"),
  download: (files, name) => files.download(name),
  "read the info": (files, name) => files.info(name),
  "sign a link": (files, name) => files.createSignedUrl(name, 60),
  "sign an upload": (files, name) => files.createSignedUploadUrl(`${name}.later`),
  copy: (files, name) => files.copy(name, `${name}.copy`),
  move: (files, name) => files.move(name, `${name}.moved`),
};

describe.each(["ben", "anyone"] as const)("%s, in Ann's folder,", (actor) => {
  const filesOf = (): Files => (actor === "ben" ? server.ben.storage : server.anyone).from("notes");

  test.each(Object.entries(OPERATIONS))("cannot %s", async (_name, operation) => {
    const { data, error } = await operation(filesOf(), path);
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400 });
    expect(["AccessDenied", "NoSuchKey"]).toContain(error?.code);
    expect(await annReads()).toBe("Ann's words");
    const { rows } = await server.sql("select name from storage.objects where starts_with(name, $1)", [path]);
    expect(rows).toEqual([{ name: path }]);
  });

  test("does not see the file in a list, can't sign a link to it, and is not told that it exists", async () => {
    expect(await filesOf().list(server.ann.id)).toEqual({ data: [], error: null });
    expect((await filesOf().list()).data).toEqual([]);
    const { data } = await filesOf().createSignedUrls([path], 60);
    expect(data).toMatchObject([
      { path, signedUrl: null, error: "Either the object does not exist or you do not have access to it" },
    ]);
    expect((await filesOf().exists(path)).data).toBe(false);
  });

  test("removes nothing", async () => {
    expect(await filesOf().remove([path])).toEqual({ data: [], error: null });
    expect(await annReads()).toBe("Ann's words");
  });
});

test("Ann may do all of this in her own folder", async () => {
  const files = server.ann.storage.from("notes");
  for (const [operation, run] of Object.entries(OPERATIONS))
    expect([operation, (await run(files, path)).error]).toEqual([operation, null]);
  expect(await annReads(`${path}.moved`)).toBe("intruder");
  expect(await annReads(`${path}.copy`)).toBe("intruder");
  expect(await annReads()).toBeUndefined();
  expect((await files.remove([`${path}.moved`, `${path}.copy`, "missing"])).data?.map(({ name }) => name).toSorted()).toEqual([
    `${path}.copy`,
    `${path}.moved`,
  ]);
});

test("a private bucket has no public address", async () => {
  const { publicUrl } = server.ann.storage.from("notes").getPublicUrl(path).data;
  const response = await fetch(publicUrl);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    statusCode: "404",
    error: "Bucket not found",
    message: "Bucket not found",
    code: "NoSuchBucket",
  });
  expect((await fetch(publicUrl.replace("/object/public/", "/object/info/public/"))).status).toBe(400);
});

test("a public bucket's files are readable by everybody, and listed only by their owner", async () => {
  await server.ann.storage.from("gallery").upload(path, "shown");
  const { publicUrl } = server.anyone.from("gallery").getPublicUrl(path).data;
  expect(await (await fetch(publicUrl)).text()).toBe("shown");
  expect((await server.ben.storage.from("gallery").list(server.ann.id)).data).toEqual([]);
  expect((await server.anyone.from("gallery").download(path)).error).toMatchObject({ code: "NoSuchKey" });
});

test("with an insert policy only a user can upload once, but not overwrite or read", async () => {
  const files = server.ann.storage.from("drop");
  expect((await files.upload(path, "posted")).error).toBeNull();
  expect((await files.upload(path, "again")).error).toMatchObject({ code: "KeyAlreadyExists" });
  expect((await files.upload(path, "again", { upsert: true })).error).toMatchObject({ code: "AccessDenied" });
  expect((await files.update(path, "again")).error).toMatchObject({ code: "NoSuchKey" });
  expect((await files.download(path)).error).toMatchObject({ code: "NoSuchKey" });
});

test("nobody moves a file into another user's folder, or copies one out of it", async () => {
  expect((await server.ann.storage.from("notes").move(path, `${server.ben.id}/gift.txt`)).error).toMatchObject({
    code: "AccessDenied",
  });
  expect((await server.ben.storage.from("notes").copy(path, `${server.ben.id}/stolen.txt`)).error).toMatchObject({
    code: "NoSuchKey",
  });
  expect(await annReads()).toBe("Ann's words");
});

test("the owner is the caller, whatever the metadata says", async () => {
  await server.ann.storage.from("notes").upload(`${path}.own`, "x", { metadata: { owner: server.ben.id, role: "service_role" } });
  const { rows } = await server.sql("select owner, owner_id, user_metadata from storage.objects where name = $1", [
    `${path}.own`,
  ]);
  expect(rows).toEqual([
    { owner: server.ann.id, owner_id: server.ann.id, user_metadata: { owner: server.ben.id, role: "service_role" } },
  ]);
});

test("an invalid token is refused, not treated as a visitor", async () => {
  const response = await fetch(`${server.api}/object/gallery/${path}`, {
    headers: { authorization: `Bearer ${server.ann.token}x` },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: "403", code: "AccessDenied" });
});

test("rows can't be deleted with SQL, past the storage API", async () => {
  await expect(server.sql("delete from storage.objects where name = $1", [path])).rejects.toThrow(
    "Direct deletion from storage tables",
  );
  await expect(server.sql("delete from storage.buckets")).rejects.toThrow("Direct deletion from storage tables");
});

describe("buckets", () => {
  test("can be neither seen nor changed by users", async () => {
    for (const storage of [server.ann.storage, server.anyone]) {
      expect((await storage.listBuckets()).data).toEqual([]);
      expect((await storage.getBucket("notes")).error).toMatchObject({ code: "NoSuchBucket" });
      expect((await storage.createBucket("mine", { public: true })).error).toMatchObject({ code: "AccessDenied" });
      expect((await storage.updateBucket("notes", { public: true })).error).toMatchObject({ code: "NoSuchBucket" });
      expect((await storage.emptyBucket("notes")).error).toMatchObject({ code: "NoSuchBucket" });
      expect((await storage.deleteBucket("drop")).error).toMatchObject({ code: "NoSuchBucket" });
    }
    expect(await annReads()).toBe("Ann's words");
  });

  test("can be created, changed, emptied and deleted by the service", async () => {
    const { service } = server;
    const options = { public: false, fileSizeLimit: "1mb", allowedMimeTypes: ["text/plain"] };
    expect(await service.createBucket("made", options)).toEqual({ data: { name: "made" }, error: null });
    expect((await service.createBucket("made", options)).error).toMatchObject({ code: "BucketAlreadyExists" });
    expect((await service.getBucket("made")).data).toMatchObject({
      id: "made",
      public: false,
      file_size_limit: 1_000_000,
      allowed_mime_types: ["text/plain"],
    });
    expect((await service.updateBucket("made", { public: true, fileSizeLimit: null })).error).toBeNull();
    expect((await service.listBuckets({ search: "mad" })).data).toMatchObject([
      { id: "made", public: true, file_size_limit: null },
    ]);
    await service.from("made").upload("a/b.txt", "x", { contentType: "text/plain" });
    expect((await service.deleteBucket("made")).error).toMatchObject({ code: "ResourceNotEmpty" });
    const before = await server.files("objects");
    expect((await service.emptyBucket("made")).error).toBeNull();
    expect(await server.files("objects")).toBe(before - 1);
    expect((await service.deleteBucket("made")).error).toBeNull();
    expect((await service.getBucket("made")).error).toMatchObject({ code: "NoSuchBucket" });
    expect((await service.createBucket("huge", { public: true, fileSizeLimit: "50gb" })).error).toMatchObject({
      code: "EntityTooLarge",
    });
    expect((await service.createBucket("a/b", { public: true })).error).toMatchObject({ code: "InvalidBucketName" });
  });
});
