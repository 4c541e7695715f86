import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest, type Client, type Rest } from "./rest-fixture.ts";

let rest: Rest;
let ann: Client;
beforeAll(async () => {
  rest = await startRest();
  ann = rest.ann.client;
});
afterAll(() => rest.stop());

const noteCount = async (where = "true"): Promise<number> =>
  Number((await rest.sql(`select count(*) as n from notes where ${where}`)).rows[0].n);
const jsonOf = (token: string, prefer = "") => ({ authorization: `Bearer ${token}`, "content-type": "application/json", prefer });

test("an insert returns rows only on request, with the defaults filled in", async () => {
  const plain = await rest.raw("/notes", { method: "POST", headers: jsonOf(rest.ann.token), body: `{"body":"plain"}` });
  expect([plain.status, plain.headers.get("content-range"), await plain.text()]).toEqual([201, "*/*", ""]);
  const { data, status } = await ann.from("notes").insert({ body: "shown" }).select("owner, body, mood").single();
  expect([status, data]).toEqual([201, { owner: rest.ann.id, body: "shown", mood: "calm" }]);
});

test("a user who may insert but not read can insert without returning the rows", async () => {
  expect(await rest.anyone.from("drops").insert({ body: "anonymous" })).toMatchObject({ status: 201, error: null });
  expect(await rest.anyone.from("drops").insert({ body: "anonymous" }).select()).toMatchObject({
    status: 401,
    error: { code: "42501" },
  });
  expect((await rest.sql("select body from drops")).rows).toEqual([{ body: "anonymous" }]);
});

test("many rows are inserted at once; a missing key is null, or the default with missing=default", async () => {
  const rows = [{ body: "m1", n: 1, mood: "glad" }, { body: "m2" }];
  expect((await ann.from("notes").insert(rows).select("body, n, mood").order("body")).data).toEqual([
    { body: "m1", n: 1, mood: "glad" },
    { body: "m2", n: null, mood: null },
  ]);
  expect((await ann.from("notes").insert(rows, { defaultToNull: false }).select("body, n, mood").order("body")).data).toEqual([
    { body: "m1", n: 1, mood: "glad" },
    { body: "m2", n: null, mood: "calm" },
  ]);
});

test("an explicit null is not replaced by the default", async () => {
  const { data } = await ann
    .from("notes")
    .insert([{ body: "d", mood: null }], { defaultToNull: false })
    .select("mood");
  expect(data).toEqual([{ mood: null }]);
});

test("numbers, texts, arrays and JSON arrive as they were sent", async () => {
  const body = `{"title":"Exact","sold":9007199254740993,"price":"19.90","tags":["a,b","c\\"d"],"data":{"x":1.10,"y":"\\u00e9😀"},"pages":"[2,4)"}`;
  const sent = await rest.raw("/books?select=sold::text,price,tags,data,pages", {
    method: "POST",
    headers: jsonOf(rest.ann.token, "return=representation"),
    body,
  });
  expect(sent.status).toBe(201);
  expect(await sent.json()).toEqual([
    { sold: "9007199254740993", price: 19.9, tags: ["a,b", 'c"d'], data: { x: 1.1, y: "é😀" }, pages: "[2,4)" },
  ]);
  await rest.sql("delete from books where title = 'Exact'");
});

test("an inserted row is returned with its embeds", async () => {
  const { data, error } = await ann
    .from("reviews")
    .insert({ book_id: 4, stars: 5 })
    .select("stars, books(title, author_id)")
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({ stars: 5, books: { title: "Orphan", author_id: null } });
  await rest.sql("delete from reviews where book_id = 4");
});

