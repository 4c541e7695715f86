import { expect, test } from "vitest";
import { utterances } from "./speak-block.ts";

const words = (count: number, commaAfter: readonly number[] = []): string[][] =>
  Array.from({ length: count }, (_, i) => [commaAfter.includes(i + 1) ? "walk," : "walk"]);

test("A sentence of ordinary length is one utterance", () => {
  expect(utterances(words(40, [5, 20]))).toEqual([{ from: 0, to: 40 }]);
});

test("A long sentence is cut at the last comma that fits", () => {
  expect(utterances(words(70, [8, 30, 55]))).toEqual([
    { from: 0, to: 30 },
    { from: 30, to: 70 },
  ]);
});

test("Without a comma, or with one too early, it is cut where it is full", () => {
  expect(utterances(words(90, [3]))).toEqual([
    { from: 0, to: 40 },
    { from: 40, to: 80 },
    { from: 80, to: 90 },
  ]);
});
