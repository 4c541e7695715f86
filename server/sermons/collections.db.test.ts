import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "@lampstand/database";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";

// Sermons that are kept together under a name (docs/product.md#collections).

let database: TestDatabase;
let ruth: string;
let naomi: string;

beforeAll(async () => {
  database = await createDatabase();
  [ruth, naomi] = [await createSubscriber(database.db.owner), await createSubscriber(database.db.owner)];
});
afterAll(() => database.drop());

async function query<Row extends object>(text: string, values: unknown[] = [], sub = ruth): Promise<Row[]> {
  return asUser(database.db, { claims: { role: "authenticated", sub } }, async (tx) => (await tx.query<Row>(text, values)).rows);
}
const one = async (text: string, values: unknown[], sub?: string): Promise<string> =>
  (await query<{ id: string }>(`${text} returning id`, values, sub))[0]?.id ?? "";
const addSermon = (title: string, sub?: string): Promise<string> =>
  one("insert into public.sermons (title, content) values ($1, '# Written')", [title], sub);
const collect = (name: string, sub?: string): Promise<string> =>
  one("insert into public.collections (name) values ($1)", [name], sub);
const put = (collection: string, sermons: string[], sub?: string): Promise<unknown> =>
  query(
    `insert into public.collection_sermons (collection_id, sermon_id) select $1, id from unnest($2::uuid[]) id on conflict do nothing`,
    [collection, sermons],
    sub,
  );
const titlesIn = async (collection: string, more = "", sub?: string): Promise<string[]> =>
  (
    await query<{ title: string }>(`select title from public.search_sermons('', p_collection => $1 ${more})`, [collection], sub)
  ).map(({ title }) => title);
const list = (ids: string[] = [], sub?: string): Promise<unknown[]> =>
  query("select name, sermons, chosen from public.list_collections($1)", [ids], sub);

test("a collection shows its sermons as they were added, page by page, or by date, and has each of them once", async () => {
  const [first, second, third] = [await addSermon("first"), await addSermon("second"), await addSermon("third")];
  const lent = await collect("Lent");
  await put(lent, [third, first]);
  await put(lent, [first, second]);
  expect(await titlesIn(lent)).toEqual(["third", "first", "second"]);
  expect(await titlesIn(lent, ", p_sort => 'newest'")).toEqual(["third", "second", "first"]);
  expect(await titlesIn(lent, ", p_sort => 'oldest'")).toEqual(["first", "second", "third"]);
  const [page] = await query<{ after: object }>(
    `select jsonb_build_object('rank', rank, 'place', place, 'id', id, 'ranked_from', ranked_from) as after
     from public.search_sermons('', p_collection => $1, p_limit => 1)`,
    [lent],
  );
  expect(await titlesIn(lent, `, p_after => '${JSON.stringify(page?.after)}'`)).toEqual(["first", "second"]);
});

test("a sermon in the trash is not in its collections, and comes back to its place", async () => {
  const [kept, deleted] = [await addSermon("kept"), await addSermon("deleted")];
  const advent = await collect("Advent");
  await put(advent, [deleted, kept]);
  await query("select public.trash_sermons($1)", [[deleted]]);
  expect(await titlesIn(advent)).toEqual(["kept"]);
  expect(await list([kept, deleted])).toContainEqual({ name: "Advent", sermons: 1, chosen: 1 });
  await expect(put(advent, [deleted])).rejects.toMatchObject({ code: "42501" });
  await query("select public.restore_sermons($1)", [[deleted]]);
  expect(await titlesIn(advent)).toEqual(["deleted", "kept"]);
  await query("delete from public.sermons where id = $1", [deleted]);
  expect(await titlesIn(advent)).toEqual(["kept"]);
});

test("a collection that is deleted leaves its sermons where they are", async () => {
  const sermon = await addSermon("stays");
  const gone = await collect("Gone");
  await put(gone, [sermon]);
  await query("delete from public.collections where id = $1", [gone]);
  expect(await query("select title from public.sermons where id = $1", [sermon])).toEqual([{ title: "stays" }]);
});

test("names are one for each collection of a person's, whatever their case, and up to 60 characters", async () => {
  const mine = await collect("Evening");
  await collect("Evening", naomi);
  await expect(collect("EVENING")).rejects.toMatchObject({ code: "23505" });
  await query("update public.collections set name = 'evening' where id = $1", [mine]);
  for (const name of ["", " Evening", "x".repeat(61), "two\nlines"])
    await expect(collect(name), name).rejects.toMatchObject({ code: "23514" });
});

test("nobody reaches another's collection, nor puts another's sermon into their own", async () => {
  const [mine, theirs] = [await addSermon("mine"), await addSermon("theirs", naomi)];
  const [box, other] = [await collect("Mine alone"), await collect("Theirs alone", naomi)];
  await put(other, [theirs], naomi);
  expect(await titlesIn(other)).toEqual([]);
  expect(JSON.stringify(await list([theirs]))).not.toContain("Theirs");
  await expect(put(box, [theirs])).rejects.toMatchObject({ code: "42501" });
  // The key of a collection names its owner.
  await expect(put(other, [mine])).rejects.toMatchObject({ code: "23503" });
  expect(await query("delete from public.collections where id = $1 returning id", [other])).toEqual([]);
  expect(await titlesIn(other, "", naomi)).toEqual(["theirs"]);
});

test("a person has a hundred collections at most", async () => {
  const person = await createSubscriber(database.db.owner);
  await query("insert into public.collections (name) select 'No. ' || n from generate_series(1, 100) n", [], person);
  await expect(collect("one more", person)).rejects.toMatchObject({ code: "PGRST", message: expect.stringContaining("100") });
  await query("delete from public.collections where name = 'No. 7'", [], person);
  await collect("one more", person);
});

const move = async (collection: string, sermon: string, earlier: boolean, sub?: string): Promise<unknown> =>
  (
    await query<{ moved: boolean }>("select public.move_in_collection($1, $2, $3) as moved", [collection, sermon, earlier], sub)
  )[0]?.moved;

test("a sermon changes places with the one before or after it, past one in the trash, and no further than the ends", async () => {
  const [first, second, third] = [await addSermon("one"), await addSermon("two"), await addSermon("three")];
  const lent = await collect("By hand");
  await put(lent, [first, second, third]);
  expect(await move(lent, third, true)).toBe(true);
  expect(await titlesIn(lent)).toEqual(["one", "three", "two"]);
  expect([await move(lent, first, true), await move(lent, second, false)]).toEqual([false, false]);
  await query("select public.trash_sermons($1)", [[third]]);
  expect(await move(lent, first, false)).toBe(true);
  expect(await titlesIn(lent)).toEqual(["two", "one"]);
  await query("select public.restore_sermons($1)", [[third]]);
  expect(await titlesIn(lent)).toEqual(["two", "three", "one"]);
  const later = await addSermon("later");
  await put(lent, [later]);
  expect((await titlesIn(lent)).at(-1)).toBe("later");
});

test("nobody moves a sermon in a collection of somebody else", async () => {
  const [first, second] = [await addSermon("mine"), await addSermon("mine too")];
  const own = await collect("Not hers");
  await put(own, [first, second]);
  expect(await move(own, second, true, naomi)).toBe(false);
  expect(await titlesIn(own)).toEqual(["mine", "mine too"]);
});
