import { expect, test } from "vitest";
import { formatDay, formatMoment } from "./date.ts";

test.each([
  [new Date(2026, 0, 1, 0, 5), "Jan 1, 2026", "January 1, 2026 12:05 AM"],
  [new Date(2024, 1, 29, 12, 0), "Feb 29, 2024", "February 29, 2024 12:00 PM"],
  [new Date(2031, 11, 31, 23, 59), "Dec 31, 2031", "December 31, 2031 11:59 PM"],
])("%s is formatted as a date and as a date with time", (date, day, moment) => {
  expect(formatDay(date.toISOString())).toBe(day);
  expect(formatMoment(date.toISOString())).toBe(moment);
});

test("an invalid date throws a RangeError", () => {
  expect(() => formatDay("soon")).toThrow(RangeError);
});
