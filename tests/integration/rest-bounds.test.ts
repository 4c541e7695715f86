import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { MAX_ANSWER_BYTES } from "../../packages/supabase-server/rest/limits.ts";
import { renderRead } from "../../packages/supabase-server/rest/sql/read.ts";
import { compile, identifier } from "../../packages/supabase-server/rest/sql/sql.ts";
import { negotiate } from "../../packages/supabase-server/rest/wire/media-type.ts";
import { MAX_ROWS, startRest, type Rest } from "./rest-fixture.ts";

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
  // The sequence counts the rows that were read from the view.
  await rest.sql(`
    create table heavy (id int primary key, shelf int, text text not null);
    insert into heavy select i, 1, repeat('x', 3000000) from generate_series(1, 12) i;
    create table shelves (id int primary key);
    insert into shelves values (1);
    alter table heavy add constraint heavy_shelf_fkey foreign key (shelf) references shelves;
    create sequence read;
    create view watched as select nextval('read') as n, repeat('x', 3000000) as text from generate_series(1, 40);
    create function flood() returns setof text language sql volatile as $$ select repeat('x', 3000000) from generate_series(1, 40) $$;
    grant select on heavy, shelves to anon, authenticated, service_role;
    grant update on heavy to authenticated;
    notify pgrst`);
  await vi.waitUntil(async () => (await rest.anyone.from("shelves").select()).status === 200, { timeout: 200_000 });
});
afterAll(() => rest.stop());

const as = (token: string, prefer = "") => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  ...(prefer && { prefer }),
});
const TOO_LARGE = { code: "PGRSTL01", message: "The answer is larger than 16 MB", hint: expect.stringContaining("limit") };

describe("an answer has at most 16 MB", () => {
  test.each([
    ["rows", "GET", "/heavy", undefined],
    ["rows without nulls", "GET", "/heavy", "application/vnd.pgrst.array+json;nulls=stripped"],
    ["rows of which one was wanted", "GET", "/heavy", "application/vnd.pgrst.object+json"],
    ["an embedded list", "GET", "/shelves?select=id,heavy(text)", undefined],
    ["an embedded list in a single object", "GET", "/shelves?select=id,heavy(text)", "application/vnd.pgrst.object+json"],
    ["lists that are too large together", "GET", "/shelves?select=a:heavy(text),b:heavy(text)&a.limit=5&b.limit=5", undefined],
    ["what a function returns", "POST", "/rpc/flood", undefined],
  ])("%s", async (_what, method, path, accept) => {
    const sent = await rest.raw(path, {
      method,
      headers: { ...as(rest.ann.token), ...(accept && { accept }) },
      ...(method === "POST" && { body: "{}" }),
    });
    expect([sent.status, await sent.json()]).toMatchObject([413, TOO_LARGE]);
    expect((await rest.service.from("shelves").select()).status).toBe(200);
  });

  test("building it stops at the bound, not after it", async () => {
    const whole = { relation: { name: "watched", columns: new Map() }, conditions: [], order: [], offset: 0, limit: null };
    const statement = renderRead({ ...whole, outputs: [{ kind: "all" }] }, identifier("watched"), negotiate(undefined), {
      size: { rows: 1000, bytes: MAX_ANSWER_BYTES },
      head: false,
      count: null,
    });
    // As the owner: the counting view writes to a sequence, which a GET request may not.
    const { text, values } = compile(statement);
    await expect(rest.sql(text, values)).rejects.toMatchObject({ code: "54RST" });
    // Of 40 rows with 3 MB each, six are more than 16 MB.
    expect((await rest.sql("select last_value::int as n from read")).rows).toEqual([{ n: 6 }]);
  });

  test("the bytes of the JSON count, in which a control character takes six", async () => {
    await rest.sql("create table controls as select repeat(chr(1), 1000000) as text from generate_series(1, 3); notify pgrst");
    const read = () => rest.service.from("controls").select();
    await expect.poll(async () => (await read().limit(1)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 413, error: TOO_LARGE });
  });

  test("a write whose rows would be too large is undone", async () => {
    const sent = await rest.raw("/heavy?id=gt.0", {
      method: "PATCH",
      headers: as(rest.ann.token, "return=representation"),
      body: `{"shelf":null}`,
    });
    expect([sent.status, await sent.json()]).toMatchObject([413, TOO_LARGE]);
    expect((await rest.sql("select from heavy where shelf is null")).rowCount).toBe(0);
    const quiet = await rest.raw("/heavy?id=gt.0", { method: "PATCH", headers: as(rest.ann.token), body: `{"shelf":1}` });
    expect(quiet.status).toBe(204);
  });

  test("an answer below the bound is complete", async () => {
    const { data } = await rest.ann.client.from("heavy").select("text").order("id").limit(5);
    expect(data?.map(({ text }) => text.length)).toEqual(Array(5).fill(3_000_000));
  });
});

