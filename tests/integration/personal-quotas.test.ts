import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let owner: pg.Pool;
let ruth: Person;
beforeAll(async () => {
  app = await startApp();
  owner = new pg.Pool({ connectionString: app.ownerUrl, max: 2 });
  ruth = await signUpPerson(app, "ruth@example.com");
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

describe("a user's quota of sermons", () => {
  const sermons = () => ruth.client.from("sermons");
  const mine = (content = "Come.") => ({ user_id: ruth.id, title: "Rest", content });
  const seed = (count: number, content: string) =>
    owner.query(
      `insert into public.sermons (user_id, title, content) select $1, 'Rest', t.content
       from (select (${content}) as content offset 0) t, generate_series(1, $2)`,
      [ruth.id, count],
    );
  const refused = { code: "quota_exceeded" };
  beforeEach(async () => {
    await owner.query("delete from public.sermons");
  });

  test("is 5,000; existing ones can be read, changed and deleted, and a deletion makes room", async () => {
    await seed(4999, "'Come.'");
    expect((await sermons().insert(mine())).error).toBeNull();
    const { error, status } = await sermons().insert(mine());
    expect([status, error]).toMatchObject([403, refused]);
    const all = await sermons().select("id", { count: "exact" }).limit(1);
    expect(all.count).toBe(5000);
    const id = all.data?.[0]?.id as string;
    expect((await sermons().update({ title: "Rest, again" }).eq("id", id)).error).toBeNull();
    // The page saves a sermon that the server has already stored: an update, not an insert.
    expect((await sermons().upsert({ ...mine("Come, all."), id })).error).toBeNull();
    expect((await sermons().delete().eq("id", id)).error).toBeNull();
    expect((await sermons().insert(mine())).error).toBeNull();
  });

  test("refuses a whole list that exceeds it, and one of two simultaneous inserts", async () => {
    await seed(4999, "'Come.'");
    expect((await sermons().insert([mine(), mine()])).error).toMatchObject(refused);
    const both = await Promise.all([sermons().insert(mine()), sermons().insert(mine())]);
    expect(both.map(({ error }) => error?.code)).toEqual(expect.arrayContaining([undefined, "quota_exceeded"]));
    expect((await sermons().select("id", { count: "exact", head: true })).count).toBe(5000);
  });

  test("is 50 MB: then no inserts, and no updates that make a text longer", async () => {
    await seed(340, "select string_agg(chr(65536 + (random() * 50000)::int), '') from generate_series(1, 40000)");
    expect((await sermons().insert(mine())).error).toMatchObject(refused);
    const { data } = await sermons().select("id").limit(1).single();
    const change = (content: string) => sermons().update({ content }).eq("id", data?.id);
    expect((await change("Come.")).error).toBeNull();
    expect((await change("Come, all.")).error).toMatchObject(refused);
    await owner.query("delete from public.sermons where content <> 'Come.'");
    expect((await change("Come, all.")).error).toBeNull();
  });

  test("does not apply to sermons that the server saves, because they are paid for", async () => {
    await seed(5000, "'Come.'");
    const { error } = await app.service().from("sermons").insert(mine());
    expect(error).toBeNull();
  });
});

describe("the address of an avatar", () => {
  const change = async (avatar_url: string | null) =>
    (await ruth.client.from("profiles").update({ avatar_url }).eq("id", ruth.id)).error?.code;

  test("may be a public storage URL, an https URL, or null", async () => {
    const { publicUrl } = ruth.client.storage.from("avatars").getPublicUrl(`${ruth.id}-7.jpg`).data;
    expect(publicUrl).toMatch(/^http:/);
    for (const address of [
      publicUrl,
      new URL(publicUrl).pathname,
      "https://example.org/me.png?size=200",
      "https://old.example/storage/v1/object/public/avatars/x.png",
      null,
    ])
      expect([address, await change(address)]).toEqual([address, undefined]);
  });

  test.each([
    "javascript:alert(1)",
    "data:image/svg+xml,<svg/>",
    "http://example.org/me.png",
    "//example.org/me.png",
    "ftp://example.org/me.png",
    "https://",
    "https:me.png",
    "https://ruth@example.org/me.png",
    'https://example.org/"onerror="alert(1)',
    " https://example.org/",
    "https://example.org/\njavascript:alert(1)",
    "/storage/v1/object/public/avatars/00000000-0000-4000-8000-000000000000-7.jpg",
    "/etc/passwd",
    "",
  ])("may not be %j", async (address) => {
    expect(await change(address)).toBe("23514");
  });
});