test("an empty object inserts a row of defaults, an empty array none", async () => {
  await rest.sql(
    "create table ticks (id int generated always as identity primary key, at timestamptz default now()); grant select, insert on ticks to anon; notify pgrst",
  );
  await expect.poll(async () => (await rest.anyone.from("ticks").select()).status).toBe(200);
  expect(await rest.anyone.from("ticks").insert({}).select("id")).toMatchObject({ status: 201, data: [{ id: 1 }] });
  expect(await rest.anyone.from("ticks").insert([{}, {}]).select("id")).toMatchObject({
    status: 201,
    data: [{ id: 2 }, { id: 3 }],
  });
  expect(await rest.anyone.from("ticks").insert([]).select("id")).toMatchObject({ status: 201, data: [] });
});

test("columns= selects the keys of the body that are used", async () => {
  const sent = await rest.raw('/notes?columns="body",n&select=body,n,mood', {
    method: "POST",
    headers: jsonOf(rest.ann.token, "return=representation"),
    body: `[{"body":"c1","n":1,"mood":"ignored","junk":1},{"n":2,"body":"c2"}]`,
  });
  expect(await sent.json()).toEqual([
    { body: "c1", n: 1, mood: "calm" },
    { body: "c2", n: 2, mood: "calm" },
  ]);
});

test("return=headers-only returns the new row's location", async () => {
  const sent = await rest.raw("/books", {
    method: "POST",
    headers: jsonOf(rest.ann.token, "return=headers-only"),
    body: `{"title":"Located"}`,
  });
  const { id } = (await rest.sql("delete from books where title = 'Located' returning id")).rows[0];
  expect([sent.status, sent.headers.get("location"), await sent.text()]).toEqual([201, `/books?id=eq.${id}`, ""]);
});

test("an update changes the rows that its filters select", async () => {
  await ann.from("notes").insert([{ body: "u1" }, { body: "u2" }, { body: "u3" }]);
  expect(await ann.from("notes").update({ n: 5 }).in("body", ["u1", "u2"])).toMatchObject({
    status: 204,
    data: null,
    error: null,
  });
  const { data, status, count } = await ann
    .from("notes")
    .update({ n: 6, mood: "new" }, { count: "exact" })
    .eq("n", 5)
    .select("body, n")
    .order("body", { ascending: false });
  expect([status, count, data]).toEqual([
    200,
    2,
    [
      { body: "u2", n: 6 },
      { body: "u1", n: 6 },
    ],
  ]);
  expect(await ann.from("notes").update({ n: 1 }).eq("body", "nobody").select()).toMatchObject({ status: 200, data: [] });
  expect(await ann.from("notes").update({}).eq("body", "u3").select()).toMatchObject({ status: 200, data: [] });
  expect(
    await ann.from("notes").update({ n: 9 }).or("body.eq.u3,body.eq.u1").not("body", "eq", "u1").select("body"),
  ).toMatchObject({ data: [{ body: "u3" }] });
});

test("a delete removes the rows that its filters select, and can return them", async () => {
  await ann.from("notes").insert([{ body: "x1" }, { body: "x2" }]);
  expect(await ann.from("notes").delete().eq("body", "x1").select("body").single()).toMatchObject({
    status: 200,
    data: { body: "x1" },
  });
  expect(await ann.from("notes").delete({ count: "exact" }).eq("body", "x2")).toMatchObject({
    status: 204,
    data: null,
    count: 1,
  });
  expect(await noteCount("body like 'x%'")).toBe(0);
});

test("upsert merges or ignores duplicates, by the primary key or the columns of on_conflict", async () => {
  const covers = () => ann.from("covers");
  expect(await covers().upsert({ book_id: 3, color: "green" })).toMatchObject({ status: 201 });
  expect(await covers().upsert({ book_id: 3, color: "grey" })).toMatchObject({ status: 200 });
  expect(
    await covers()
      .upsert([
        { book_id: 3, color: "pink" },
        { book_id: 4, color: "white" },
      ])
      .select()
      .order("book_id"),
  ).toMatchObject({
    status: 201,
    data: [
      { book_id: 3, color: "pink" },
      { book_id: 4, color: "white" },
    ],
  });
  expect(await covers().upsert({ book_id: 4, color: "black" }, { ignoreDuplicates: true }).select()).toMatchObject({
    status: 201,
    data: [],
  });
  expect((await covers().select("color").eq("book_id", 4).single()).data).toEqual({ color: "white" });
  await rest.sql("delete from covers where book_id > 2");

  const byTitle = await ann
    .from("books")
    .upsert({ title: "Orphan", price: 2 }, { onConflict: "title" })
    .select("id, price")
    .single();
  expect(byTitle).toMatchObject({ status: 200, data: { id: 4, price: 2 } });
  expect((await ann.from("books").upsert({ title: "Orphan" }, { onConflict: "price" })).error).toMatchObject({ code: "42P10" });
  expect((await ann.from("books").upsert({ title: "Orphan" }, { onConflict: "nothing" })).error).toMatchObject({ code: "42703" });
});

