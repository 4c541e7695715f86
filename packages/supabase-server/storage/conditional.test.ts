import { expect, test } from "vitest";
import { isNotModified, rangeStillFits } from "./conditional.ts";

const etag = '"abc"';
const modified = new Date("2026-05-01T10:00:00.700Z");
const sameSecond = "Fri, 01 May 2026 10:00:00 GMT";
const before = "Fri, 01 May 2026 09:59:59 GMT";

test.each(['"abc"', 'W/"abc"', '"x", "abc"', "*"])("a copy tagged %s is current", (tags) => {
  expect(isNotModified({ "if-none-match": tags }, etag, modified)).toBe(true);
});

test("a copy with another tag is not current, whatever its date", () => {
  expect(isNotModified({ "if-none-match": '"x"', "if-modified-since": sameSecond }, etag, modified)).toBe(false);
});

test("a copy is judged by its date when it has no tag", () => {
  expect(isNotModified({ "if-modified-since": sameSecond }, etag, modified)).toBe(true);
  expect(isNotModified({ "if-modified-since": before }, etag, modified)).toBe(false);
  expect(isNotModified({ "if-modified-since": "yesterday" }, etag, modified)).toBe(false);
  expect(isNotModified({}, etag, modified)).toBe(false);
});

test("If-Range resumes only with the same bytes", () => {
  expect(rangeStillFits({}, etag, modified)).toBe(true);
  expect(rangeStillFits({ "if-range": '"abc"' }, etag, modified)).toBe(true);
  expect(rangeStillFits({ "if-range": sameSecond }, etag, modified)).toBe(true);
  expect(rangeStillFits({ "if-range": '"x"' }, etag, modified)).toBe(false);
  expect(rangeStillFits({ "if-range": 'W/"abc"' }, etag, modified)).toBe(false);
  expect(rangeStillFits({ "if-range": before }, etag, modified)).toBe(false);
});
