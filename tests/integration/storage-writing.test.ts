import { createHash, randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { discard, sweepUnreferencedBytes } from "../../packages/supabase-server/storage/unreferenced-bytes.ts";
import { MAX_OBJECT_BYTES, startStorage } from "./storage-fixture.ts";

let server: Awaited<ReturnType<typeof startStorage>>;
const notes = () => server.ann.storage.from("notes");
const small = () => server.ann.storage.from("small");
const portraits = () => server.ann.storage.from("portraits");
const shown = async (path: string) => fetch(portraits().getPublicUrl(path).data.publicUrl);
const fresh = (extension = "txt") => `${server.ann.id}/${crypto.randomUUID()}.${extension}`;
const read = async (path: string) => (await notes().download(path)).data?.text();
const unreferenced = async (): Promise<number> =>
  (await server.sql("select count(*)::int as n from storage.unreferenced_bytes")).rows[0].n;
/** Numbers of files and rows, which must be equal: every file belongs to an object, and every object has its file. */
const balance = async () => ({
  files: await server.files("objects"),
  rows: (await server.sql("select count(*)::int as n from storage.objects")).rows[0].n,
  incoming: await server.files("incoming"),
  unreferenced: await unreferenced(),
});
async function expectBalance(): Promise<void> {
  const { files, rows, incoming, unreferenced: left } = await balance();
  expect({ files, incoming, left }).toEqual({ files: rows, incoming: 0, left: 0 });
}

beforeAll(async () => {
  server = await startStorage();
});
afterAll(() => server.stop());

describe("every kind of body that the client can send is stored byte for byte", () => {
  const bytes = randomBytes(300_000);
  test.each([
    ["a string", "Grüß Gott 🕯", Buffer.from("Grüß Gott 🕯")],
    ["a buffer", bytes, bytes],
    ["an array buffer", new Uint8Array(bytes).buffer, bytes],
    ["a blob, as a form", new Blob([new Uint8Array(bytes)], { type: "audio/mpeg" }), bytes],
    ["a Node stream", () => Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), bytes],
    ["a web stream", () => new Blob([new Uint8Array(bytes)]).stream(), bytes],
    ["nothing", Buffer.alloc(0), Buffer.alloc(0)],
    ["an empty blob", new Blob([], { type: "text/plain" }), Buffer.alloc(0)],
  ])("%s", async (_name, body, expected) => {
    const path = fresh();
    const content = typeof body === "function" ? body() : body;
    const { data, error } = await notes().upload(path, content, { contentType: "application/octet-stream" });
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), path, fullPath: `notes/${path}` });
    const stored = Buffer.from(await ((await notes().download(path)).data as Blob).arrayBuffer());
    expect(stored.equals(expected)).toBe(true);
    const { data: info } = await notes().info(path);
    expect(info).toMatchObject({ size: expected.length, etag: `"${createHash("sha256").update(expected).digest("hex")}"` });
  });
});

test("type, cache time and metadata are stored, for a form and for a raw body", async () => {
  const options = { cacheControl: "120", metadata: { verse: "Grüße, John 3:16" } };
  const [raw, form] = [fresh(), fresh()];
  await notes().upload(raw, "x", { ...options, contentType: "text/markdown" });
  await notes().upload(form, new Blob(["x"], { type: "text/markdown" }), options);
  for (const path of [raw, form]) {
    expect((await notes().info(path)).data).toMatchObject({
      contentType: "text/markdown",
      cacheControl: "max-age=120",
      metadata: options.metadata,
    });
  }
});

test("a second upload is refused unless it is an upsert, and an update needs an existing file", async () => {
  const path = fresh();
  expect((await notes().update(path, "none")).error).toMatchObject({ statusCode: "404", code: "NoSuchKey" });
  expect((await notes().upload(path, "first")).error).toBeNull();
  expect((await notes().upload(path, "second")).error).toMatchObject({
    statusCode: "409",
    code: "KeyAlreadyExists",
    message: "The resource already exists",
  });
  expect(await read(path)).toBe("first");
  const { data: before } = await notes().info(path);
  expect((await notes().upload(path, "third", { upsert: true })).error).toBeNull();
  expect((await notes().update(path, "fourth")).error).toBeNull();
  expect(await read(path)).toBe("fourth");
  const { data: after } = await notes().info(path);
  expect([after?.id, after?.createdAt]).toEqual([before?.id, before?.createdAt]);
  await expectBalance();
});

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function send(headers: Record<string, string>, body: BodyInit = "x"): Promise<[number, string]> {
  const init = { method: "POST", body, headers: { authorization: `Bearer ${server.ann.token}`, ...headers } };
  const response = await fetch(`${server.api}/object/notes/${fresh()}`, init);
  return [response.status, ((await response.json()) as { code: string }).code];
}

