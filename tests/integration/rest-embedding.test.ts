import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_ROWS, startRest, type Rest } from "./rest-fixture.ts";

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.stop());

test("a to-one relationship is embedded as an object, or null without a row", async () => {
  const { data } = await rest.anyone
    .from("books")
    .select("title, author:authors!books_author_fkey(name), editor:authors!editor_id(name)")
    .order("id");
  expect(data).toEqual([
    { title: "Cats and ropes", author: { name: "Ada" }, editor: { name: "Bo" } },
    { title: 'Dogs, or "not"', author: { name: "Ada" }, editor: null },
    { title: "Empty shelf", author: { name: "Bo" }, editor: { name: "Ada" } },
    { title: "Orphan", author: null, editor: null },
  ]);
});

test("the foreign key's column or its name can stand for the embedded table", async () => {
  const { data, error } = await rest.anyone.from("books").select("author_id(name), books_editor_fkey(name)").eq("id", 1);
  expect(error).toBeNull();
  expect(data).toEqual([{ author_id: { name: "Ada" }, books_editor_fkey: { name: "Bo" } }]);
});

test("many rows are embedded as an array with its own filter, order and limit", async () => {
  const { data, error } = await rest.anyone
    .from("books")
    .select("id, reviews(stars)")
    .gt("reviews.stars", 2)
    .order("stars", { referencedTable: "reviews", ascending: false })
    .limit(2, { referencedTable: "reviews" })
    .order("id");
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 1, reviews: [{ stars: 5 }, { stars: 4 }] },
    { id: 2, reviews: [] },
    { id: 3, reviews: [] },
    { id: 4, reviews: [] },
  ]);
});

test("a key that is unique makes the relationship one-to-one from both ends", async () => {
  expect((await rest.anyone.from("books").select("id, covers(color)").order("id").limit(1)).data).toEqual([
    { id: 1, covers: { color: "red" } },
  ]);
  expect((await rest.anyone.from("covers").select("color, books(title)").eq("book_id", 2)).data).toEqual([
    { color: "blue", books: { title: 'Dogs, or "not"' } },
  ]);
});

test("a self-reference is embedded by the table's name as a list and by the key's column as an object", async () => {
  const { data, error } = await rest.anyone.from("authors").select("name, mentor_id(name), pupils:authors(name)").order("id");
  expect(error).toBeNull();
  expect(data).toEqual([
    { name: "Ada", mentor_id: null, pupils: [{ name: "Bo" }, { name: "Cy" }] },
    { name: "Bo", mentor_id: { name: "Ada" }, pupils: [] },
    { name: "Cy", mentor_id: { name: "Ada" }, pupils: [] },
  ]);
});

test("an embedded list has the same maximum of rows as the answer", async () => {
  await rest.sql(
    "insert into books (title) values ('Long'); insert into reviews (book_id, stars) select (select max(id) from books), 1 from generate_series(1, 60)",
  );
  const { data } = await rest.anyone.from("books").select("reviews(stars)").eq("title", "Long").single();
  await rest.sql("delete from books where title = 'Long'");
  expect(data?.reviews).toHaveLength(MAX_ROWS);
});

test("an inner embed omits the rows that have none, also in the count", async () => {
  const { data, count } = await rest.anyone
    .from("books")
    .select("id, reviews!inner(stars)", { count: "exact" })
    .gte("reviews.stars", 4)
    .order("id");
  expect(data).toEqual([{ id: 1, reviews: [{ stars: 5 }, { stars: 4 }] }]);
  expect(count).toBe(1);
});

test("rows can be filtered by whether an embed exists, without selecting it", async () => {
  expect((await rest.anyone.from("books").select("id, covers()").is("covers", null).order("id")).data).toEqual([
    { id: 3 },
    { id: 4 },
  ]);
  expect((await rest.anyone.from("books").select("id, covers()").not("covers", "is", null).order("id")).data).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
  expect((await rest.anyone.from("books").select("id, covers()").or("covers.not.is.null,id.eq.4").order("id")).data).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 4 },
  ]);
  expect((await rest.anyone.from("books").select("id, covers()").eq("covers", 1)).error).toMatchObject({ code: "PGRST120" });
});

test("embeds have their own trees of conditions", async () => {
  const { data } = await rest.anyone
    .from("books")
    .select("id, reviews(stars)")
    .or("stars.eq.5,stars.eq.2", { referencedTable: "reviews" })
    .in("id", [1, 2])
    .order("id");
  expect(data).toEqual([
    { id: 1, reviews: [{ stars: 5 }] },
    { id: 2, reviews: [{ stars: 2 }] },
  ]);
});

test("rows are ordered by a column of what they embed", async () => {
  const { data, error } = await rest.anyone
    .from("books")
    .select("id, author:authors!author_id(name)")
    .order("author(name)", { ascending: false, nullsFirst: false })
    .order("id");
  expect(error).toBeNull();
  expect(data?.map((row) => row.id)).toEqual([3, 1, 2, 4]);
  expect((await rest.anyone.from("books").select("id, reviews(stars)").order("reviews(stars)")).error).toMatchObject({
    code: "PGRST118",
  });
});

