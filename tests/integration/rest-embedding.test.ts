import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_ROWS, startRest, type Rest } from "./rest-server.ts";

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.stop());

test("a to-one row is embedded as an object, absent ones as null", async () => {
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

test("a table is embedded in itself by its name downwards and by the key's column upwards", async () => {
  const { data, error } = await rest.anyone.from("authors").select("name, mentor_id(name), pupils:authors(name)").order("id");
  expect(error).toBeNull();
  expect(data).toEqual([
    { name: "Ada", mentor_id: null, pupils: [{ name: "Bo" }, { name: "Cy" }] },
    { name: "Bo", mentor_id: { name: "Ada" }, pupils: [] },
    { name: "Cy", mentor_id: { name: "Ada" }, pupils: [] },
  ]);
});

test("an embedded list is capped like the answer itself", async () => {
  await rest.sql(
    "insert into books (title) values ('Long'); insert into reviews (book_id, stars) select (select max(id) from books), 1 from generate_series(1, 60)",
  );
  const { data } = await rest.anyone.from("books").select("reviews(stars)").eq("title", "Long").single();
  await rest.sql("delete from books where title = 'Long'");
  expect(data?.reviews).toHaveLength(MAX_ROWS);
});

test("an inner embed leaves out the rows that have none, and the count knows it", async () => {
  const { data, count } = await rest.anyone
    .from("books")
    .select("id, reviews!inner(stars)", { count: "exact" })
    .gte("reviews.stars", 4)
    .order("id");
  expect(data).toEqual([{ id: 1, reviews: [{ stars: 5 }, { stars: 4 }] }]);
  expect(count).toBe(1);
});

test("rows can be chosen by whether an embed is there, without showing it", async () => {
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

test("embeds and conditions have trees of their own", async () => {
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

test("an ambiguous embed is refused with the choices, one that does not exist with what was searched", async () => {
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
