import { expect, test } from "vitest";
import { parseOrder } from "./order.ts";

test.each([
  ["a", ["a asc null"]],
  ["a.desc", ["a desc null"]],
  ["a.asc.nullslast,b.desc.nullsfirst", ["a asc last", "b desc first"]],
  ["a.nullsfirst", ["a asc first"]],
  ["data->>k.desc, b", ["data->>k desc null", "b asc null"]],
  ["rel(a).desc.nullslast", ["rel:a desc last"]],
  ['"odd.name".desc', ["odd.name desc null"]],
])("order=%s", (text, expected) => {
  const shown = parseOrder(text).map(({ relation, field, direction, nulls }) => {
    const path = field.path.map((step) => `${step.arrow}${step.operand}`).join("");
    return `${relation === null ? "" : `${relation}:`}${field.name}${path} ${direction} ${nulls}`;
  });
  expect(shown).toEqual(expected);
});

test.each([[""], ["a,"], ["a.up"], ["a.descc"], ["a.desc.nulls"], ["a.nullslast.desc"], ["rel(a"], ["rel(a,b)"], ["a;b"]])(
  "order=%s is refused",
  (text) => {
    expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: "PGRST100" }));
  },
);
