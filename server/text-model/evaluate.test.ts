import { expect, test } from "vitest";
import { crossValidate, GROUPS, isInGroup, report } from "./evaluate.ts";

test("each text is held back once", () => {
  const texts = ["a", "b", "c", "d", "e", "f", "g"];
  expect(crossValidate((group) => texts.filter((_, i) => isInGroup(i, group))).toSorted()).toEqual(texts);
  expect(GROUPS).toBe(5);
});

test("a report counts what is right, for each label too, and names confusions and thresholds", () => {
  const likely = (calm: number) =>
    new Map(
      [
        ["calm", calm],
        ["storm", 1 - calm],
      ].toSorted(([, a], [, b]) => Number(b) - Number(a)) as [string, number][],
    );
  const text = report("weather", [
    { right: ["calm"], found: "calm", likely: likely(0.9) },
    { right: ["calm", "storm"], found: "storm", likely: likely(0.4) },
    { right: ["storm"], found: "calm", likely: likely(0.6) },
    { right: ["storm"], found: "storm", likely: likely(0.2) },
  ]);
  expect(text.split("\n").map((line) => line.trim().replaceAll(/\s+/gu, " "))).toEqual([
    "weather: 4, right 3 (75.0 %), or among the three likeliest 4 (100.0 %)",
    "label texts found precision recall 90 % from precision",
    "calm 2 2 50.0 % 100.0 % 0.40 66.7 %",
    "storm 2 2 100.0 % 50.0 % 0.40 100.0 %",
    "1 storm taken for calm",
  ]);
});
