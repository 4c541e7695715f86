import { expect, test } from "vitest";
import { parseResponseHeaders, parseResponseStatus } from "./answer-settings.ts";

test("SQL code can set headers and the status", () => {
  expect(parseResponseHeaders(null)).toEqual([]);
  expect(parseResponseHeaders('[{"Set-Cookie":"a=1"},{"Set-Cookie":"b=2"}]')).toEqual([
    ["Set-Cookie", "a=1"],
    ["Set-Cookie", "b=2"],
  ]);
  expect(parseResponseStatus(null)).toBeNull();
  expect(parseResponseStatus("202")).toBe(202);
});

test.each([["{"], ["{}"], ['[{"a":"1","b":"2"}]'], ['[{"a":1}]'], ['[{"a b":"1"}]'], ['[{"a":"1\\r\\nb: 2"}]']])(
  "headers %s are refused",
  (setting) => {
    expect(() => parseResponseHeaders(setting)).toThrow(expect.objectContaining({ code: "PGRST111", status: 500 }));
  },
);

test.each([["x"], ["100"], ["600"], ["200.5"]])("status %s is refused", (setting) => {
  expect(() => parseResponseStatus(setting)).toThrow(expect.objectContaining({ code: "PGRST112" }));
});
