import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_ROWS, startRest, type Rest } from "./rest-fixture.ts";

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.stop());

/** The titles that a query returns, in order; its error if it fails. */
async function titles(query: PromiseLike<{ data: { title: string }[] | null; error: unknown }>): Promise<unknown> {
  const { data, error } = await query;
  return error ?? data?.map((row) => row.title);
}
const books = () => rest.anyone.from("books").select("title");

test("a request without parameters returns all rows with all columns", async () => {
  const { data, error, status } = await rest.anyone.from("authors").select();
  expect(error).toBeNull();
  expect(status).toBe(200);
  expect(data).toEqual([
    { id: 1, name: "Ada", born: "1815-12-10", mentor_id: null },
    { id: 2, name: "Bo", born: "1900-01-02", mentor_id: 1 },
    { id: 3, name: "Cy", born: null, mentor_id: 1 },
  ]);
});

test("columns can be chosen, renamed, cast and taken out of JSON", async () => {
  const { data, error } = await rest.anyone
    .from("books")
    .select("no:id, title, price::text, data->size->>h, first:data->list->0, data->list->1, sold::text")
    .eq("id", 1);
  expect(error).toBeNull();
  expect(data).toEqual([{ no: 1, title: "Cats and ropes", price: "9.50", h: "3", first: 1, list: 2, sold: "9007199254740993" }]);
});

test("aliases can be any names, even those that the generated SQL uses", async () => {
  const { data, error } = await rest.anyone
    .from("books")
    .select("r:id, t:title, e:author_id(e:id, t:name), reviews(e:stars, r:id)")
    .eq("id", 2);
  expect(error).toBeNull();
  expect(data).toEqual([{ r: 2, t: 'Dogs, or "not"', e: { e: 1, t: "Ada" }, reviews: [{ e: 2, r: 4 }] }]);
  expect(await (await rest.raw("/books?select=&id=lt.3")).json()).toEqual([{}, {}]);
});

test.each([
  ["id, reviews(stars, books(title, covers(color)))", "PGRST127"],
  ["id, ...authors!author_id(name)", "PGRST127"],
  ["sold.sum()", "PGRST123"],
  ["id.count()", "PGRST123"],
  ["genre, count()", "PGRST127"],
  ["id, reviews(stars, count)", "PGRST127"],
  ["id,,title", "PGRST100"],
  ["id, nothing_like_it", "42703"],
  ["title::regclass", "42704"],
])("select=%s is refused with %s", async (select, code) => {
  const { error, status } = await rest.anyone.from("books").select(select);
  expect(error).toMatchObject({ code });
  expect(status).toBe(400);
});

test("every scalar filter selects the right rows", async () => {
  expect(await titles(books().eq("id", 1))).toEqual(["Cats and ropes"]);
  expect(await titles(books().neq("id", 1).order("id"))).toEqual(['Dogs, or "not"', "Empty shelf", "Orphan"]);
  expect(await titles(books().gt("price", 9.5))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().gte("price", 9.5).order("id"))).toEqual(["Cats and ropes", 'Dogs, or "not"']);
  expect(await titles(books().lt("price", 9.5))).toEqual(["Orphan"]);
  expect(await titles(books().lte("price", 9.5).order("id"))).toEqual(["Cats and ropes", "Orphan"]);
  expect(await titles(books().like("title", "Cats*"))).toEqual(["Cats and ropes"]);
  expect(await titles(books().like("title", "%shelf"))).toEqual(["Empty shelf"]);
  expect(await titles(books().ilike("title", "*OR*").order("id"))).toEqual(['Dogs, or "not"', "Orphan"]);
  expect(await titles(books().likeAnyOf("title", ["Cats*", "Orph*"]).order("id"))).toEqual(["Cats and ropes", "Orphan"]);
  expect(await titles(books().ilikeAllOf("title", ["*CATS*", "*ropes"]))).toEqual(["Cats and ropes"]);
  const all = rest.service.from("books");
  expect(await titles(all.select("title").regexMatch("title", "^[CE]").order("id"))).toEqual(["Cats and ropes", "Empty shelf"]);
  expect(await titles(all.select("title").regexIMatch("title", "^orphan$"))).toEqual(["Orphan"]);
  expect(await titles(books().in("title", ["Orphan", 'Dogs, or "not"', "Cats and ropes"]).order("id"))).toEqual([
    "Cats and ropes",
    "Orphan",
  ]);
  expect(await titles(books().in("id", []))).toEqual([]);
  expect(await titles(books().notIn("id", [1, 2, 3]))).toEqual(["Orphan"]);
  expect(await titles(books().is("genre", null))).toEqual(["Empty shelf"]);
  expect(await titles(books().not("genre", "is", null).eq("genre", "essay"))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().filter("genre", "is", "not_null").lt("id", 2))).toEqual(["Cats and ropes"]);
  expect(await titles(books().isDistinct("genre", "novel").order("id"))).toEqual(['Dogs, or "not"', "Empty shelf"]);
  expect(await titles(books().filter("id", "eq(any)", "{1,4}").order("id"))).toEqual(["Cats and ropes", "Orphan"]);
  expect(await titles(books().not("id", "lt", 4))).toEqual(["Orphan"]);
});

