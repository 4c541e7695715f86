import { expect, test } from "vitest";
import { findRelationship } from "./relationship.ts";
import type { ForeignKey, Relation, Schema } from "./schema.ts";

const table = (name: string): Relation => ({ schema: "s", name, kind: "table", columns: new Map(), primaryKey: [], roles: [] });
const key = (name: string, from: string, columns: string[], to: string, targets: string[], isUnique = false): ForeignKey => ({
  name,
  schema: "s",
  table: from,
  columns,
  targetTable: to,
  targetColumns: targets,
  isUnique,
});

const schema: Schema = {
  name: "s",
  relations: new Map(
    [
      ...["books", "people", "shelves", "covers"].map((name) => table(name)),
      { ...table("loans"), primaryKey: ["reader_id", "shelf"] },
    ].map((each) => [each.name, each]),
  ),
  foreignKeys: [
    key("books_author", "books", ["author_id"], "people", ["id"]),
    key("books_editor", "books", ["editor_id"], "people", ["id"]),
    key("books_shelf", "books", ["room", "board"], "shelves", ["room", "board"]),
    key("covers_book", "covers", ["book_id"], "books", ["id"], true),
    key("loans_reader", "loans", ["reader_id"], "people", ["id"]),
    key("loans_shelf", "loans", ["shelf"], "shelves", ["room"]),
    key("people_mentor", "people", ["mentor_id"], "people", ["id"]),
  ],
  routines: new Map(),
  types: new Map(),
};

test.each([
  ["books", "people", "books_author", "many-to-one", "people.id"],
  ["books", "people", "editor_id", "many-to-one", "people.id"],
  ["books", "author_id", null, "many-to-one", "people.id"],
  ["books", "books_editor", null, "many-to-one", "people.id"],
  ["people", "books", "author_id", "one-to-many", "books.author_id"],
  ["people", "books", "books_editor", "one-to-many", "books.editor_id"],
  ["people", "books_editor", null, "one-to-many", "books.editor_id"],
  ["books", "shelves", null, "many-to-one", "shelves.room,board"],
  ["shelves", "books", null, "one-to-many", "books.room,board"],
  ["books", "covers", null, "one-to-one", "covers.book_id"],
  ["covers", "books", null, "one-to-one", "books.id"],
  ["people", "people", null, "one-to-many", "people.mentor_id"],
  ["people", "people", "mentor_id", "one-to-many", "people.mentor_id"],
  ["people", "mentor_id", null, "many-to-one", "people.id"],
])("from %s, %s with hint %s is %s", (origin, target, hint, cardinality, joined) => {
  const found = findRelationship(schema, origin, target, hint);
  expect([found.cardinality, `${found.target.name}.${found.columns.map(([, name]) => name).join(",")}`]).toEqual([
    cardinality,
    joined,
  ]);
});

test.each([
  ["books", "people", null, "PGRST201"],
  ["people", "books", null, "PGRST201"],
  ["people", "books", "id", "PGRST201"],
  ["books", "people", "nothing", "PGRST200"],
  ["books", "nothing", null, "PGRST200"],
  ["people", "id", null, "PGRST200"],
  ["covers", "people", null, "PGRST200"],
  ["people", "shelves", null, "PGRST127"],
  ["shelves", "people", null, "PGRST127"],
])("from %s, %s with hint %s is refused", (origin, target, hint, code) => {
  expect(() => findRelationship(schema, origin, target, hint)).toThrow(expect.objectContaining({ code }));
});

test("an ambiguous choice is listed in one order, whatever the catalog's is", () => {
  const reversed = { ...schema, foreignKeys: schema.foreignKeys.toReversed() };
  for (const each of [schema, reversed])
    expect(() => findRelationship(each, "books", "people", null)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("'people!books_author', 'people!books_editor'") }),
    );
});
