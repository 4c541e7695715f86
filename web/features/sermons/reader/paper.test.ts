import { expect, test } from "vitest";
import { paperOf } from "./paper.ts";

test.each([
  ["en-US", "letter"],
  ["en", "letter"],
  ["es-MX", "letter"],
  ["fil", "letter"],
  ["en-GB", "a4"],
  ["es", "a4"],
  ["ko-KR", "a4"],
  ["not a language", "a4"],
])("paper in the language %s is %s", (language, paper) => {
  expect(paperOf(language)).toBe(paper);
});