test("text search filters work on a tsvector and on plain text, with and without a language", async () => {
  const books = () => rest.ann.client.from("books").select("title");
  expect(await titles(books().textSearch("words", "cat & rope"))).toEqual(["Cats and ropes"]);
  expect(await titles(books().textSearch("words", "cats ropes", { type: "plain", config: "english" }))).toEqual([
    "Cats and ropes",
  ]);
  expect(await titles(books().textSearch("title", "empty shelf", { type: "phrase", config: "english" }))).toEqual([
    "Empty shelf",
  ]);
  expect(await titles(books().textSearch("title", '"empty shelf" or orphan', { type: "websearch" }).order("id"))).toEqual([
    "Empty shelf",
    "Orphan",
  ]);
  expect(await titles(books().textSearch("title", "x", { config: "klingon" }))).toMatchObject({ code: "42704" });
});

test("arrays, ranges and JSON are compared by their own operators", async () => {
  expect(await titles(books().contains("tags", ["b"]).order("id"))).toEqual(["Cats and ropes", 'Dogs, or "not"']);
  expect(await titles(books().containedBy("tags", ["b", "c"]).order("id"))).toEqual(['Dogs, or "not"', "Empty shelf", "Orphan"]);
  expect(await titles(books().overlaps("tags", ["a", "c"]).order("id"))).toEqual(["Cats and ropes", "Orphan"]);
  expect(await titles(books().contains("data", { size: { h: 5 } }))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().overlaps("pages", "[9,11)").order("id"))).toEqual(["Cats and ropes", 'Dogs, or "not"', "Orphan"]);
  expect(await titles(books().rangeLt("pages", "[10,20)"))).toEqual(["Cats and ropes"]);
  expect(await titles(books().rangeGt("pages", "[1,5)").order("id"))).toEqual(['Dogs, or "not"', "Orphan"]);
  expect(await titles(books().rangeGte("pages", "[5,6)").order("id"))).toEqual(['Dogs, or "not"', "Orphan"]);
  expect(await titles(books().rangeLte("pages", "[1,12)").order("id"))).toEqual(["Cats and ropes", "Orphan"]);
  expect(await titles(books().rangeAdjacent("pages", "[20,30)"))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().eq("data->>name", "second"))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().gt("data->size->h", 3))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().eq("tags->>0", "c"))).toEqual(["Orphan"]);
});

test("conditions can be nested with and, or and not", async () => {
  expect(await titles(books().or("id.eq.1,and(genre.eq.novel,price.lt.2)").order("id"))).toEqual(["Cats and ropes", "Orphan"]);
  expect(await titles(books().or('title.eq."Dogs, or \\"not\\"",id.in.(3,4)').order("id"))).toEqual([
    'Dogs, or "not"',
    "Empty shelf",
    "Orphan",
  ]);
  expect(await titles(books().or("genre.is.null, tags.cs.{a,b}").order("id"))).toEqual(["Cats and ropes", "Empty shelf"]);
  const negated = await rest.raw("/books?select=title&not.or=(id.eq.1,not.and(id.gt.1,id.lt.4))&order=id");
  expect(await negated.json()).toEqual([{ title: 'Dogs, or "not"' }, { title: "Empty shelf" }]);
});