describe("bounds of one statement", () => {
  const refused = (path: string) => rest.raw(path).then(async (sent) => [sent.status, await sent.json()]);

  test("a column can be selected at most three times, under any alias", async () => {
    expect(await refused("/books?select=a:title,b:title,c:title")).toMatchObject([200, { length: 4 }]);
    for (const select of ["a:title,b:title,c:title,d:title", "*,*,*,title", "*,*,*,*", "title,a:title->0,b:title->1,c:title->2"])
      expect(await refused(`/books?select=${select}`)).toMatchObject([400, { code: "PGRSTL02" }]);
    expect(await refused("/authors?select=name,books!books_author_fkey(a:title,b:title,c:title,d:title)")).toMatchObject([
      400,
      { code: "PGRSTL02" },
    ]);
    const places = Array.from({ length: 20 }, (_, i) => `k${i}:data->k${i}`).join(",");
    expect(await refused(`/books?select=${places}`)).toMatchObject([200, { length: 4 }]);
    expect(await refused(`/books?select=${places},one:data->more`)).toMatchObject([400, { code: "PGRSTL02" }]);
  });

  test("a select has at most 100 items at each level, and 10 embedded resources in all", async () => {
    expect(await refused(`/books?select=${"id,".repeat(100)}title`)).toMatchObject([400, { code: "PGRST100" }]);
    const embeds = (n: number) => Array.from({ length: n }, (_, i) => `r${i}:reviews(stars)`).join(",");
    expect(await refused(`/books?select=id,${embeds(10)}`)).toMatchObject([200, { length: 4 }]);
    expect(await refused(`/books?select=id,${embeds(11)}`)).toMatchObject([400, { code: "PGRSTL02" }]);
    expect(await refused(`/covers?select=books(${embeds(9)})`)).toMatchObject([200, { length: 2 }]);
    expect(await refused(`/covers?select=books(${embeds(10)})`)).toMatchObject([400, { code: "PGRSTL02" }]);
  });

  test("a user can write at most as many rows at once as read", async () => {
    const rows = Array.from({ length: MAX_ROWS + 1 }, () => ({ body: "one of many" }));
    expect(await rest.ann.client.from("notes").insert(rows)).toMatchObject({ status: 413, error: { code: "PGRSTL02" } });
    expect(await rest.ann.client.from("notes").insert(rows.slice(1))).toMatchObject({ status: 201 });
  });
});

describe("a statement's time", () => {
  test("is a second for visitors, who get a timeout error", async () => {
    const holder = await rest.db.owner.connect();
    try {
      await holder.query("begin; lock table heavy in access exclusive mode");
      const sent = await rest.raw("/heavy");
      expect([sent.status, await sent.json()]).toMatchObject([500, { code: "57014" }]);
    } finally {
      await holder.query("rollback");
      holder.release();
    }
  });

  test("is longer for signed-in users, and longest for the service", async () => {
    await rest.sql(`create function timeout_setting() returns text language sql stable as $$ select current_setting('statement_timeout') $$;
      grant execute on function timeout_setting to anon, authenticated, service_role; notify pgrst`);
    await expect.poll(async () => (await rest.service.rpc("timeout_setting")).data).toBe("10s");
    expect((await rest.ann.client.rpc("timeout_setting")).data).toBe("5s");
    expect((await rest.anyone.rpc("timeout_setting")).data).toBe("1s");
  });
});

