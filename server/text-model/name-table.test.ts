import { expect, test } from "vitest";
import { nameTable } from "./name-table.ts";

const LETTERS = ["a", "b", "é", "🙏", " "];
/** All names of up to `length` of these letters. */
const upTo = (length: number): string[] =>
  length === 0 ? [""] : ["", ...upTo(length - 1).flatMap((rest) => LETTERS.map((letter) => letter + rest))];

test("thousands of names have their places, and no other name has one", () => {
  const all = [...new Set(upTo(5))];
  const known = all.filter((_, i) => i % 3 !== 0);
  const places = new Map(known.map((name, place) => [name, place]));
  const table = nameTable(known);
  expect([table.size, [...table.keys()]]).toEqual([known.length, known]);
  expect(all.filter((name) => table.get(name) !== places.get(name))).toEqual([]);
});

test("a name that comes twice keeps its first number", () => {
  const table = nameTable(["one", "two", "one"], [7, 8, 9]);
  expect([table.get("one"), table.get("two"), table.get("three"), table.size]).toEqual([7, 8, undefined, 2]);
});

test("no names are a table too", () => {
  expect([nameTable([]).get(""), nameTable([]).size, nameTable([""]).get("")]).toEqual([undefined, 0, 0]);
});