test("a write of more than one row is rolled back with single", async () => {
  await ann.from("notes").insert([{ body: "s1" }, { body: "s2" }]);
  expect(await ann.from("notes").update({ mood: "changed" }).like("body", "s_").select().single()).toMatchObject({
    status: 406,
    error: { code: "PGRST116", details: "The result contains 2 rows" },
  });
  expect(await noteCount("mood = 'changed'")).toBe(0);
  expect(
    (
      await ann
        .from("notes")
        .insert([{ body: "t1" }, { body: "t2" }])
        .select()
        .single()
    ).error,
  ).toMatchObject({ code: "PGRST116" });
  expect(await noteCount("body like 't_'")).toBe(0);
});

test("a write of more rows than max-affected is rolled back", async () => {
  await ann.from("notes").insert([{ body: "a1" }, { body: "a2" }, { body: "a3" }]);
  expect(
    await ann.from("notes").delete().like("body", "a_").setHeader("Prefer", "handling=strict, max-affected=2"),
  ).toMatchObject({ status: 400, error: { code: "PGRST124", details: "The query affects 3 rows" } });
  expect(await noteCount("body like 'a_'")).toBe(3);
  expect(
    await ann.from("notes").delete().like("body", "a_").setHeader("Prefer", "handling=strict, max-affected=3"),
  ).toMatchObject({ status: 204 });
});

test("constraint violations answer with Postgres' code and the right status", async () => {
  expect(await ann.from("books").insert({ title: "Orphan" })).toMatchObject({
    status: 409,
    error: { code: "23505", details: "Key (title)=(Orphan) already exists." },
  });
  expect(await ann.from("books").insert({ title: "New", author_id: 99 })).toMatchObject({
    status: 409,
    error: { code: "23503" },
  });
  expect(await ann.from("reviews").insert({ book_id: 1, stars: 6 })).toMatchObject({ status: 400, error: { code: "23514" } });
  expect(await ann.from("notes").insert({ n: 1 })).toMatchObject({ status: 400, error: { code: "23502" } });
  expect(await ann.from("notes").insert({ body: "b", n: "many" })).toMatchObject({ status: 400, error: { code: "22P02" } });
});

const BODIES: [body: string, code: string, message: string | null][] = [
  ["", "PGRST102", "Empty or invalid json"],
  ["{", "PGRST102", "Empty or invalid json"],
  ["7", "PGRST102", "The json must be an object or an array of objects"],
  ["[1]", "PGRST102", "The json must be an object or an array of objects"],
  [`[{"body":"1"},{"n":2}]`, "PGRST102", "All object keys must match"],
  [`{"body":"1","junk":2}`, "PGRST204", "Could not find the 'junk' column of 'notes' in the schema cache"],
  [`{"body":"\\u0000"}`, "22P05", null],
  [`{"body":"\\ud800"}`, "22P02", null],
  [`{"body":${"[".repeat(5000)}${"]".repeat(5000)}}`, "PGRST102", null],
];
test.each(BODIES.map(([body, code, message]) => ({ name: body.slice(0, 40), body, code, message })))(
  "the body $name is refused",
  async ({ body, code, message }) => {
    const sent = await rest.raw("/notes", { method: "POST", headers: jsonOf(rest.ann.token), body });
    expect(sent.status).toBe(400);
    expect(await sent.json()).toMatchObject({ code, ...(message && { message }) });
  },
);

