import { expect, test } from "vitest";
import { parseRange } from "./range.ts";

test.each([
  ["bytes=0-9", { start: 0, end: 9 }],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=99-", { start: 99, end: 99 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["Bytes=5-5", { start: 5, end: 5 }],
])("of 100 bytes, %s is a part", (header, part) => {
  expect(parseRange(header, 100)).toEqual(part);
});

test.each([undefined, "", "bytes=-", "bytes=9-5", "bytes=0-1,5-6", "items=0-1", "bytes=a-b", "bytes=0--1"])(
  "%s asks for the whole",
  (header) => {
    expect(parseRange(header, 100)).toBeNull();
  },
);

test.each([
  ["bytes=100-", 100],
  ["bytes=100-200", 100],
  ["bytes=-0", 100],
  ["bytes=0-", 0],
  ["bytes=-1", 0],
  ["bytes=99999999999999999999-", 100],
])("%s of %i bytes cannot be satisfied", (header, size) => {
  expect(parseRange(header, size)).toBe("unsatisfiable");
});