test("an ambiguous embed is refused with the candidates, an unknown one with what was searched", async () => {
  const ambiguous = await rest.anyone.from("books").select("id, authors(name)");
  expect(ambiguous.status).toBe(300);
  expect(ambiguous.error).toMatchObject({
    code: "PGRST201",
    message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
    details: [
      {
        cardinality: "many-to-one",
        embedding: "books with authors",
        relationship: "books_author_fkey using books(author_id) and authors(id)",
      },
      {
        cardinality: "many-to-one",
        embedding: "books with authors",
        relationship: "books_editor_fkey using books(editor_id) and authors(id)",
      },
    ],
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
  });
  const none = await rest.anyone.from("covers").select("color, authors(name)");
  expect(none.status).toBe(400);
  expect(none.error).toMatchObject({
    code: "PGRST200",
    message: "Could not find a relationship between 'covers' and 'authors' in the schema cache",
    details:
      "Searched for a foreign key relationship between 'covers' and 'authors' in the schema 'public', but no matches were found.",
  });
});

test("the rows of an embed can be counted instead of listed", async () => {
  const { data, error } = await rest.anyone.from("books").select("id, reviews(count)").lt("id", 4).order("id");
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 1, reviews: [{ count: 3 }] },
    { id: 2, reviews: [{ count: 1 }] },
    { id: 3, reviews: [{ count: 0 }] },
  ]);
  const filtered = await rest.anyone
    .from("books")
    .select("id, many:reviews(stars:count())")
    .gte("many.stars", 4)
    .eq("id", 1)
    .single();
  expect(filtered.data).toEqual({ id: 1, many: [{ stars: 2 }] });
  expect((await rest.anyone.from("books").select("count()")).data).toEqual([{ count: 4 }]);
  expect((await rest.anyone.from("books").select("n:count").eq("genre", "novel").single()).data).toEqual({ n: 2 });
});

test("a column that is called count is a column", async () => {
  await rest.sql("create table tallies (id int, count int); insert into tallies values (1, 7); grant select on tallies to anon");
  await expect.poll(async () => (await rest.anyone.from("tallies").select("count")).data).toEqual([{ count: 7 }]);
  expect((await rest.anyone.from("tallies").select("count()")).data).toEqual([{ count: 1 }]);
});

test("embeds can be nested, with their own filters, order and limits", async () => {
  const { data, error } = await rest.anyone
    .from("authors")
    .select("name, books!books_author_fkey(title, reviews(stars), covers(color))")
    .eq("books.genre", "novel")
    .gte("books.reviews.stars", 4)
    .order("stars", { referencedTable: "books.reviews" })
    .eq("id", 1)
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({
    name: "Ada",
    books: [{ title: "Cats and ropes", reviews: [{ stars: 4 }, { stars: 5 }], covers: { color: "red" } }],
  });
  const counted = await rest.anyone
    .from("reviews")
    .select("id, books!inner(title, authors!books_author_fkey!inner(name), reviews(count))")
    .eq("books.authors.name", "Ada")
    .lt("id", 3);
  expect(counted.data).toEqual(
    [1, 2].map((id) => ({ id, books: { title: "Cats and ropes", authors: { name: "Ada" }, reviews: [{ count: 3 }] } })),
  );
  expect(
    (await rest.anyone.from("reviews").select("books!inner(authors!books_author_fkey!inner())").eq("books.authors.name", "Bo"))
      .data,
  ).toEqual([]);
  const shown = await rest.ann.client
    .from("reviews")
    .insert({ book_id: 4, stars: 1 })
    .select("stars, books(title, covers(color))")
    .rollback()
    .single();
  expect(shown.data).toEqual({ stars: 1, books: { title: "Orphan", covers: null } });
});

test("a many-to-many embed is refused as unsupported, not as unrelated", async () => {
  await rest.sql(`create table shelves (id int primary key);
    create table placed (shelf_id int references shelves, book_id int references books, primary key (shelf_id, book_id));
    insert into shelves values (1); insert into placed values (1, 1); grant select on shelves, placed to anon; notify pgrst`);
  await expect.poll(async () => (await rest.anyone.from("placed").select()).status).toBe(200);
  expect((await rest.anyone.from("shelves").select("id, books(title)")).error).toMatchObject({
    code: "PGRST127",
    details: "Embedding 'books' in 'shelves' through the table that joins them is not supported.",
    hint: "Embed the table that joins them, and 'books' in it.",
  });
  const { data } = await rest.anyone.from("shelves").select("id, placed(books(title))");
  expect(data).toEqual([{ id: 1, placed: [{ books: { title: "Cats and ropes" } }] }]);
});
