import { expect, test } from "vitest";
import { readDuration } from "./ban-duration.ts";

test.for([
  ["24h", 86_400],
  ["2h45m", 9900],
  ["300ms", 0.3],
  ["1.5h", 5400],
  [".5s", 0.5],
  ["1h1m1s1ms1us", 3661.001_001],
  ["876000h", 3_153_600_000],
] as const)("a ban of %s lasts %d seconds", ([text, seconds]) => {
  expect(readDuration(text)).toBeCloseTo(seconds, 9);
});

test.for(["", "24", "h", "1d", "-1h", "1h ", "1 h", "1e3s", "9999999999h", "none"])("%j is no duration", (text) => {
  expect(readDuration(text)).toBeNull();
});
