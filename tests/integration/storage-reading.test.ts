import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startStorage } from "./storage-fixture.ts";

const BYTES = randomBytes(1000);

let server: Awaited<ReturnType<typeof startStorage>>;
let path: string;

beforeAll(async () => {
  server = await startStorage();
  path = `${server.ann.id}/sub folder/recording (1).mp3`;
  const options = { contentType: "audio/mpeg", cacheControl: "600", metadata: { speaker: "John" } };
  for (const bucket of ["notes", "gallery"]) {
    await server.ann.storage.from(bucket).throwOnError().upload(path, BYTES, options);
  }
});
afterAll(() => server.stop());
afterEach(() => vi.useRealTimers());

const asAnn = (headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${server.ann.token}`, ...headers },
});
const own = () => `${server.api}/object/notes/${encodeURI(path)}`;
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function signed(seconds = 60, options = {}): Promise<string> {
  const { data, error } = await server.ann.storage.from("notes").createSignedUrl(path, seconds, options);
  expect(error).toBeNull();
  return data?.signedUrl ?? "";
}

const disposition = async (url: string) => (await fetch(url)).headers.get("content-disposition");

async function expectRefusal(url: string, code: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, init);
  expect([url, response.status, await response.json()]).toMatchObject([url, 400, { code }]);
}

/** A raw request, without a client that normalises the path. */
function raw(
  target: string,
  method = "GET",
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { code?: string } }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    httpRequest({ hostname, port, path: target, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || "{}") }));
    })
      .on("error", reject)
      .end();
  });
}

test("a file is returned as stored, with headers against scripts, type sniffing and shared caches", async () => {
  const response = await fetch(own(), asAnn());
  expect(response.status).toBe(200);
  expect((await bytesOf(response)).equals(BYTES)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/mpeg",
    "content-length": "1000",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=600",
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    "last-modified": expect.stringMatching(/GMT$/),
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "none",
  });
});

test("a file at its public address may be cached by shared caches", async () => {
  const { publicUrl } = server.anyone.from("gallery").getPublicUrl(path).data;
  const response = await fetch(publicUrl);
  expect(response.headers.get("cache-control")).toBe("max-age=600");
  expect(response.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect((await bytesOf(response)).equals(BYTES)).toBe(true);
});

test("HEAD returns only the headers", async () => {
  const response = await fetch(own(), { method: "HEAD", ...asAnn() });
  expect([response.status, response.headers.get("content-length"), response.headers.get("content-type")]).toEqual([
    200,
    "1000",
    "audio/mpeg",
  ]);
  expect((await bytesOf(response)).length).toBe(0);
  expect((await fetch(`${own()}.missing`, { method: "HEAD", ...asAnn() })).status).toBe(400);
});

test.each([
  ["bytes=0-99", 0, 99],
  ["bytes=900-", 900, 999],
  ["bytes=-1", 999, 999],
  ["bytes=10-5000", 10, 999],
])("%s is answered with that part", async (range, start, end) => {
  const response = await fetch(own(), asAnn({ range }));
  expect([response.status, response.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/1000`]);
  expect(response.headers.get("content-length")).toBe(String(end - start + 1));
  expect((await bytesOf(response)).equals(BYTES.subarray(start, end + 1))).toBe(true);
});

test("a range past the end is 416, and a range of a changed file (If-Range) the whole file", async () => {
  const past = await fetch(own(), asAnn({ range: "bytes=1000-" }));
  expect([past.status, past.headers.get("content-range"), past.headers.get("etag")]).toEqual([416, "bytes */1000", null]);
  expect(await past.json()).toMatchObject({ statusCode: "416", code: "InvalidRange" });
  expect((await fetch(own(), asAnn({ range: "bytes=0-9", "if-range": '"older"' }))).status).toBe(200);
});

test("an unchanged file is not sent again", async () => {
  const { headers } = await fetch(own(), asAnn());
  const again = await fetch(own(), asAnn({ "if-none-match": headers.get("etag") ?? "" }));
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await fetch(own(), asAnn({ "if-modified-since": headers.get("last-modified") ?? "" }))).status).toBe(304);
  expect((await fetch(own(), asAnn({ "if-none-match": '"older"' }))).status).toBe(200);
});

