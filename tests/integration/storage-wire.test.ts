import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStorage } from "./storage-fixture.ts";

// What the test suites of the official clients expect, beyond what the product uses.

let server: Awaited<ReturnType<typeof startStorage>>;
beforeAll(async () => {
  server = await startStorage();
});
afterAll(() => server.stop());
const notes = () => server.ann.storage.from("notes");
const fresh = () => `${server.ann.id}/${crypto.randomUUID()}.txt`;
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

describe("list-v2", () => {
  const FILES = ["B.txt", "a.txt", "c/1.txt", "c/2.txt", "c/d/3.txt", "c.txt", "e/4.txt", "100_x.txt", "100abx.txt"];
  const bens = () => server.ben.storage.from("notes");
  const full = (name: string) => `${server.ben.id}/${name}`;
  const local = (name: string) => name.slice(server.ben.id.length + 1);
  beforeAll(async () => {
    for (const name of FILES) await bens().throwOnError().upload(full(name), name);
  });

  interface Options {
    prefix?: string;
    limit?: number;
    cursor?: string;
    with_delimiter?: boolean;
    sortBy?: { column: string; order?: "asc" | "desc" };
    exactMatch?: boolean;
  }
  async function list(options: Options = {}) {
    const { data, error } = await bens().listV2({ prefix: full(""), ...options } as Parameters<
      ReturnType<typeof bens>["listV2"]
    >[0]);
    if (!data) throw error;
    return data;
  }
  const objects = async (options?: Options) => (await list(options)).objects.map(({ name }) => local(name));
  const folders = async (options?: Options) => (await list(options)).folders.map(({ name }) => local(name));

  test("returns full names below a prefix, in byte order, and whether there are more", async () => {
    expect(await objects()).toEqual(FILES.toSorted());
    const { hasNext, nextCursor, objects: all, folders: none } = await list();
    expect([hasNext, nextCursor, none]).toEqual([false, undefined, []]);
    expect(all[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: full("100_x.txt"),
      key: full("100_x.txt"),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: { size: 9 },
    });
  });

  test("groups deeper names into folders with with_delimiter", async () => {
    const below = { with_delimiter: true };
    expect([await folders(below), await objects(below)]).toEqual([
      ["c/", "e/"],
      ["100_x.txt", "100abx.txt", "B.txt", "a.txt", "c.txt"],
    ]);
    const c = { ...below, prefix: full("c/") };
    expect([await folders(c), await objects(c)]).toEqual([["c/d/"], ["c/1.txt", "c/2.txt"]]);
    const half = { ...below, prefix: full("c") };
    expect([await folders(half), await objects(half)]).toEqual([["c/"], ["c.txt"]]);
  });

  test.each(["%", "_", "100%", "100_", "100_x.txt%", "\\"])("matches %j in a prefix literally", async (text) => {
    expect(await objects({ prefix: full(text) })).toEqual(FILES.filter((name) => name.startsWith(text)));
  });

  test("finds one exact name", async () => {
    expect(await objects({ prefix: full("c"), exactMatch: true })).toEqual([]);
    expect(await objects({ prefix: full("c.txt"), exactMatch: true })).toEqual(["c.txt"]);
  });

  const byTime = async () =>
    (await server.sql("select name from storage.objects where starts_with(name, $1) order by created_at", [full("")])).rows.map(
      ({ name }: { name: string }) => local(name),
    );

  test.each(["name", "created_at", "updated_at"])(
    "is paged by %s in both directions, without duplicates or gaps",
    async (column) => {
      for (const order of ["asc", "desc"] as const)
        for (const delimited of [true, false]) {
          const options = { with_delimiter: delimited, sortBy: { column, order } };
          const whole = await list(options);
          const seen: string[] = [];
          let cursor: string | undefined;
          let pages = 0;
          do {
            const page = await list({ ...options, limit: 2, ...(cursor !== undefined && { cursor }) });
            seen.push(...page.folders.map(({ name }) => name), ...page.objects.map(({ name }) => name));
            cursor = page.nextCursor;
            expect(page.hasNext).toBe(cursor !== undefined);
            pages++;
          } while (cursor !== undefined);
          const all = [...whole.folders, ...whole.objects].map(({ name }) => name);
          expect(seen.toSorted()).toEqual(all.toSorted());
          expect(pages).toBe(Math.ceil(all.length / 2));
          expect(seen.filter((name) => !name.endsWith("/"))).toEqual(whole.objects.map(({ name }) => name));
        }
      const sorted = await objects({ sortBy: { column, order: "desc" } });
      expect(sorted).toEqual(column === "name" ? FILES.toSorted().toReversed() : (await byTime()).toReversed());
    },
  );

  test("does not show other users' files", async () => {
    for (const files of [notes(), server.anyone.from("notes")])
      expect((await files.listV2({ prefix: full("") })).data).toEqual({ hasNext: false, folders: [], objects: [] });
  });

  test.each([
    { cursor: "none" },
    { cursor: base64(["yesterday; drop", "x"]) },
    { sortBy: { column: "id; drop table storage.objects" } },
    { limit: 0 },
    { noncurrentVersions: "include" },
    { deleteMarkers: "only" },
  ])("is refused with %j", async (options) => {
    const { error } = await bens().listV2({ ...options } as never);
    expect(error).toMatchObject({ status: 400, code: "InvalidRequest" });
  });
});

