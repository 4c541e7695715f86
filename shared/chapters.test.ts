import { expect, test } from "vitest";
import { chapterAt, chaptersOf } from "./chapters.ts";
import { readSermon, spokenSentences } from "./sermon-text.ts";

const blocks = readSermon(
  [
    "# The Door",
    "*Come as you are.*",
    "## Told Plainly",
    "It is open. Come in.",
    "## Prayer",
    "Lord, let me in.",
    "---",
    "A note.",
  ].join("\n\n"),
);
const sentences = spokenSentences(blocks);
const timings = {
  version: 1,
  seconds: 52,
  sentences: sentences.map((_, i) => ({ start: i * 10 + 1, end: i * 10 + 9, words: [] })),
} as const;

test("a sermon opens with its title and focus, then each heading begins a chapter, and the last ends with the recording", () => {
  expect(chaptersOf(blocks, { ...timings, sentences: [...timings.sentences] })).toEqual([
    { name: "Opening", start: 0, end: 21 },
    { name: "Told Plainly", start: 21, end: 41 },
    { name: "Prayer", start: 41, end: 52 },
  ]);
});

test("times that do not fit the text give no chapters, nor does a text without headings", () => {
  expect(chaptersOf(blocks, { ...timings, sentences: timings.sentences.slice(1) })).toEqual([]);
  expect(chaptersOf(readSermon("Come in."), { ...timings, sentences: timings.sentences.slice(0, 1) })).toEqual([]);
});

test("of two headings without a sentence between them the second one counts, and one without a sentence after it is none", () => {
  const divided = readSermon("## Prayer\n\nAmen.\n\n## Alone\n\n## The Bread\n\nEat.\n\n## Nothing");
  const times = [0, 10].map((start) => ({ start, end: start + 9, words: [] }));
  expect(chaptersOf(divided, { version: 1, seconds: 20, sentences: times })).toEqual([
    { name: "Prayer", start: 0, end: 10 },
    { name: "The Bread", start: 10, end: 20 },
  ]);
});

test("a time belongs to the chapter that it is in, and the end to the last", () => {
  const chapters = chaptersOf(blocks, { ...timings, sentences: [...timings.sentences] });
  expect([0, 20.9, 21, 45, 60].map((time) => chapterAt(chapters, time))).toEqual([0, 0, 1, 2, 2]);
  expect(chapterAt([], 5)).toBe(-1);
});
