import { expect, test } from "vitest";
import { parseQueryString } from "./query-string.ts";

test("pairs are decoded, kept in order, and repeated", () => {
  expect(parseQueryString("a=1&b=x+y%2B%26&a=&%C3%A9=%F0%9F%98%80&flag&c=d=e")).toEqual([
    ["a", "1"],
    ["b", "x y+&"],
    ["a", ""],
    ["é", "😀"],
    ["c", "d=e"],
  ]);
  expect(parseQueryString("")).toEqual([]);
});

test.each([["a=%"], ["a=%zz"], ["a=%ff"], ["%c3=1"], ["a=%ed%a0%80"], ["a=%00"], ["a%00=1"]])("%s is refused", (raw) => {
  expect(() => parseQueryString(raw)).toThrow(expect.objectContaining({ code: "PGRST100", status: 400 }));
});

test("the column of an error is the broken part's", () => {
  expect(() => parseQueryString("ok=1&b=%zz")).toThrow('"failed to parse query string" (line 1, column 8)');
});