describe("limits", () => {
  test("of the bucket apply with and without Content-Length", async () => {
    const big = "x".repeat(1001);
    const tooLarge = { statusCode: "413", code: "EntityTooLarge", message: "The object exceeded the maximum allowed size" };
    expect((await small().upload(fresh(), big, { contentType: "text/plain" })).error).toMatchObject(tooLarge);
    expect((await small().upload(fresh(), new Blob([big], { type: "text/plain" }))).error).toMatchObject(tooLarge);
    expect(
      (await small().upload(fresh(), Readable.from([Buffer.from(big)]) as never, { contentType: "text/plain" })).error,
    ).toMatchObject(tooLarge);
    expect((await small().upload(fresh(), "x".repeat(1000), { contentType: "text/plain" })).error).toBeNull();
    await expectBalance();
  });

  test("of the server apply in a bucket without its own", async () => {
    const body = Readable.from(
      (function* () {
        for (let sent = 0; sent <= MAX_OBJECT_BYTES; sent += 50_000) yield Buffer.alloc(50_000);
      })(),
    );
    expect((await notes().upload(fresh(), body as never)).error).toMatchObject({ code: "EntityTooLarge" });
    await expectBalance();
  });

  test("a refusal leaves the connection usable although the body was not read to its end", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = (path: string, body: Buffer, headers: Record<string, string | number>) =>
      new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
        const all = { authorization: `Bearer ${server.ann.token}`, ...headers };
        httpRequest(`${server.api}/object/${path}`, { method: "POST", agent, headers: all }, (response) => {
          const port = response.socket.localPort;
          response.resume().on("end", () => resolve({ status: response.statusCode, port }));
        })
          .on("error", reject)
          .end(body);
      });
    const big = Buffer.alloc(4_000_000);
    const form = Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: text/plain\r\n\r\n'),
      big,
      Buffer.from("\r\n--b--"),
    ]);
    const announced = { "content-type": "text/plain", "content-length": big.length };
    const unannounced = { "content-type": "text/plain", "transfer-encoding": "chunked" };
    const formed = { "content-type": "multipart/form-data; boundary=b", "content-length": form.length };

    const { status, port } = await post(`notes/${fresh()}`, Buffer.from("opening"), { "content-type": "text/plain" });
    expect(status).toBe(200);
    for (const [bucket, body, headers] of [
      ["nowhere", big, announced],
      ["nowhere", form, formed],
      ["small", big, announced],
      ["small", big, unannounced],
      ["small", form, formed],
      ["notes", big, unannounced],
      ["notes", form, formed],
    ] as const) {
      expect(await post(`${bucket}/${fresh()}`, body, headers)).toEqual({ status: 400, port });
    }
    expect(await post(`notes/${fresh()}`, Buffer.from("fine"), { "content-type": "text/plain" })).toEqual({ status: 200, port });
    agent.destroy();
    await expectBalance();
  });

  test.each(["text/html", "application/json"])("a bucket refuses the type %s", async (contentType) => {
    const { error } = await small().upload(fresh(), "x", { contentType });
    expect(error).toMatchObject({
      statusCode: "415",
      code: "InvalidMimeType",
      message: `mime type ${contentType} is not supported`,
    });
  });

  test.each(["image", "", "text/plain\u00e9"])("%j is not a valid type", async (contentType) => {
    expect((await notes().upload(fresh(), "x", { contentType })).error).toMatchObject({ statusCode: "415" });
    await expectBalance();
  });

  test("a bucket allows its types with parameters, and wildcards such as image/*", async () => {
    expect((await small().upload(fresh(), "x", { contentType: "text/plain; charset=utf-8" })).error).toBeNull();
    expect((await small().upload(fresh(), "x", { contentType: "IMAGE/PNG" })).error).toBeNull();
  });

  test("invalid headers and forms are refused", async () => {
    expect(await send({ "content-type": "text/plain", "x-metadata": base64("not json") })).toEqual([400, "InvalidRequest"]);
    expect(await send({ "content-type": "text/plain", "x-metadata": base64('["a list"]') })).toEqual([400, "InvalidRequest"]);
    expect(await send({ "content-type": "text/plain", "x-metadata": base64('{"a":"\\u0000"}') })).toEqual([
      400,
      "InvalidRequest",
    ]);
    expect(await send({ "content-type": "text/plain", "content-encoding": "gzip" })).toEqual([400, "InvalidRequest"]);
    const form = new FormData();
    form.append("cacheControl", "3600");
    expect(await send({}, form)).toEqual([400, "InvalidRequest"]);
    form.set("cacheControl", "3600\r\nset-cookie: a=b");
    form.append("", new Blob(["x"], { type: "text/plain" }));
    expect(await send({}, form)).toEqual([400, "InvalidRequest"]);
    expect(await send({ "content-type": "multipart/form-data; boundary=b" }, "--b\r\nbroken")).toEqual([400, "InvalidRequest"]);
    await expectBalance();
  });
});

