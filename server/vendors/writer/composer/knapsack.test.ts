import { expect, test } from "vitest";
import { solveKnapsack } from "./knapsack.ts";

const option = (words: number, cost: number): { words: number; cost: number; value: number } => ({ words, cost, value: words });

test("the cheapest choice within the range is taken, not the cheapest of each slot", () => {
  expect(
    solveKnapsack(
      [
        [option(50, 0), option(70, 5)],
        [option(40, 0), option(60, 3)],
      ],
      105,
      115,
    ),
  ).toEqual([50, 60]);
});

test("no choice is given when none fits", () => {
  expect(solveKnapsack([[option(50, 0)], [option(40, 0)]], 100, 120)).toBeNull();
});