describe("names of API routes", () => {
  test.each(["authenticated", "copy", "info", "list", "list-v2", "list-v3", "move", "public", "sign", "upload"])(
    "a bucket can't be called %s, and nothing is stored or read in one",
    async (name) => {
      expect((await server.service.createBucket(name, { public: false })).error).toMatchObject({ code: "InvalidBucketName" });
      await server.sql("insert into storage.buckets (id, name) values ($1, $1)", [name]);
      const headers = { authorization: `Bearer ${server.keys.serviceRoleKey}`, "content-type": "application/json" };
      for (const method of ["POST", "PUT", "GET", "DELETE"]) {
        const init = { method, headers, ...(method !== "GET" && { body: '{"prefix":""}' }) };
        const response = await fetch(`${server.api}/object/${name}/a/b`, init);
        expect([method, response.ok]).toEqual([method, false]);
      }
      expect((await server.service.from("notes").copy("a", "b", { destinationBucket: name })).error).toMatchObject({
        code: "InvalidBucketName",
      });
      expect((await server.sql("select from storage.objects where bucket_id = $1", [name])).rowCount).toBe(0);
      expect((await server.service.deleteBucket(name)).error).toBeNull();
    },
  );
});

describe("a copy", () => {
  const made = async (path: string) => {
    const { data } = await notes().info(path);
    return { type: data?.contentType, cache: data?.cacheControl, noted: data?.metadata };
  };
  const source = async () => {
    const path = fresh();
    const metadata = { verse: "John 3:16" };
    await notes().throwOnError().upload(path, "words", { contentType: "text/markdown", cacheControl: "60", metadata });
    return path;
  };
  const copy = async (body: object, headers: Record<string, string> = {}) => {
    const [from, to] = [await source(), fresh()];
    const response = await fetch(`${server.api}/object/copy`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.ann.token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ bucketId: "notes", sourceKey: from, destinationKey: to, ...body }),
    });
    return { to, status: response.status, body: (await response.json()) as { code?: string } };
  };
  const file = { cacheControl: "max-age=5", mimetype: "text/plain" };

  test("has the metadata of its source by default", async () => {
    const kept = { type: "text/markdown", cache: "max-age=60", noted: { verse: "John 3:16" } };
    expect(await made((await copy({})).to)).toEqual(kept);
    expect(await made((await copy({ metadata: file }, { "x-metadata": base64({ a: 1 }) })).to)).toEqual(kept);
  });

  test("has the given type, cache time and metadata with copyMetadata false", async () => {
    const { to } = await copy({ copyMetadata: false, metadata: file }, { "x-metadata": base64({ a: 1 }) });
    expect(await made(to)).toEqual({ type: "text/plain", cache: "max-age=5", noted: { a: 1 } });
  });

  test("with copyMetadata false keeps a type and cache time that are not given, and drops the user metadata", async () => {
    const { to } = await copy({ copyMetadata: false, metadata: { mimetype: "text/plain" } });
    expect(await made(to)).toEqual({ type: "text/plain", cache: "max-age=60", noted: {} });
    expect(await made((await copy({ copyMetadata: false })).to)).toEqual({
      type: "text/markdown",
      cache: "max-age=60",
      noted: {},
    });
  });

  test("can be made by the official client", async () => {
    const to = fresh();
    expect((await notes().copy(await source(), to, { copyMetadata: false, metadata: file })).error).toBeNull();
    expect(await made(to)).toMatchObject({ type: "text/plain", cache: "max-age=5" });
  });

  test.each([
    [{ mimetype: "text" }, "InvalidMimeType"],
    [{ cacheControl: "max-age=5\r\nset-cookie: a=b" }, "InvalidRequest"],
    [{ contentEncoding: "gzip" }, "InvalidRequest"],
    [{ role: "service_role" }, "InvalidRequest"],
  ])("is refused with %j", async (metadata, code) => {
    expect(await copy({ copyMetadata: false, metadata })).toMatchObject({ status: 400, body: { code } });
  });

  test("gets no type that its bucket does not allow, nor another one than a picture was re-encoded to", async () => {
    const small = () => server.ann.storage.from("small");
    const from = fresh();
    await small().throwOnError().upload(from, "x", { contentType: "text/plain" });
    const change = { copyMetadata: false, metadata: { mimetype: "text/html" } };
    expect((await small().copy(from, fresh(), change)).error).toMatchObject({ code: "InvalidMimeType" });
    const drawn = fresh();
    await server.sql(
      "insert into storage.objects (bucket_id, name, version, metadata) select 'portraits', $1, version, metadata || '{\"mimetype\":\"image/webp\"}' from storage.objects where name = $2",
      [drawn, from],
    );
    const svg = { copyMetadata: false, metadata: { mimetype: "image/svg+xml" } };
    expect((await server.ann.storage.from("portraits").copy(drawn, fresh(), svg)).error).toMatchObject({
      code: "InvalidMimeType",
    });
  });
});

