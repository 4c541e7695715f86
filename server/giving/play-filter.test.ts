import { expect, test } from "vitest";
import { isBeginning, playFilter } from "./play-filter.ts";

test.for([
  [undefined, true],
  ["bytes=0-", true],
  ["bytes=0-65535", true],
  ["bytes=0-1", false],
  ["bytes=4096-", false],
  ["bytes=-500", false],
  ["lines=0-", false],
] as const)("a request with the range %s begins a play: %s", ([range, begins]) => {
  expect(isBeginning(range)).toBe(begins);
});

test("one network counts once in an hour for each link", () => {
  let now = 0;
  const counts = playFilter(() => now);
  expect(counts("link", "192.0.2.1")).toBe(true);
  expect(counts("link", "192.0.2.1")).toBe(false);
  expect(counts("link", "192.0.2.2")).toBe(true);
  expect(counts("other link", "192.0.2.1")).toBe(true);
  now += 60 * 60_000 + 1;
  expect(counts("link", "192.0.2.1")).toBe(true);
});
