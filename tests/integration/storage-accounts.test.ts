import { request as httpRequest, type IncomingMessage } from "node:http";
import { once } from "node:events";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, callFunction, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";
import { startStorage } from "./storage-fixture.ts";

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
  .png()
  .toBuffer();

describe("deleting an account", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const avatars = (person: Person) => person.client.storage.from("avatars");
  const shown = async (person: Person, name: string) => (await fetch(avatars(person).getPublicUrl(name).data.publicUrl)).status;
  async function deleteAccount(person: Person): Promise<void> {
    const { status } = await callFunction(app, "delete-account", person.token, { confirmation: person.email });
    expect(status).toBe(200);
    const gone = async () => (await app.service().auth.admin.getUserById(person.id)).error?.code;
    await expect.poll(gone).toBe("user_not_found");
  }

  test("prevents that an upload which is still running is stored", async () => {
    const mara = await signUpPerson(app, "mara@example.com");
    const name = `${mara.id}-slow.png`;
    const body = await picture;
    const call = httpRequest(`${app.url}/storage/v1/object/avatars/${name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${mara.token}`, "content-type": "image/png", "content-length": body.length },
    });
    call.write(body.subarray(0, 20));
    // The policies are checked once before the body is read, which no answer shows.
    await app.service().storage.from("avatars").list(mara.id);
    await deleteAccount(mara);
    call.end(body.subarray(20));
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    answer.resume();
    expect(await shown(mara, name)).toBe(400);
    expect((await app.service().storage.from("avatars").list("", { search: mara.id })).data).toEqual([]);
  });

  test("makes its signed upload URLs invalid", async () => {
    const orpah = await signUpPerson(app, "orpah@example.com");
    const name = `${orpah.id}-signed.png`;
    const { data } = await avatars(orpah).createSignedUploadUrl(name);
    await deleteAccount(orpah);
    const late = await app
      .visitor()
      .storage.from("avatars")
      .uploadToSignedUrl(name, data?.token ?? "", await picture, { contentType: "image/png" });
    expect(late.error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
    expect(await shown(orpah, name)).toBe(400);
  });
});

describe("in the transaction that stores an object", () => {
  let server: Awaited<ReturnType<typeof startStorage>>;
  beforeAll(async () => {
    server = await startStorage({ quota: { files: 4, bytes: 10_000 }, withinRate: async () => !exhausted });
  });
  afterAll(() => server.stop());
  let exhausted = false;
  const notes = () => server.ann.storage.from("notes");
  const fresh = () => `${server.ann.id}/${crypto.randomUUID()}.txt`;
  const stored = async () => ({ objects: await server.files("objects"), incoming: await server.files("incoming") });

  /** Runs `before` when the bytes of the next upload are stored and nothing refers to them yet. */
  function onceStored(before: () => Promise<unknown>) {
    const { store } = server.storage;
    const put = store.put.bind(store);
    return vi.spyOn(store, "put").mockImplementationOnce(async (...args) => {
      const result = await put(...args);
      await before();
      return result;
    });
  }

  test.each([
    ["the account is banned", "update auth.users set banned_until = now() + interval '1 hour' where id = $1"],
    ["the account is gone", "delete from auth.users where id = $1"],
  ])("the account is checked again: %s", async (_name, sql) => {
    const before = await stored();
    for (const write of [
      async (path: string) => notes().upload(path, "words"),
      async (path: string) => {
        const { data } = await notes().createSignedUploadUrl(path);
        return server.anyone.from("notes").uploadToSignedUrl(path, data?.token ?? "", "words");
      },
    ]) {
      const path = fresh();
      onceStored(() => server.sql(sql, [server.ann.id]));
      expect((await write(path)).error).toMatchObject({ statusCode: "403", code: "AccessDenied" });
      expect((await server.sql("select from storage.objects where name = $1", [path])).rowCount).toBe(0);
      await server.sql("insert into auth.users (id, email) values ($1, $2) on conflict do nothing", [
        server.ann.id,
        `${server.ann.id}@example.com`,
      ]);
      await server.sql("update auth.users set banned_until = null where id = $1", [server.ann.id]);
    }
    expect(await stored()).toEqual(before);
  });

  test("a deletion of the account that is not committed yet is waited for", async () => {
    const path = fresh();
    const client = await server.storage.db.owner.connect();
    const ended = Promise.withResolvers<void>();
    onceStored(async () => {
      await client.query("begin");
      await client.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [server.ann.id]);
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      vi.waitFor(async () => expect((await server.sql(waiting)).rowCount).toBe(1), 10_000)
        .then(() => client.query("commit"))
        .then(() => ended.resolve(), ended.reject);
    });
    expect((await notes().upload(path, "words")).error).toMatchObject({ code: "AccessDenied" });
    await ended.promise;
    client.release();
    await server.sql("update auth.users set banned_until = null where id = $1", [server.ann.id]);
  });

  test("the policies are checked again, for uploads, copies, moves and signed uploads", async () => {
    const path = fresh();
    expect((await notes().upload(path, "words")).error).toBeNull();
    const before = await stored();
    const { data } = await notes().createSignedUploadUrl(fresh());
    const writes: (() => Promise<{ error: unknown }>)[] = [
      () => notes().upload(fresh(), "words"),
      () => notes().copy(path, fresh()),
      () => notes().move(path, fresh()),
      () => server.anyone.from("notes").uploadToSignedUrl(data?.path ?? "", data?.token ?? "", "words"),
    ];
    for (const write of writes) {
      onceStored(() =>
        server.sql(
          "alter policy own_select on storage.objects using (false); alter policy own_insert on storage.objects with check (false); alter policy own_update on storage.objects using (false)",
        ),
      );
      const { error } = await write();
      const own = "(bucket_id = 'notes' and (storage.foldername(name))[1] = (select auth.uid())::text)";
      await server.sql(
        `alter policy own_select on storage.objects using ${own}; alter policy own_insert on storage.objects with check ${own}; alter policy own_update on storage.objects using ${own}`,
      );
      expect(["AccessDenied", "NoSuchKey"]).toContain((error as { code: string } | null)?.code);
    }
    expect(await stored()).toEqual(before);
    await notes().remove([path]);
  });

  describe("a user's quota of files and bytes", () => {
    const over = { statusCode: "403", code: "QuotaExceeded" };

    test("limits the number of files, copies too; replacing and removing stay possible", async () => {
      const paths = [fresh(), fresh(), fresh(), fresh()];
      for (const path of paths) expect((await notes().upload(path, "words")).error).toBeNull();
      expect((await notes().upload(fresh(), "words")).error).toMatchObject(over);
      expect((await notes().copy(paths[0] ?? "", fresh())).error).toMatchObject(over);
      expect((await notes().upload(paths[0] ?? "", "other words", { upsert: true })).error).toBeNull();
      expect((await server.ben.storage.from("notes").upload(`${server.ben.id}/his.txt`, "words")).error).toBeNull();
      await notes().remove(paths);
      expect((await notes().upload(paths[0] ?? "", "words")).error).toBeNull();
      await notes().remove(paths);
    });

    test("limits the bytes, with or without Content-Length, also for simultaneous uploads", async () => {
      const half = "x".repeat(5001);
      expect((await notes().upload(fresh(), "x".repeat(10_001))).error).toMatchObject(over);
      const results = await Promise.all(Array.from({ length: 8 }, () => notes().upload(fresh(), new Blob([half]))));
      expect(results.filter(({ error }) => error === null)).toHaveLength(1);
      expect((await server.sql("select count(*)::int as n from storage.objects where owner = $1", [server.ann.id])).rows).toEqual(
        [{ n: 1 }],
      );
      await server.service.emptyBucket("notes");
      expect(await stored()).toEqual({ objects: 0, incoming: 0 });
    });
  });

  test("limits how often a user writes", async () => {
    const path = fresh();
    await notes().upload(path, "words");
    exhausted = true;
    for (const write of [
      notes().upload(fresh(), "words"),
      notes().copy(path, fresh()),
      notes().move(path, fresh()),
      notes().createSignedUploadUrl(fresh()),
    ])
      expect((await write).error).toMatchObject({ status: 429, statusCode: "429", code: "SlowDown" });
    exhausted = false;
    expect((await notes().move(path, fresh())).error).toBeNull();
  });
});

