import { expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";

test("the same seed gives the same numbers, another seed others", () => {
  const draw = (seed: string): number[] => Array.from({ length: 5 }, seededRandom(seed));
  expect(draw("a")).toEqual(draw("a"));
  expect(draw("a")).not.toEqual(draw("b"));
});

test("numbers are spread over [0, 1)", () => {
  const random = seededRandom("spread");
  const tenths = new Set(Array.from({ length: 1000 }, () => Math.floor(random() * 10)));
  expect([...tenths].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