test("the info of a file has its ETag and date, by GET and HEAD, also without metadata", async () => {
  const path = fresh();
  await notes().throwOnError().upload(path, "words");
  await server.ann.storage.from("gallery").throwOnError().upload(path, "words");
  const headers = { authorization: `Bearer ${server.ann.token}` };
  for (const place of ["notes", "authenticated/notes", "public/gallery"]) {
    const url = `${server.api}/object/info/${place}/${path}`;
    const info = await fetch(url, { headers });
    const body = (await info.json()) as { etag: string; last_modified: string; metadata: object };
    expect(body.metadata).toEqual({});
    expect(info.headers.get("etag")).toBe(body.etag);
    expect(Date.parse(info.headers.get("last-modified") ?? "")).toBe(Math.floor(Date.parse(body.last_modified) / 1000) * 1000);
    const head = await fetch(url, { method: "HEAD", headers });
    for (const name of ["etag", "last-modified", "content-type"]) expect(head.headers.get(name)).toBe(info.headers.get(name));
    expect([head.status, await head.text()]).toEqual([200, ""]);
  }
});

describe("a key that is", () => {
  const own = () => `${server.api}/object/authenticated/notes/${server.ann.id}/x.txt`;
  const ask = async (headers: Record<string, string>, url = own(), init: RequestInit = {}) => {
    const response = await fetch(url, { ...init, headers });
    return [response.status, await response.json()];
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const sign = async (secret: string, exp: string) =>
    new SignJWT({ role: "authenticated" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(exp)
      .sign(new TextEncoder().encode(secret));

  test("missing is reported as missing", async () => {
    const missing = [400, { statusCode: "400", error: "Error", message: "headers must have required property 'authorization'" }];
    expect(await ask({})).toMatchObject(missing);
    expect(await ask({}, `${server.api}/bucket`)).toMatchObject(missing);
    expect(
      await ask({ "content-type": "application/json" }, `${server.api}/object/list/notes`, {
        method: "POST",
        body: '{"prefix":""}',
      }),
    ).toMatchObject(missing);
    expect(
      await ask({ "content-type": "text/plain" }, `${server.api}/object/notes/x`, { method: "POST", body: "x" }),
    ).toMatchObject(missing);
  });

  test("missing is accepted for public files only", async () => {
    const path = fresh();
    await server.ann.storage.from("gallery").throwOnError().upload(path, "words");
    expect(await (await fetch(`${server.api}/object/gallery/${path}`)).text()).toBe("words");
    expect((await fetch(`${server.api}/object/info/gallery/${path}`)).status).toBe(200);
    for (const url of [`${server.api}/object/notes/${path}`, `${server.api}/object/info/notes/${path}`])
      expect(await ask({}, url)).toMatchObject([400, { statusCode: "404", code: "NoSuchBucket" }]);
  });

  test.each([
    ["none", async () => "none", "Invalid Compact JWS"],
    ["forged", async () => sign("another secret of many characters", "1h"), "signature verification failed"],
    ["old", async () => sign(server.keys.jwtSecret, "-1h"), '"exp" claim timestamp check failed'],
    ["an unknown opaque key", async () => "sb_secret_unknown", "Invalid Compact JWS"],
  ])("%s is refused with upstream's messages", async (_name, token, message) => {
    const refusal = [400, { statusCode: "403", error: "Unauthorized", message, code: "AccessDenied" }];
    expect(await ask(bearer(await token()))).toEqual(refusal);
    expect(await ask({ apikey: await token() })).toEqual(refusal);
    // Not treated as a visitor, even where visitors are allowed.
    expect(await ask(bearer(await token()), `${server.api}/object/gallery/x`)).toEqual(refusal);
  });

  test("of another scheme than Bearer is refused, although a valid apikey is sent too", async () => {
    expect(await ask({ authorization: "Basic YTpi", apikey: server.keys.serviceRoleKey })).toMatchObject([
      400,
      { statusCode: "403" },
    ]);
  });
});