describe("pictures", () => {
  /** How every PNG file begins. */
  const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  let server: Awaited<ReturnType<typeof startStorage>>;
  let drawing = Promise.withResolvers<void>();
  const run = vi.fn(async () => {
    await drawing.promise;
    return new Uint8Array([1]);
  });
  beforeAll(async () => {
    server = await startStorage({ transforms: { portraits: { contentType: "image/webp", run } } });
  });
  afterAll(() => server.stop());

  test("are re-encoded one at a time for a user; a second upload gets a Retry-After", async () => {
    const upload = (person: typeof server.ann) =>
      fetch(`${server.api}/object/portraits/${person.id}/${crypto.randomUUID()}.png`, {
        method: "POST",
        headers: { authorization: `Bearer ${person.token}`, "content-type": "image/png" },
        body: PNG,
      });
    const first = upload(server.ann);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    const second = await upload(server.ann);
    expect([second.status, second.headers.get("retry-after"), await second.json()]).toMatchObject([
      429,
      expect.stringMatching(/^\d+$/),
      { statusCode: "429", code: "SlowDown" },
    ]);
    const other = upload(server.ben);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    drawing.resolve();
    expect([(await first).status, (await other).status]).toEqual([200, 200]);
    expect((await upload(server.ann)).status).toBe(200);
  });

  test("are accepted eight at a time from all users", async () => {
    drawing = Promise.withResolvers();
    run.mockClear();
    const key = { authorization: `Bearer ${server.keys.serviceRoleKey}`, "content-type": "image/png" };
    const upload = () =>
      fetch(`${server.api}/object/portraits/${crypto.randomUUID()}.png`, { method: "POST", headers: key, body: PNG });
    const inLine = Array.from({ length: 8 }, upload);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(8));
    const late = await upload();
    expect([late.status, late.headers.get("retry-after"), await late.json()]).toMatchObject([
      503,
      expect.stringMatching(/^\d+$/),
      { statusCode: "503", code: "SlowDown" },
    ]);
    drawing.resolve();
    expect((await Promise.all(inLine)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test.each([
    ["no_picture", "415", "InvalidMimeType"],
    ["too_large", "413", "EntityTooLarge"],
    ["out_of_time", "503", "SlowDown"],
  ] as const)("that are refused as %s are answered with %s", async (refusal, statusCode, code) => {
    run.mockImplementationOnce(async () => refusal as never);
    const { error } = await server.ann.storage
      .from("portraits")
      .upload(`${server.ann.id}/no.png`, new Blob([PNG], { type: "image/png" }));
    expect(error).toMatchObject({ statusCode, code });
  });

  test.for([
    ["a page", "<script>alert(1)</script>"],
    ["a JPEG", new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ] as const)("%s that claims to be a PNG is called what it is not, and is not read", async ([, body]) => {
    run.mockClear();
    const { error } = await server.ann.storage
      .from("portraits")
      .upload(`${server.ann.id}/fake.png`, new Blob([body], { type: "image/png" }));
    expect(error).toMatchObject({ statusCode: "415", code: "InvalidMimeType" });
    expect(error?.message).toBe("This file is not a PNG picture");
    expect(run).not.toHaveBeenCalled();
  });
});
