import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// Collections, by the calls of the client: nobody else sees or changes them, and nothing of somebody else's comes in.

let app: TestApp;
let ruth: Person;
let naomi: Person;

beforeAll(async () => {
  app = await startApp();
  [ruth, naomi] = await Promise.all([signUpPerson(app, "ruth@example.com"), signUpPerson(app, "naomi@example.com")]);
});
afterAll(() => app.close());

async function insert({ client }: Person, table: string, row: object): Promise<string> {
  const { data, error } = await client.from(table).insert(row).select("id").single();
  expect(error).toBeNull();
  return data?.id;
}
const sermon = (person: Person, title: string): Promise<string> => insert(person, "sermons", { title, content: `# ${title}` });
const add = ({ client }: Person, collection_id: string, ids: string[]) =>
  client.from("collection_sermons").upsert(
    ids.map((sermon_id) => ({ collection_id, sermon_id })),
    { onConflict: "collection_id,sermon_id", ignoreDuplicates: true },
  );
const sermonsOf = async ({ client }: Person, id: string): Promise<unknown> =>
  (
    await client
      .from("collection_sermons")
      .select("sermon_id")
      .eq("collection_id", id)
      .order("added_at")
      .order("sermon_id")
      .range(0, 499)
  ).data?.map(({ sermon_id }) => sermon_id);

test("sermons are added in order, each once, counted, taken out, and go with the account", async () => {
  const [first, second] = [await sermon(ruth, "first"), await sermon(ruth, "second")];
  const lent = await insert(ruth, "collections", { name: "Lent" });
  expect((await add(ruth, lent, [second, first])).error).toBeNull();
  expect((await add(ruth, lent, [first])).error).toBeNull();
  expect(await sermonsOf(ruth, lent)).toEqual([second, first]);
  const list = await ruth.client.rpc("list_collections", { p_ids: [first] });
  expect(list.data).toEqual([{ id: lent, name: "Lent", sermons: 2, chosen: 1 }]);
  const found = await ruth.client.rpc("search_sermons", { p_words: "", p_collection: lent, p_limit: 1 });
  expect(found.data).toMatchObject([{ id: second, rank: 0, place: expect.any(Number), ranked_from: null, excerpt: null }]);
  const { rank, place, ranked_from, id } = found.data[0];
  const next = await ruth.client.rpc("search_sermons", {
    p_words: "",
    p_collection: lent,
    p_after: { rank, place, ranked_from, id },
  });
  expect(next.data).toMatchObject([{ id: first }]);
  await ruth.client.from("collection_sermons").delete().eq("collection_id", lent).in("sermon_id", [second]);
  expect(await sermonsOf(ruth, lent)).toEqual([first]);
  expect((await ruth.client.from("collections").update({ name: "Easter" }).eq("id", lent)).error).toBeNull();
  expect((await ruth.client.from("collections").insert({ name: "easter" })).error?.code).toBe("23505");
});

test("nobody sees, changes or fills another's collection, nor keeps another's sermon", async () => {
  const [mine, theirs] = [await sermon(ruth, "mine"), await sermon(naomi, "theirs")];
  const [box, hers] = [await insert(ruth, "collections", { name: "Mine" }), await insert(naomi, "collections", { name: "Hers" })];
  expect((await naomi.client.from("collections").select("name")).data).toEqual([{ name: "Hers" }]);
  expect((await naomi.client.from("collections").update({ name: "Stolen" }).eq("id", box).select()).data).toEqual([]);
  expect((await naomi.client.from("collections").delete().eq("id", box).select()).data).toEqual([]);
  expect((await naomi.client.from("collections").insert({ user_id: ruth.id, name: "Planted" })).error?.code).toBe("42501");
  expect((await add(naomi, box, [theirs])).error?.code).toBe("23503");
  expect((await add(naomi, hers, [mine])).error?.code).toBe("42501");
  const planted = { collection_id: box, sermon_id: mine, user_id: ruth.id };
  expect((await naomi.client.from("collection_sermons").insert(planted)).error?.code).toBe("42501");
  expect((await naomi.client.rpc("search_sermons", { p_words: "", p_collection: box })).data).toEqual([]);
  expect(await sermonsOf(ruth, box)).toEqual([]);
});

test("a hundred collections are the most, which the answer says, and they go with the account", async () => {
  const person = await signUpPerson(app, "boaz@example.com");
  const names = Array.from({ length: 100 }, (_, i) => ({ name: `No. ${i}` }));
  expect((await person.client.from("collections").insert(names)).error).toBeNull();
  const { error } = await person.client.from("collections").insert({ name: "one more" });
  expect(error).toMatchObject({
    code: "quota_exceeded",
    message: "There is no room for more than 100 collections; delete one first",
  });
  const one = await person.client.from("collections").select("id").limit(1).single();
  expect((await add(person, one.data?.id, [await sermon(person, "kept")])).error).toBeNull();
  expect((await app.service().auth.admin.deleteUser(person.id)).error).toBeNull();
  for (const table of ["collections", "collection_sermons"])
    expect((await app.database.query(`select from public.${table} where user_id = $1`, [person.id])).rowCount, table).toBe(0);
});

test("the order is changed by hand, and nobody else changes it", async () => {
  const [first, second, third] = [await sermon(ruth, "a"), await sermon(ruth, "b"), await sermon(ruth, "c")];
  const lent = await insert(ruth, "collections", { name: "By hand" });
  await add(ruth, lent, [first, second, third]);
  const moved = await ruth.client.rpc("move_in_collection", { p_collection: lent, p_sermon: third, p_earlier: true });
  expect(moved.data).toBe(true);
  expect(await sermonsOf(ruth, lent)).toEqual([first, third, second]);
  const titled = await ruth.client
    .from("collection_sermons")
    .select("sermon_id, sermons(title, written_title)")
    .eq("collection_id", lent)
    .order("added_at")
    .order("sermon_id")
    .range(0, 499);
  expect(titled.data).toMatchObject([{ sermons: { title: "a", written_title: "a" } }, { sermons: { title: "c" } }, {}]);
  const hers = await naomi.client.rpc("move_in_collection", { p_collection: lent, p_sermon: second, p_earlier: true });
  expect(hers.data).toBe(false);
  const { error } = await naomi.client.from("collection_sermons").update({ added_at: "2020-01-01" }).eq("sermon_id", second);
  expect(error).toBeNull();
  expect(await sermonsOf(ruth, lent)).toEqual([first, third, second]);
});