describe("avatars", () => {
  test("are re-encoded, whatever their name and type", async () => {
    const path = fresh("svg");
    const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    const hidden = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]);
    expect((await portraits().upload(path, new Blob([new Uint8Array(hidden)], { type: "image/svg+xml" }))).error).toBeNull();
    const response = await shown(path);
    expect(response.headers.get("content-type")).toBe("image/webp");
    const stored = Buffer.from(await response.arrayBuffer());
    expect([stored.includes("script"), (await sharp(stored).metadata()).width]).toEqual([false, 512]);
  });

  test.each([
    ["an SVG", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["an SVG that says it is a PNG", "image/png", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a page that says it is a picture", "image/webp", "<!doctype html><script>alert(1)</script>"],
    ["a page", "text/html", "<!doctype html><script>alert(1)</script>"],
  ])("are refused as %s", async (_name, type, text) => {
    const path = fresh("png");
    expect((await portraits().upload(path, new Blob([text], { type }))).error).toMatchObject({
      statusCode: "415",
      code: "InvalidMimeType",
    });
    expect((await shown(path)).status).toBe(400);
    expect((await notes().upload(path, text)).error).toBeNull();
    expect((await notes().copy(path, path, { destinationBucket: "portraits" })).error).toMatchObject({ code: "InvalidMimeType" });
    expect((await notes().move(path, path, { destinationBucket: "portraits" })).error).toMatchObject({ code: "InvalidMimeType" });
    await expectBalance();
  });
});

test.each(["raw", "form"])("an interrupted upload (%s) leaves nothing behind", async (kind) => {
  const path = fresh();
  const call = httpRequest(`${server.api}/object/notes/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.ann.token}`,
      "content-type": kind === "raw" ? "text/plain" : "multipart/form-data; boundary=b",
      "content-length": 1_000_000,
    },
  });
  call.on("error", () => {});
  if (kind === "form")
    call.write('--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\ncontent-type: text/plain\r\n\r\n');
  call.write(Buffer.alloc(200_000));
  await vi.waitFor(async () => expect(await server.files("incoming")).toBe(1), 10_000);
  call.destroy();
  await vi.waitFor(expectBalance, 10_000);
  expect((await notes().exists(path)).data).toBe(false);
});

test.each(["new", "existing"])("simultaneous uploads of one %s name leave exactly one complete object", async (kind) => {
  const path = fresh();
  if (kind === "existing") await notes().upload(path, "before");
  const texts = Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index).repeat(50_000));
  // All files are stored before the first row is written, so that the rows are written at the same time.
  const { store } = server.storage;
  const put = store.put.bind(store);
  const allStored = Promise.withResolvers<void>();
  let ready = 0;
  const together = vi.spyOn(store, "put").mockImplementation(async (...args) => {
    const stored = await put(...args);
    if (++ready === texts.length) allStored.resolve();
    await allStored.promise;
    return stored;
  });
  const results = await Promise.all(texts.map((text) => notes().upload(path, text, { upsert: true })));
  together.mockRestore();
  expect(results.map(({ error }) => error)).toEqual(texts.map(() => null));
  expect(texts).toContain(await read(path));
  await expectBalance();
});

test("a file that is replaced between the lookup and the read is returned in its new version", async () => {
  const path = fresh();
  await notes().upload(path, "former");
  const { store } = server.storage;
  const get = store.get.bind(store);
  const late = vi.spyOn(store, "get").mockImplementationOnce(async (key, range) => {
    await notes().upload(path, "newer", { upsert: true });
    return get(key, range);
  });
  expect(await read(path)).toBe("newer");
  expect(late).toHaveBeenCalledTimes(2);
  late.mockRestore();
});

test("of many simultaneous first uploads of one name one succeeds, and the others get an error", async () => {
  const path = fresh();
  const texts = Array.from({ length: 12 }, (_, index) => `version ${index}`);
  const results = await Promise.all(texts.map((text) => notes().upload(path, text)));
  const winners = texts.filter((_, index) => results[index]?.error === null);
  expect(winners).toHaveLength(1);
  expect(results.filter(({ error }) => (error as { code?: string } | null)?.code === "KeyAlreadyExists")).toHaveLength(11);
  expect(await read(path)).toBe(winners[0]);
  await expectBalance();
});

test("a simultaneous upload and removal leave the whole object or none", async () => {
  const path = fresh();
  await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 2 ? notes().remove([path]) : notes().upload(path, `v${index}`, { upsert: true }),
    ),
  );
  const text = await read(path);
  const { rowCount } = await server.sql("select from storage.objects where name = $1", [path]);
  expect(text === undefined ? 0 : 1).toBe(rowCount);
  await expectBalance();
});

