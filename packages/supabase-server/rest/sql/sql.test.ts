import { expect, test } from "vitest";
import { compile, identifier, join, sql, value } from "./sql.ts";

test("values are bound, names quoted", () => {
  const evil = `x"; drop table books; --`;
  const statement = sql`select ${identifier("t", evil)} from ${identifier("books")} where ${join([sql`a = ${value(evil)}`, sql`b = any(${value(["1", "2"])})`], sql` and `)}`;
  expect(compile(statement)).toEqual({
    text: `select "t"."x""; drop table books; --" from "books" where a = $1 and b = any($2)`,
    values: [evil, ["1", "2"]],
  });
});

test("a piece can be used in several statements, and its values are numbered in each", () => {
  const piece = sql`a = ${value("1")}`;
  expect(compile(sql`${piece} or ${piece}`)).toEqual({ text: "a = $1 or a = $2", values: ["1", "1"] });
});
