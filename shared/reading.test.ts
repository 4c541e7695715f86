import { expect, test } from "vitest";
import { MOST_CONFIRMED, parseReadingKey, printReadingKey, readingKey } from "./reading.ts";

const facts = (count: number) => Array.from({ length: count }, () => "+a-fact").join("");

test.each(["grief.self", "on-lent.congregation", "grief.other+sleepless", `grief.self${facts(MOST_CONFIRMED)}`])(
  "“%s” is a reading's key, and the same after it was taken apart",
  (key) => {
    expect(readingKey.parse(key)).toBe(key);
    expect(printReadingKey(parseReadingKey(key))).toBe(key);
  },
);

test("a key has a theme, an audience and what was confirmed", () => {
  expect(parseReadingKey("grief.other+sleepless+in-debt")).toEqual({
    theme: "grief",
    audience: "other",
    confirmed: ["sleepless", "in-debt"],
  });
});

test.each([
  "",
  "grief",
  "grief.",
  ".self",
  "grief.nobody",
  "grief.self+",
  "grief.self+A",
  "grief.self sleepless",
  `grief.self${facts(MOST_CONFIRMED + 1)}`,
  `grief.self+${"a".repeat(41)}`,
])("“%s” is no reading's key", (key) => {
  expect(readingKey.safeParse(key).success).toBe(false);
});
