import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { createSchemaCache } from "./schema-cache.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.db.owner.query(`
    create schema shelf;
    create domain shelf.short as text check (length(value) < 9);
    create table shelf.parents (id bigint generated always as identity primary key, name shelf.short default 'x', twice int generated always as (2) stored);
    create table shelf.children (a int, b int, parent bigint unique references shelf.parents, primary key (b, a));
    create table shelf.parts (id int) partition by range (id);
    create table shelf.part_one partition of shelf.parts for values from (0) to (9);
    create function shelf.f(a int, b text default 'x', variadic c int[] default '{}', out d int, out e text) language sql as 'select 1, b';
    create function shelf.nameless(int) returns int language sql as 'select 1';
    create function shelf.trig() returns trigger language plpgsql as 'begin return new; end';
    grant select (name) on shelf.parents to anon`);
});
afterAll(() => database.drop());

test("the cache knows tables, keys, relationships, functions and types", async () => {
  const shelf = (await createSchemaCache(database.db, ["shelf"]).current()).get("shelf");
  expect([...(shelf?.relations.keys() ?? [])].toSorted()).toEqual(["children", "parents", "parts"]);
  const parents = shelf?.relations.get("parents");
  expect(parents).toMatchObject({ kind: "table", primaryKey: ["id"], roles: ["anon"] });
  expect([...(parents?.columns.values() ?? [])]).toEqual([
    { name: "id", type: "bigint", base: "int8", defaultValue: "nextval('shelf.parents_id_seq')" },
    { name: "name", type: "shelf.short", base: "text", defaultValue: "'x'::text" },
    { name: "twice", type: "integer", base: "int4", defaultValue: null },
  ]);
  expect(shelf?.relations.get("children")?.primaryKey).toEqual(["b", "a"]);
  expect(shelf?.foreignKeys).toEqual([
    {
      name: "children_parent_fkey",
      schema: "shelf",
      table: "children",
      columns: ["parent"],
      targetTable: "parents",
      targetColumns: ["id"],
      isUnique: true,
    },
  ]);
  expect([...(shelf?.routines.keys() ?? [])]).toEqual(["f"]);
  expect(shelf?.routines.get("f")?.[0]).toMatchObject({
    isVolatile: true,
    parameters: [
      { name: "a", type: "integer", required: true, variadic: false },
      { name: "b", type: "text", required: false, variadic: false },
      { name: "c", type: "integer[]", required: false, variadic: true },
    ],
    returns: {
      kind: "composite",
      isSet: false,
      relation: null,
      columns: [
        { name: "d", base: "int4" },
        { name: "e", base: "text" },
      ],
    },
  });
  expect(shelf?.types.get("short")).toBe("shelf.short");
});

test("the catalog is read once, again after a notification, and for unknown names at most once a second", async () => {
  const cache = createSchemaCache(database.db, ["shelf"]);
  const [first, again] = await Promise.all([cache.current(), cache.current()]);
  expect(again).toBe(first);
  expect(await cache.newerThan(first)).toBe(first);
  cache.invalidate();
  const second = await cache.current();
  expect(second).not.toBe(first);
  expect(await cache.newerThan(first)).toBe(second);
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(now + 1500);
  const third = await cache.newerThan(second);
  expect(third).not.toBe(second);
  expect(await cache.newerThan(third)).toBe(third);
  clock.mockRestore();
});

test("a reading that fails is tried again by the next request", async () => {
  let isDown = true;
  const db = {
    ...database.db,
    get owner() {
      if (isDown) throw new Error("down");
      return database.db.owner;
    },
  };
  const cache = createSchemaCache(db, ["shelf"]);
  await expect(cache.current()).rejects.toMatchObject({ code: "PGRST002", status: 503 });
  isDown = false;
  expect((await cache.current()).has("shelf")).toBe(true);
});
