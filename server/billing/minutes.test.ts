import { expect, test } from "vitest";
import { quotaInMinutes } from "./minutes.ts";

test.for([
  ["a new period", [3600, 0, 0], [60, 0, 0]],
  ["a period in use", [3600, 600, 3720], [60, 10, 62]],
  ["a second into the next minute", [3600, 0, 301], [60, 0, 6]],
  ["bought minutes that are not whole any more", [3600, 299, 3599], [60, 4, 59]],
  ["parts that make a whole minute together", [3570, 30, 0], [59, 1, 0]],
  ["no paid period", [0, 600, 0], [0, 10, 0]],
  ["a debt", [3600, -2700, 4500], [15, 0, 15]],
  ["nothing", [0, 0, 0], [0, 0, 0]],
] as const)("%s", ([, [base_s, extra_s, used_s], [baseMinutes, additionalMinutes, minutesUsed]]) => {
  const quota = quotaInMinutes({ base_s, extra_s, used_s });
  expect(quota).toEqual({ baseMinutes, additionalMinutes, minutesUsed });
  const left = Math.max(0, base_s + extra_s - used_s) / 60;
  expect(quota.baseMinutes + quota.additionalMinutes - quota.minutesUsed).toBe(Math.floor(left));
});