test("rows are ordered by direction, position of nulls and JSON values", async () => {
  expect(await titles(books().order("price"))).toEqual(["Orphan", "Cats and ropes", 'Dogs, or "not"', "Empty shelf"]);
  expect(await titles(books().order("price", { ascending: false }))).toEqual([
    "Empty shelf",
    'Dogs, or "not"',
    "Cats and ropes",
    "Orphan",
  ]);
  expect(await titles(books().order("price", { ascending: false, nullsFirst: false }).limit(1))).toEqual(['Dogs, or "not"']);
  expect(await titles(books().order("genre", { nullsFirst: true }).order("data->size->h", { ascending: false }))).toEqual([
    "Empty shelf",
    "Orphan",
    "Cats and ropes",
    'Dogs, or "not"',
  ]);
});

test("pages, counts and Content-Range agree", async () => {
  const page = await rest.anyone.from("books").select("id", { count: "exact" }).order("id").range(1, 2);
  expect(page).toMatchObject({ status: 206, count: 4, data: [{ id: 2 }, { id: 3 }] });
  const all = await rest.raw("/books?select=id", { headers: { prefer: "count=exact" } });
  expect([all.status, all.headers.get("content-range"), all.headers.get("preference-applied")]).toEqual([
    200,
    "0-3/4",
    "count=exact",
  ]);
  const uncounted = await rest.raw("/books?select=id&limit=2");
  expect([uncounted.status, uncounted.headers.get("content-range")]).toEqual([200, "0-1/*"]);
  const byHeader = await rest.raw("/books?select=id&order=id", {
    headers: { range: "2-9", "range-unit": "items", prefer: "count=exact" },
  });
  expect([byHeader.status, byHeader.headers.get("content-range"), await byHeader.json()]).toEqual([
    206,
    "2-3/4",
    [{ id: 3 }, { id: 4 }],
  ]);
  const empty = await rest.raw("/books?id=eq.99", { headers: { prefer: "count=exact" } });
  expect([empty.status, empty.headers.get("content-range"), await empty.text()]).toEqual([200, "*/0", "[]"]);
  const beyond = await rest.anyone.from("books").select("id", { count: "exact" }).range(10, 20);
  expect(beyond).toMatchObject({
    status: 416,
    error: { code: "PGRST103", details: "An offset of 10 was requested, but there are only 4 rows." },
  });
  expect((await rest.raw("/books?limit=-1")).status).toBe(416);
  expect((await rest.raw("/books", { headers: { range: "5-2" } })).status).toBe(416);
  expect((await rest.raw("/books?offset=-1")).status).toBe(400);
});

test("planned and estimated counts are exact up to 10,000, and never the planner's estimate", async () => {
  await rest.sql(
    "create table many as select i as id from generate_series(1, 12000) i; grant select on many to anon; analyze many",
  );
  await rest.sql("notify pgrst, 'reload schema'");
  await expect.poll(async () => (await rest.anyone.from("many").select("id").limit(1)).status).toBe(200);
  const many = (count: "exact" | "planned" | "estimated") => rest.anyone.from("many").select("id", { count });
  for (const count of ["planned", "estimated"] as const) {
    expect(await many(count).limit(1)).toMatchObject({ status: 206, count: 10_000 });
    expect(await many(count).lte("id", 20)).toMatchObject({ status: 200, count: 20 });
    expect(await many(count).lte("id", 9999).limit(1)).toMatchObject({ count: 9999 });
    // Beyond the counted rows the count is at least the end of the page.
    expect(await many(count).order("id").range(11_000, 11_009)).toMatchObject({ status: 206, count: 11_010 });
    expect(await many(count).order("id").range(12_000, 12_009)).toMatchObject({ status: 206, data: [], count: 12_000 });
  }
  expect(await many("exact").limit(1)).toMatchObject({ count: 12_000 });
  expect((await rest.anyone.from("many").select("id")).data).toHaveLength(MAX_ROWS);
});