test("with download= it is sent as an attachment with the given name", async () => {
  expect(await disposition(await signed())).toBeNull();
  expect(await disposition(await signed(60, { download: true }))).toBe("attachment;");
  expect(await disposition(await signed(60, { download: "my file.mp3" }))).toBe(
    "attachment; filename=my%20file.mp3; filename*=UTF-8''my%20file.mp3;",
  );
  const { publicUrl } = server.anyone.from("gallery").getPublicUrl(path, { download: 'Größe" (1).mp3' }).data;
  expect(await disposition(publicUrl)).toBe(
    "attachment; filename=Gr%C3%B6%C3%9Fe%22%20%281%29.mp3; filename*=UTF-8''Gr%C3%B6%C3%9Fe%22%20%281%29.mp3;",
  );
});

test("the info has size, type, digest and the uploader's metadata", async () => {
  const { data } = await server.ann.storage.from("notes").info(path);
  expect(data).toMatchObject({
    name: path,
    bucketId: "notes",
    size: 1000,
    contentType: "audio/mpeg",
    cacheControl: "max-age=600",
    metadata: { speaker: "John" },
  });
  expect((await server.ann.storage.from("notes").exists(path)).data).toBe(true);
  expect((await server.ann.storage.from("notes").exists(`${path}.missing`)).data).toBe(false);
});

test("a list has one level, folders and files, ordered and in pages", async () => {
  const files = server.ben.storage.from("notes");
  const root = server.ben.id;
  for (const name of ["b.txt", "A.txt", "c/1.txt", "c/2.txt", "c/d/3.txt", "B2/x.txt"])
    await files.upload(`${root}/${name}`, name);
  const names = async (folder: string, options = {}) => (await files.list(folder, options)).data?.map(({ name }) => name);

  expect(await names(root)).toEqual(["A.txt", "b.txt", "B2", "c"]);
  expect(await names(`${root}/`, { sortBy: { column: "name", order: "desc" } })).toEqual(["c", "B2", "b.txt", "A.txt"]);
  expect(await names(`${root}/c`)).toEqual(["1.txt", "2.txt", "d"]);
  expect(await names(root, { limit: 2, offset: 1 })).toEqual(["b.txt", "B2"]);
  expect(await names(root, { search: "b" })).toEqual(["b.txt", "B2"]);
  expect(await names(root, { sortBy: { column: "created_at", order: "desc" } })).toEqual(["c", "B2", "A.txt", "b.txt"]);
  expect(await names("")).toEqual([root]);
  expect(await names(`${root}/%`)).toEqual([]);

  const { data } = await files.list(root);
  expect(data?.[3]).toEqual({ name: "c", id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null });
  expect(data?.[0]?.metadata).toMatchObject({ size: 5, mimetype: "text/plain;charset=UTF-8", cacheControl: "max-age=3600" });
  expect((await files.list(root, { sortBy: { column: "id; drop table storage.objects" } })).error).toMatchObject({
    code: "InvalidRequest",
  });
});

