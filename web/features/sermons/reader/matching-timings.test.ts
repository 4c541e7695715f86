import { expect, test } from "vitest";
import { positionAt } from "../../../../shared/reading-position.ts";
import { readSermon } from "../../../../shared/sermon-text.ts";
import { matchingTimings } from "./matching-timings.ts";

const blocks = readSermon("# Rest now\n\nCome in. Sit down.");
const timings = {
  version: 1 as const,
  seconds: 9,
  sentences: [
    { start: 0.5, end: 2, words: [[0.5, 1] as [number, number], [1, 2] as [number, number]] },
    { start: 3, end: 5, words: [[3, 4] as [number, number], [4, 5] as [number, number]] },
    { start: 6, end: 8, words: [] },
  ],
};

test.each([
  [0, -1, -1],
  [0.5, 0, 0],
  [1.5, 0, 1],
  [2.5, 0, 1], // a pause: the light stays
  [3, 1, 0],
  [4.2, 1, 1],
  [7, 2, -1],
  [99, 2, -1],
])("at %d s the position is sentence %d, word %d", (time, sentence, word) => {
  expect(positionAt(timings, time)).toEqual({ sentence, word });
});

test("timings match only a text with the same number of spoken sentences", () => {
  expect(matchingTimings(timings, blocks)?.sentences).toHaveLength(3);
  expect(matchingTimings(timings, readSermon("# Rest now\n\nCome in."))).toBeNull();
  expect(matchingTimings(undefined, blocks)).toBeNull();
});

test("word times that do not match their sentence are dropped", () => {
  const longer = readSermon("# Rest now and always\n\nCome in. Sit down.");
  expect(matchingTimings(timings, longer)?.sentences.map(({ words }) => words.length)).toEqual([0, 2, 0]);
});