test("bodies of other types, in invalid UTF-8, or too large are refused", async () => {
  const csv = await rest.raw("/notes", {
    method: "POST",
    headers: { ...jsonOf(rest.ann.token), "content-type": "text/csv" },
    body: "body\n1",
  });
  expect([csv.status, await csv.json()]).toMatchObject([
    400,
    { code: "PGRST102", message: "Content-Type not acceptable: text/csv" },
  ]);
  const broken = await rest.raw("/notes", {
    method: "POST",
    headers: jsonOf(rest.ann.token),
    body: new Uint8Array([0x7b, 0xff, 0x7d]),
  });
  expect([broken.status, await broken.json()]).toMatchObject([400, { code: "PGRST102" }]);
  const large = await rest.raw("/notes", {
    method: "POST",
    headers: jsonOf(rest.ann.token),
    body: JSON.stringify({ body: "x".repeat(1024 * 1024) }),
  });
  expect([large.status, await large.json()]).toMatchObject([413, { code: "PGRST102" }]);
  const nearly = await rest.raw("/notes", {
    method: "POST",
    headers: jsonOf(rest.ann.token),
    body: JSON.stringify({ body: "x".repeat(1000 * 1000) }),
  });
  expect(nearly.status).toBe(201);
});

const send = (prefer: string) =>
  rest.raw("/notes?select=body", { method: "POST", headers: jsonOf(rest.ann.token, prefer), body: `{"body":"p"}` });

test("preferences are echoed, and unknown ones refused when handling is strict", async () => {
  const echoed = await send("return=representation, count=exact,handling=strict, tx=commit");
  expect([echoed.status, echoed.headers.get("preference-applied"), echoed.headers.get("content-range")]).toEqual([
    201,
    "return=representation, count=exact, handling=strict, tx=commit",
    "*/1",
  ]);
  const strict = await send("handling=strict, anything=else");
  expect([strict.status, await strict.json()]).toMatchObject([
    400,
    { code: "PGRST122", details: "Invalid preferences: anything=else" },
  ]);
  expect((await send("anything=else")).status).toBe(201);
});

test("tx=rollback returns what a write would have done, and rolls it back", async () => {
  const before = await noteCount(`owner = '${rest.ann.id}'`);
  const sent = await send("return=representation, handling=strict, tx=rollback");
  expect([sent.status, sent.headers.get("preference-applied"), await sent.json()]).toEqual([
    201,
    "return=representation, handling=strict, tx=rollback",
    [{ body: "p" }],
  ]);
  expect(await ann.from("notes").insert({ body: "tried" }).rollback()).toMatchObject({ status: 201, error: null });
  expect((await ann.from("notes").update({ body: "tried" }).eq("body", "p").select("body").rollback()).data).not.toEqual([]);
  expect(await ann.from("notes").delete({ count: "exact" }).not("id", "is", null).rollback()).toMatchObject({ count: before });
  expect(await ann.rpc("write_note", { body: "tried" }).rollback()).toMatchObject({ status: 204, error: null });
  expect(await noteCount(`owner = '${rest.ann.id}'`)).toBe(before);
  expect(await noteCount("body = 'tried'")).toBe(0);
});

test("tx=rollback reports violations of deferred constraints", async () => {
  await rest.sql(`create table pledges (id int primary key, book_id int references books deferrable initially deferred);
    grant insert, select on pledges to authenticated; notify pgrst`);
  await expect.poll(async () => (await ann.from("pledges").select()).status).toBe(200);
  const pledges = () => ann.from("pledges").insert({ id: 1, book_id: 999_999 });
  expect(await pledges().rollback()).toMatchObject({ status: 409, error: { code: "23503" } });
  expect(await pledges()).toMatchObject({ status: 409, error: { code: "23503" } });
});
