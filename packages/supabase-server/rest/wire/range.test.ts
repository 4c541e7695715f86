import { expect, test } from "vitest";
import { contentRange, rangeStatus, requestedRange } from "./range.ts";

test.each([
  [{ offset: 0, limit: null }, undefined, { offset: 0, limit: null }],
  [{ offset: 3, limit: 5 }, undefined, { offset: 3, limit: 5 }],
  [{ offset: 0, limit: null }, "0-9", { offset: 0, limit: 10 }],
  [{ offset: 0, limit: null }, "5-", { offset: 5, limit: null }],
  [{ offset: 2, limit: 10 }, "5-7", { offset: 5, limit: 3 }],
  [{ offset: 0, limit: 0 }, "5-7", { offset: 5, limit: 0 }],
  [{ offset: 1, limit: 2 }, "bytes=0-9", { offset: 1, limit: 2 }],
])("%o and Range %s ask for %o", (parameters, header, expected) => {
  expect(requestedRange(parameters, header)).toEqual(expected);
});

test.each([
  [{ offset: 0, limit: -1 }, undefined],
  [{ offset: 0, limit: null }, "9-0"],
  [{ offset: 0, limit: 3 }, "5-7"],
])("%o and Range %s cannot be satisfied", (parameters, header) => {
  expect(() => requestedRange(parameters, header)).toThrow(expect.objectContaining({ code: "PGRST103", status: 416 }));
});

test.each([
  [0, 10, 27, "0-9/27"],
  [20, 7, null, "20-26/*"],
  [0, 0, null, "*/*"],
  [0, 0, 0, "*/0"],
  [5, 0, 5, "*/5"],
])("Content-Range of %i, %i rows, total %s is %s", (offset, rows, total, expected) => {
  expect(contentRange(offset, rows, total)).toBe(expected);
});

test("a page of a known larger total is partial; an offset beyond it is an error", () => {
  expect(rangeStatus(0, 10, null)).toBe(200);
  expect(rangeStatus(0, 10, 10)).toBe(200);
  expect(rangeStatus(0, 10, 27)).toBe(206);
  expect(rangeStatus(5, 0, 5)).toBe(206);
  expect(() => rangeStatus(6, 0, 5)).toThrow(
    expect.objectContaining({ details: "An offset of 6 was requested, but there are only 5 rows." }),
  );
});