test("a moved file is at its new name only, a copied one at both, with all metadata", async () => {
  const [first, second, third] = [fresh(), fresh(), fresh()];
  await notes().upload(first, "words", { contentType: "text/markdown", metadata: { a: 1 } });
  expect((await notes().copy(first, second)).data).toEqual({ path: `notes/${second}` });
  expect((await notes().move(first, third, { destinationBucket: "gallery" })).data).toMatchObject({
    message: "Successfully moved",
  });
  expect([await read(first), await read(second)]).toEqual([undefined, "words"]);
  const gallery = server.ann.storage.from("gallery");
  expect(await (await gallery.download(third)).data?.text()).toBe("words");
  expect((await gallery.info(third)).data).toMatchObject({ contentType: "text/markdown", metadata: { a: 1 } });
  expect((await notes().copy(second, second)).error).toMatchObject({ code: "KeyAlreadyExists" });
  expect((await notes().move(second, second)).error).toMatchObject({ code: "KeyAlreadyExists" });
  expect((await notes().move(fresh(), fresh())).error).toMatchObject({ code: "NoSuchKey" });
  expect(await read(second)).toBe("words");
  await expectBalance();
});

test("a signed upload lets anybody store that one file, once, with the signer as its owner", async () => {
  const path = fresh();
  const { data } = await notes().createSignedUploadUrl(path);
  const stranger = server.anyone.from("notes");
  const token = data?.token ?? "";
  expect((await stranger.uploadToSignedUrl(fresh(), token, "x")).error).toMatchObject({ code: "InvalidSignature" });
  expect((await stranger.uploadToSignedUrl(path, `${token}x`, "x")).error).toMatchObject({ code: "InvalidSignature" });
  expect((await stranger.uploadToSignedUrl(path, token, "sent", { upsert: true })).data).toMatchObject({
    path,
    fullPath: `notes/${path}`,
  });
  expect((await stranger.uploadToSignedUrl(path, token, "again", { upsert: true })).error).toMatchObject({
    code: "KeyAlreadyExists",
  });
  expect(await read(path)).toBe("sent");
  const { rows } = await server.sql("select owner_id from storage.objects where name = $1", [path]);
  expect(rows).toEqual([{ owner_id: server.ann.id }]);
});

describe("after a crash", () => {
  test("files without an object are deleted once they are old enough", async () => {
    await server.sql("insert into storage.unreferenced_bytes (key) values ('notes/lost/1')");
    await server.storage.store.put("notes/lost/1", Buffer.from("lost"));
    expect(await sweepUnreferencedBytes(server.storage)).toBe(0);
    expect((await server.storage.store.get("notes/lost/1"))?.destroy()).not.toBeUndefined();
    expect(await sweepUnreferencedBytes(server.storage, { olderThanSeconds: 0 })).toBe(1);
    await expectBalance();
  });

  test("files of an object are not deleted, even if the answer to the commit was lost", async () => {
    const path = fresh();
    await notes().upload(path, "referred to");
    const { rows } = await server.sql("select version from storage.objects where name = $1", [path]);
    await discard(server.storage, [`notes/${path}/${rows[0].version}`], server.app.log);
    expect(await read(path)).toBe("referred to");
  });

  test("files of objects that were deleted with SQL are recorded and deleted", async () => {
    const path = fresh();
    await notes().upload(path, "x");
    await server.sql(
      `begin; set local storage.allow_delete_query = 'true'; delete from storage.objects where name = '${path}'; commit`,
    );
    expect(await unreferenced()).toBe(1);
    expect(await sweepUnreferencedBytes(server.storage, { olderThanSeconds: 0 })).toBe(1);
    await expectBalance();
  });
});

test("an object store whose disk is full leaves the existing object unchanged", async () => {
  const path = fresh();
  await notes().upload(path, "former");
  const full = vi
    .spyOn(server.storage.store, "put")
    .mockRejectedValue(Object.assign(new Error("ENOSPC: /secret/path"), { code: "ENOSPC" }));
  const { error } = await notes().upload(path, "new", { upsert: true });
  full.mockRestore();
  expect(error).toMatchObject({
    status: 503,
    statusCode: "503",
    code: "SlowDown",
    message: "Please wait a moment and try again",
  });
  expect(await read(path)).toBe("former");
  await expectBalance();
});

test("in-process requests work like those over the network", async () => {
  const path = fresh();
  const headers = { authorization: `Bearer ${server.keys.serviceRoleKey}`, "content-type": "audio/mpeg" };
  const url = `/storage/v1/object/notes/${path}`;
  const stored = await server.app.inject({ method: "POST", url, headers, payload: randomBytes(100_000) });
  expect([stored.statusCode, stored.json().Key]).toEqual([200, `notes/${path}`]);
  expect((await server.app.inject({ url, headers })).rawPayload.length).toBe(100_000);
});
