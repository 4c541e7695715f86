import { expect, test } from "vitest";
import { dayAndHour, formatDay, formatMoment } from "./date.ts";

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

// `now` and the moment, a zone, and how its calendar names the day.
test.each([
  ["2026-11-25T22:00:00Z", "2026-11-26T08:40:00Z", "Europe/Berlin", "tomorrow from 9:40 AM"],
  // The same two moments, where the day has not changed.
  ["2026-11-25T22:00:00Z", "2026-11-26T08:40:00Z", "Pacific/Auckland", "today from 9:40 PM"],
  ["2026-11-25T23:59:00Z", "2026-11-26T00:00:00Z", "UTC", "tomorrow from 12:00 AM"],
  ["2026-12-31T20:00:00Z", "2027-01-01T08:00:00Z", "UTC", "tomorrow from 8:00 AM"],
  // 24 hours later is another hour when the clocks change between them.
  ["2026-10-24T10:00:00Z", "2026-10-25T10:00:00Z", "Europe/Berlin", "tomorrow from 11:00 AM"],
  // A day of 25 hours: 24 hours after its first minutes it is still the same day.
  ["2026-10-24T22:10:00Z", "2026-10-25T22:10:00Z", "Europe/Berlin", "today from 11:10 PM"],
  // A day of 23 hours lies between: 24 hours later it is the day after tomorrow.
  ["2026-03-28T22:30:00Z", "2026-03-29T22:30:00Z", "Europe/Berlin", "on Mar 30, 2026 from 12:30 AM"],
])("seen from %s, %s is in %s %s", (now, at, zone, text) => {
  const { day, hour } = dayAndHour(at, new Date(now), zone);
  expect(`${day} from ${hour}`).toBe(text);
});
