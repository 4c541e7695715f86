import { expect, test } from "vitest";
import { COMPARISONS, parseOperation, parseTree, type Filter } from "./filter.ts";

test.each(COMPARISONS)("%s compares with the rest of the text", (operator) => {
  expect(parseOperation(`${operator}.a.b,(c)"`)).toEqual({
    negated: false,
    operation: { kind: "compare", operator, quantifier: null, value: 'a.b,(c)"' },
  });
});

test.each([
  ["eq.", { kind: "compare", operator: "eq", quantifier: null, value: "" }],
  ["like(any).{a,b}", { kind: "compare", operator: "like", quantifier: "any", value: "{a,b}" }],
  ["gte(all).{1,2}", { kind: "compare", operator: "gte", quantifier: "all", value: "{1,2}" }],
  ["is.null", { kind: "is", value: "null" }],
  ["is.NOT_NULL", { kind: "is", value: "not_null" }],
  ["is.Unknown", { kind: "is", value: "unknown" }],
  ["isdistinct.null", { kind: "distinct", value: "null" }],
  ["in.(1,2)", { kind: "in", values: ["1", "2"] }],
  ["in.()", { kind: "in", values: [""] }],
  ['in.("a,b","c\\"d",e f)', { kind: "in", values: ["a,b", 'c"d', "e f"] }],
  ['in.("a"b,c)', { kind: "in", values: ['"a"b', "c"] }],
  ["fts.a & b", { kind: "search", operator: "fts", language: null, value: "a & b" }],
  ["wfts(english).a b", { kind: "search", operator: "wfts", language: "english", value: "a b" }],
])("%s", (text, operation) => {
  expect(parseOperation(text)).toEqual({ negated: false, operation });
  expect(parseOperation(`not.${text}`)).toEqual({ negated: true, operation });
});

test.each([
  ["5"],
  [""],
  ["eq"],
  ["eq5"],
  ["noop.5"],
  ["not.not.eq.5"],
  ["eq().5"],
  ["neq(any).5"],
  ["is.nothing"],
  ["is.nullx"],
  ["in.1,2"],
  ["in.(1,2"],
  ["in.(1)2"],
  ["fts().a"],
])("%s is no filter", (text) => {
  expect(() => parseOperation(text)).toThrow(expect.objectContaining({ code: "PGRST100" }));
});

const show = (filter: Filter): string => {
  const not = filter.negated ? "!" : "";
  if (filter.kind === "tree") return `${not}(${filter.filters.map(show).join(` ${filter.operator} `)})`;
  const { operation } = filter;
  const right =
    operation.kind === "in"
      ? `in[${operation.values.join("|")}]`
      : operation.kind === "compare"
        ? `${operation.operator}<${operation.value}>`
        : `${operation.kind}<${operation.value}>`;
  return `${not}${filter.field.name} ${right}`;
};

test.each([
  ["(a.eq.1,b.gt.2)", "(a eq<1> or b gt<2>)"],
  ["(a.eq.1, b.gt.2)", "(a eq<1> or b gt<2>)"],
  ["(a.not.eq.1,not.and(b.is.null,c.in.(1,2)))", "(!a eq<1> or !(b is<null> and c in[1|2]))"],
  ['(a.eq."x,(y)",b.cs.{1,2})', "(a eq<x,(y)> or b cs<{1,2}>)"],
  ['(a.eq."x"y)', '(a eq<"x"y>)'],
  ["(or.eq.1,and.eq.2,not.eq.3)", "(or eq<1> or and eq<2> or not eq<3>)"],
  ["(or(a.eq.1,or(b.eq.2)))", "((a eq<1> or (b eq<2>)))"],
  ["(a.eq.)", "(a eq<>)"],
])("or=%s", (text, expected) => {
  expect(show(parseTree("or", false, text))).toBe(expected);
});

test.each([
  [""],
  ["()"],
  ["a.eq.1"],
  ["(a.eq.1"],
  ["(a.eq.1))"],
  ["(a.eq.1)x"],
  ["(a.eq.1,)"],
  ["(a)"],
  ["(rel.a.eq.1)"],
  ["(xor(a.eq.1))"],
  [`${"(or".repeat(17)}(a.eq.1)${")".repeat(17)}`],
])("or=%s is refused", (text) => {
  expect(() => parseTree("or", false, text)).toThrow(expect.objectContaining({ code: "PGRST100" }));
});