describe("a signed link", () => {
  test("opens the file for everybody who has it, until it expires", async () => {
    const url = await signed(60);
    const response = await fetch(url, { headers: { range: "bytes=0-9" } });
    expect((await bytesOf(response)).equals(BYTES.subarray(0, 10))).toBe(true);
    expect(response.headers.get("cache-control")).toMatch(/^private/);
    expect(Date.parse(response.headers.get("expires") ?? "") - Date.now()).toBeGreaterThan(50_000);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    const late = await fetch(url);
    expect([late.status, await late.json()]).toMatchObject([400, { code: "ExpiredToken" }]);
  });

  test("opens no other file, and is no key for other endpoints", async () => {
    const url = new URL(await signed());
    const token = url.searchParams.get("token") ?? "";
    await expectRefusal(`${server.api}/object/sign/notes/${server.ann.id}/other.mp3?token=${token}`, "InvalidSignature");
    await expectRefusal(`${server.api}/object/sign/gallery/${encodeURI(path)}?token=${token}`, "InvalidSignature");
    await expectRefusal(`${url.href}x`, "InvalidSignature");
    await expectRefusal(url.href.replace(/token=.*/, "token=none"), "InvalidJWT");
    await expectRefusal(url.href.replace(/\?token=.*/, ""), "InvalidRequest");
    await expectRefusal(`${server.api}/object/sign/notes/${encodeURI(path)}?token=${server.ann.token}`, "InvalidSignature");
    const upload = `${server.api}/object/upload/sign/notes/${encodeURI(path)}?token=${token}`;
    await expectRefusal(upload, "InvalidSignature", { method: "PUT", body: "x" });
    expect((await fetch(own(), { headers: { authorization: `Bearer ${token}` } })).status).toBe(400);
  });

  test("cannot be made with the session's key, or without one", async () => {
    const guess = await new SignJWT({ url: `notes/${path}`, scope: "download" })
      .setExpirationTime("1h")
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(server.keys.jwtSecret));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${guess.split(".")[1]}.`;
    for (const token of [guess, unsigned]) {
      expect((await fetch(`${server.api}/object/sign/notes/${encodeURI(path)}?token=${token}`)).status).toBe(400);
    }
  });

  test("is invalid once its file is deleted", async () => {
    const files = server.ann.storage.from("notes");
    const name = `${server.ann.id}/short-lived.txt`;
    await files.upload(name, "here");
    const { data } = await files.createSignedUrl(name, 60);
    await files.remove([name]);
    expect(await (await fetch(data?.signedUrl ?? "")).json()).toMatchObject({ code: "NoSuchKey" });
  });

  test("for several files at once reports those that failed", async () => {
    const { data } = await server.ann.storage.from("notes").createSignedUrls([path, "missing.txt"], 60);
    expect(data?.[1]).toMatchObject({ path: "missing.txt", signedUrl: null, error: expect.stringContaining("does not exist") });
    expect((await bytesOf(await fetch(data?.[0]?.signedUrl ?? ""))).equals(BYTES)).toBe(true);
  });

  test("is valid for a day at most", async () => {
    const files = server.ann.storage.from("notes");
    expect((await files.createSignedUrl(path, 86_400)).error).toBeNull();
    for (const { error } of [await files.createSignedUrl(path, 86_401), await files.createSignedUrls([path], 86_401)])
      expect(error).toMatchObject({ status: 400, statusCode: "400", code: "InvalidRequest" });
  });

  describe("is invalid after the deletion or ban of the account", () => {
    const SIGNERS = ["ann", "service"] as const;
    const linkBy = async (signer: (typeof SIGNERS)[number], name: string) => {
      const storage = signer === "service" ? server.service : server[signer].storage;
      return (await storage.from("notes").createSignedUrl(name, 60)).data?.signedUrl ?? "";
    };
    const proxyOf = (name: string, link: string) =>
      proxied({ bucket: "notes", path: name, token: new URL(link).searchParams.get("token") ?? "" });
    afterEach(() => server.sql("update auth.users set banned_until = null"));
    const ban = () => server.sql("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [server.ann.id]);

    test.each(SIGNERS)("that owns the file, when %s signed it", async (signer) => {
      const link = await linkBy(signer, path);
      expect((await fetch(link)).status).toBe(200);
      expect((await proxyOf(path, link)).status).toBe(200);
      await ban();
      await expectRefusal(link, "NoSuchKey");
      expect((await proxyOf(path, link)).status).toBe(404);
    });

    test("in whose folder the server stored it", async () => {
      const name = `${server.ann.id}/made/for-her.mp3`;
      await server.service.from("notes").upload(name, "words");
      const link = await linkBy("service", name);
      expect((await fetch(link)).status).toBe(200);
      await ban();
      await expectRefusal(link, "NoSuchKey");
    });

    test("that signed it, though the file is another's", async () => {
      await server.sql("create policy shared on storage.objects for select to authenticated using (name = 'shared.txt')");
      await server.service.from("notes").upload("shared.txt", "words");
      const link = await linkBy("ann", "shared.txt");
      expect((await fetch(link)).status).toBe(200);
      const gone = "delete from auth.users where id = $1";
      await server.sql(gone, [server.ann.id]);
      await expectRefusal(link, "NoSuchKey");
      await server.sql("insert into auth.users (id, email) values ($1, $2)", [server.ann.id, `${server.ann.id}@example.com`]);
      await server.sql("drop policy shared on storage.objects");
    });
  });

  test.each([0, -1, 1.5, "60", null, 1e12])("is not made for %s seconds", async (seconds) => {
    expect((await server.ann.storage.from("notes").createSignedUrl(path, seconds as number)).error).toMatchObject({
      code: "InvalidRequest",
    });
  });

  test("is not made for a transformed image, which we do not offer", async () => {
    const { error } = await server.ann.storage.from("notes").createSignedUrl(path, 60, { transform: { width: 10 } });
    expect(error).toMatchObject({ code: "InvalidRequest" });
  });
});

describe("hostile names", () => {
  test.each([
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/secret",
    "a/%2e%2e/b",
    "a/../../b",
    "./a",
    "a//b",
    "/a",
    "a/",
    "nul%00byte",
    "line%0abreak",
    "back%5cslash",
    "%252e%252e/x",
    "tab%09",
    "caf%C3%A9",
    "%F0%9F%95%AF",
    "a".repeat(900),
  ])("%s is refused in every place", async (name) => {
    const authorization = `Bearer ${server.keys.serviceRoleKey}`;
    for (const [method, folder] of [
      ["GET", "notes"],
      ["GET", "public/gallery"],
      ["GET", "sign/notes"],
      ["GET", "info/notes"],
      ["POST", "notes"],
      ["PUT", "notes"],
      ["DELETE", "notes"],
    ] as const) {
      const { status, body } = await raw(`/storage/v1/object/${folder}/${name}?token=x`, method, {
        authorization,
        "content-type": "text/plain",
      });
      expect([method, folder, status, body.code]).toEqual([method, folder, 400, "InvalidKey"]);
    }
  });

  test.each(["%ff", "%zz", "%"])("%s, which is not UTF-8, is a bad request", async (name) => {
    expect((await raw(`/storage/v1/object/public/gallery/${name}`)).status).toBe(400);
  });

  test("a bucket's name is checked as well", async () => {
    expect((await raw("/storage/v1/object/public/..%2f..%2fetc/passwd")).body.code).toBe("InvalidBucketName");
    expect((await raw("/storage/v1/object/public/%2e%2e/passwd")).body.code).toBe("InvalidBucketName");
    expect((await raw("/storage/v1/object/public/nowhere/x")).body.code).toBe("NoSuchBucket");
  });
});

test("an object whose bytes are missing is an error that is not cached", async () => {
  await server.sql(
    `insert into storage.objects (bucket_id, name, version, metadata) select 'gallery', 'hollow', 'v', metadata from storage.objects where name = $1 limit 1`,
    [path],
  );
  const response = await fetch(`${server.api}/object/public/gallery/hollow`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([400, "no-store"]);
  expect(await response.json()).toMatchObject({ statusCode: "404", message: "The resource was not found" });
});

test("unsupported requests are refused with the protocol's error", async () => {
  for (const target of ["render/image/public/gallery/x", "upload/resumable", "s3/gallery/x"]) {
    const response = await fetch(`${server.api}/${target}`, { method: "GET" });
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { statusCode: "404", message: `Route GET:/storage/v1/${target} not found` },
    ]);
  }
  expect((await fetch(`${own()}?versionId=1`, asAnn())).status).toBe(400);
});

const proxied = (query: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${server.url}/audio-cors-proxy?${new URLSearchParams(query)}`, init);
const signedToken = async () => new URL(await signed()).searchParams.get("token") ?? "";

describe("the same-origin proxy", () => {
  test("serves exactly the file that the token was signed for, also in ranges", async () => {
    const query = { bucket: "notes", path, token: await signedToken() };
    const whole = await proxied(query);
    expect([whole.status, whole.headers.get("cache-control"), whole.headers.get("x-content-type-options")]).toEqual([
      200,
      "private, max-age=600",
      "nosniff",
    ]);
    expect((await bytesOf(whole)).equals(BYTES)).toBe(true);
    const part = await proxied(query, { headers: { range: "bytes=5-9" } });
    expect([part.status, (await bytesOf(part)).equals(BYTES.subarray(5, 10))]).toEqual([206, true]);
    const head = await proxied(query, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "1000"]);
    expect((await proxied(query, { headers: { range: "bytes=1000-" } })).status).toBe(416);
  });

  test("refuses all others", async () => {
    const good = await signedToken();
    const status = async (query: Record<string, string>) => (await proxied(query)).status;
    expect(await status({ bucket: "notes", path })).toBe(403);
    expect(await status({ bucket: "notes", path, token: "" })).toBe(403);
    expect(await status({ bucket: "notes", path, token: `${good}x` })).toBe(403);
    expect(await status({ bucket: "notes", path, token: server.ann.token })).toBe(403);
    expect(await status({ bucket: "notes", path: `${server.ann.id}/other.mp3`, token: good })).toBe(403);
    expect(await status({ bucket: "gallery", path, token: good })).toBe(403);
    expect(await status({ bucket: "notes", path: "../../etc/passwd", token: good })).toBe(400);
    expect(await status({ bucket: "notes", path: "http://127.0.0.1:1/", token: good })).toBe(400);
    expect(await status({ path, token: good })).toBe(400);
    expect((await proxied({ bucket: "notes", path, token: good }, { method: "POST" })).status).toBe(404);
  });
});
