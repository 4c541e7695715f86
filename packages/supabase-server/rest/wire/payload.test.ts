import { expect, test } from "vitest";
import { parsePayload } from "./payload.ts";

const parse = (text: string, options: Partial<Parameters<typeof parsePayload>[2]> = {}, type?: string) =>
  parsePayload(new TextEncoder().encode(text), type, { anyKeys: false, ...options });

test("an object and an array of like objects are taken, their text untouched", () => {
  expect(parse('{"a": 1.10, "b": 12345678901234567890}')).toEqual({
    text: '{"a": 1.10, "b": 12345678901234567890}',
    shape: "object",
    rows: 1,
    keys: ["a", "b"],
  });
  expect(parse('[{"a":1,"b":2},{"b":1,"a":2}]')).toMatchObject({ shape: "array", rows: 2, keys: ["a", "b"] });
  expect(parse("[]")).toMatchObject({ shape: "array", keys: [] });
  expect(parse("{}", {}, "application/json; charset=utf-8")).toMatchObject({ shape: "object", keys: [] });
});

test("unlike objects are taken only when the columns are named elsewhere", () => {
  expect(() => parse('[{"a":1},{"b":1}]')).toThrow("All object keys must match");
  expect(() => parse('[{"a":1},{"a":1,"b":1}]')).toThrow("All object keys must match");
  expect(parse('[{"a":1},{"b":1}]', { anyKeys: true })).toMatchObject({ shape: "array" });
});

test("an empty body can stand for an empty object", () => {
  expect(() => parse("")).toThrow("Empty or invalid json");
  expect(parse("", { whenEmpty: "{}" })).toEqual({ text: "{}", shape: "object", rows: 1, keys: [] });
});

const nested = (depth: number): string => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

test("JSON can be nested 256 deep and no deeper", () => {
  expect(parse(nested(256))).toMatchObject({ keys: ["a"] });
  expect(() => parse(nested(257))).toThrow("nested deeper");
  expect(() => parse(nested(400_000))).toThrow("nested deeper");
});

test.each([["nul"], ["1"], ['"a"'], ["null"], ["[[]]"], ["[null]"], ["{} {}"], ["\0"]])("%s is refused", (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ code: "PGRST102", status: 400 }));
});

test("other content types are refused", () => {
  expect(() => parse("a=1", {}, "application/x-www-form-urlencoded")).toThrow(
    "Content-Type not acceptable: application/x-www-form-urlencoded",
  );
});