test("a planned count does not reveal other users' rows", async () => {
  await rest.sql(
    "insert into notes (owner, body) select gen_random_uuid(), 'hidden' from generate_series(1, 500); analyze notes",
  );
  for (const count of ["planned", "estimated"] as const) {
    const notes = rest.ann.client.from("notes").select("id", { count, head: true });
    expect(await notes.eq("body", "hidden")).toMatchObject({ status: 200, count: 0 });
  }
});

test("HEAD returns only the headers", async () => {
  const { data, count, status } = await rest.anyone
    .from("books")
    .select("*", { head: true, count: "exact" })
    .eq("genre", "novel");
  expect([data, count, status]).toEqual([null, 2, 200]);
  const raw = await rest.raw("/books?select=id", { method: "HEAD" });
  expect([raw.status, raw.headers.get("content-range"), await raw.text()]).toEqual([200, "0-3/*", ""]);
});

test("single requires exactly one row, maybeSingle at most one", async () => {
  expect(await rest.anyone.from("books").select("title").eq("id", 4).single()).toMatchObject({
    status: 200,
    data: { title: "Orphan" },
  });
  expect(await rest.anyone.from("books").select().eq("id", 99).single()).toMatchObject({
    status: 406,
    error: {
      code: "PGRST116",
      details: "The result contains 0 rows",
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    },
  });
  expect(await rest.anyone.from("books").select().single()).toMatchObject({
    status: 406,
    error: { details: "The result contains 4 rows" },
  });
  expect(await rest.anyone.from("books").select("id").eq("id", 99).maybeSingle()).toMatchObject({ data: null, error: null });
  expect(await rest.anyone.from("books").select("id").eq("id", 1).maybeSingle()).toMatchObject({ data: { id: 1 } });
});

test("nulls can be stripped, other media types are refused", async () => {
  expect((await rest.anyone.from("authors").select("name, born").eq("id", 3).stripNulls()).data).toEqual([{ name: "Cy" }]);
  expect((await rest.anyone.from("authors").select("name, born").eq("id", 3).stripNulls().single()).data).toEqual({ name: "Cy" });
  const json = await rest.raw("/authors?id=eq.3", { headers: { accept: "text/html, application/json;q=0.9, */*;q=0.8" } });
  expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await rest.anyone.from("authors").select().csv()).toMatchObject({ status: 406, error: { code: "PGRST107" } });
});

test("views are read like tables", async () => {
  expect((await rest.anyone.from("novels").select().order("id")).data).toEqual([
    { id: 1, title: "Cats and ropes" },
    { id: 4, title: "Orphan" },
  ]);
});

test("an unknown table is a 404 whose hint has only names that the caller may see", async () => {
  expect(await rest.anyone.from("bookz").select()).toMatchObject({
    status: 404,
    error: {
      code: "PGRST205",
      message: "Could not find the table 'public.bookz' in the schema cache",
      hint: "Perhaps you meant the table 'public.books'",
    },
  });
  expect((await rest.anyone.from("vaults").select()).error).toMatchObject({ code: "PGRST205", hint: null });
});

test("a table that is created after the schema cache was read is found", async () => {
  await rest.anyone.from("books").select("id").limit(1);
  await rest.sql("create table newcomers (id int); grant select on newcomers to anon; notify pgrst, 'reload schema'");
  await expect.poll(async () => (await rest.anyone.from("newcomers").select()).data).toEqual([]);
});

test("a request that comes again and again follows changes of its table, its policies and its rows", async () => {
  await rest.sql(`create table plans (id int, kind text); insert into plans values (1, 'a'), (2, 'b');
    alter table plans enable row level security; create policy seen on plans using (kind = 'a');
    grant select on plans to anon; notify pgrst, 'reload schema'`);
  const read = async (): Promise<unknown> => (await rest.anyone.from("plans").select("*").order("id")).data;
  await expect.poll(read).toEqual([{ id: 1, kind: "a" }]);
  // More often than a connection of each visitor's needs to keep a plan.
  for (let i = 0; i < 40; i++) expect(await read()).toEqual([{ id: 1, kind: "a" }]);
  await rest.sql(
    "drop policy seen on plans; create policy seen on plans using (true); alter table plans add added int default 3",
  );
  expect(await read()).toEqual([
    { id: 1, kind: "a", added: 3 },
    { id: 2, kind: "b", added: 3 },
  ]);
});
