import { expect, test } from "vitest";
import { parseQueryString } from "../wire/query-string.ts";
import { parseQuery } from "./query.ts";

const parse = (text: string, callsByGet = false) => parseQuery(parseQueryString(text), callsByGet);

test("without parameters all columns and rows are selected", () => {
  expect(parse("")).toEqual({
    select: [{ kind: "all" }],
    filters: [],
    order: [],
    limits: [],
    offsets: [],
    columns: null,
    onConflict: null,
    arguments: [],
  });
});

test("clauses belong to the resource that their key names", () => {
  const { filters, order, limits, offsets } = parse(
    "a=eq.1&rel.b=gt.2&rel.data->>x=eq.y&rel.or=(c.eq.1)&rel.not.and=(c.eq.1)&not.or=(d.eq.1)&order=a&rel.order=b&limit=5&rel.limit=6&rel.offset=7",
  );
  expect(filters.map((each) => [each.path.join("."), each.value.kind, each.value.negated])).toEqual([
    ["", "condition", false],
    ["rel", "condition", false],
    ["rel", "condition", false],
    ["rel", "tree", false],
    ["rel", "tree", true],
    ["", "tree", true],
  ]);
  expect(order.map((each) => each.path)).toEqual([[], ["rel"]]);
  expect(limits).toEqual([
    { path: [], value: 5 },
    { path: ["rel"], value: 6 },
  ]);
  expect(offsets).toEqual([{ path: ["rel"], value: 7 }]);
});

test("repeated filters are all kept, and what is no number is no limit", () => {
  expect(parse("a=gt.1&a=lt.5&limit=many").filters).toHaveLength(2);
  expect(parse("limit=many").limits).toEqual([]);
});

test("parameters of a function called by GET that are not filters are arguments", () => {
  const { filters, arguments: given } = parse("a=1&b=x.y&c=eq.5&d=in.(1)&rel.e=gt.5&f={1,2}&select=*", true);
  expect(given).toEqual([
    ["a", "1"],
    ["b", "x.y"],
    ["f", "{1,2}"],
  ]);
  expect(filters.map((each) => each.path)).toEqual([[], [], ["rel"]]);
});

test.each([
  ["a=1"],
  ["a!x=eq.1"],
  ["a->=eq.1"],
  ["a.b->>c.d=eq.1"],
  [".a=eq.1"],
  ["a.=eq.1"],
  ["x y!.order=a"],
  ["columns="],
  ["on_conflict=a,"],
])("%s is refused", (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: "PGRST100" }));
});