describe("connections", () => {
  const held: PoolClient[] = [];
  const hold = async (role: "anon" | "authenticated") => {
    const { pool } = rest.db.requests[role];
    for (let i = 0; i < (pool.options.max ?? 0); i++) held.push(await pool.connect());
  };
  const read = (token: string) => rest.raw("/books?select=id", { headers: as(token) });
  afterEach(() => held.splice(0).forEach((client) => client.release()));

  test("of visitors are separate from those of users and of the service", async () => {
    await hold("anon");
    expect((await read(rest.ann.token)).status).toBe(200);
    expect((await read(rest.keys.serviceRoleKey)).status).toBe(200);
    const refused = await read(rest.keys.anonKey);
    expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toMatchObject([
      503,
      "1",
      { code: "PGRST003" },
    ]);
  });

  test("of users are separate from those of the service", async () => {
    await hold("authenticated");
    expect((await read(rest.keys.serviceRoleKey)).status).toBe(200);
  });

  test("that are released go to waiting requests", async () => {
    await hold("anon");
    const waiting = read(rest.keys.anonKey);
    await vi.waitUntil(() => rest.db.requests.anon.pool.waitingCount > 0);
    held.splice(0).forEach((client) => client.release());
    expect((await waiting).status).toBe(200);
  });
});

describe("a condition that could be made slow", () => {
  const percents = (n: number) => `${"%a".repeat(n)}b`;
  test.each([
    ["a regular expression", "title=match.(a|bc)?", false, false],
    ["a regular expression without case", "title=imatch.a", false, false],
    ["one of several regular expressions", "title=match(any).{a,b}", false, false],
    ["one inside a tree", "or=(id.eq.1,and(title.not.match.a,id.eq.2))", false, false],
    ["one about an embedded resource", "select=id,reviews(stars)&reviews.stars=match.1", false, false],
    ["a text search", "title=wfts.cats", false, true],
    ["a pattern", "title=ilike.*cat*", true, true],
    ["a pattern with six wildcards", `title=like.${encodeURIComponent(percents(6))}`, false, true],
    ["a pattern with eleven wildcards", `title=like.${encodeURIComponent(percents(11))}`, false, false],
    ["a pattern of 101 characters", `title=like.${"x".repeat(101)}`, false, true],
    ["a pattern of 201 characters", `title=like.${"x".repeat(201)}`, false, false],
    ["a list of patterns with too many wildcards", `title=like(any).{${Array(6).fill("*a*").join(",")}}`, false, false],
    ["a text search of 201 characters", `title=wfts.${"x".repeat(201)}`, false, false],
    ["a long list to contain", `tags=cs.{${"x".repeat(1000)}}`, false, false],
    ["four patterns", "title=like.a&".repeat(4), false, true],
    ["eleven patterns", "title=like.a&".repeat(11), false, false],
    ["21 conditions", `or=(${Array(20).fill("id.eq.1").join(",")})&id=eq.2`, false, true],
    ["101 conditions", `or=(${Array(100).fill("id.eq.1").join(",")})&id=eq.2`, false, false],
    ["eleven places in order", `order=${Array(11).fill("id").join(",")}`, false, false],
  ])("%s", async (_what, query, forVisitors, forPeople) => {
    const path = `/books?${query}`;
    for (const [token, allowed] of [
      [rest.keys.anonKey, forVisitors],
      [rest.ann.token, forPeople],
      [rest.keys.serviceRoleKey, true],
    ] as const) {
      const sent = await rest.raw(path, { headers: as(token) });
      const body = await sent.json();
      if (allowed) expect(body.code).not.toBe("PGRSTL02");
      else expect([sent.status, body]).toMatchObject([400, { code: "PGRSTL02", hint: expect.any(String) }]);
    }
  });

  test("is refused for writes and calls too", async () => {
    const bad = [
      await rest.ann.client.from("notes").update({ n: 1 }).filter("body", "match", "a"),
      await rest.ann.client.from("notes").delete().filter("body", "match", "a"),
      await rest.anyone.rpc("books_of", { author: 1 }).filter("title", "match", "a"),
    ];
    for (const { error } of bad) expect(error).toMatchObject({ code: "PGRSTL02" });
  });
});
