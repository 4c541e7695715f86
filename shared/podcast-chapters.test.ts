import { expect, test } from "vitest";
import { podcastChapters } from "./podcast-chapters.ts";

const timingsOf = (count: number) => ({
  version: 1 as const,
  seconds: count * 10,
  sentences: Array.from({ length: count }, (_, i) => ({ start: i * 10, end: i * 10 + 9, words: [] })),
});

test("each heading begins a chapter at the first sentence after it, and the title is the first chapter", () => {
  const content = "# Rest\n\nCome. Sit.\n\n## Alone\n\n## The bread\n\nEat.\n\n> Take.\n\n## Prayer\n\nAmen.\n\n---\n\nNotes.";
  expect(podcastChapters(content, timingsOf(6))).toEqual([
    { startTime: 0, title: "Rest" },
    { startTime: 30, title: "The bread" },
    { startTime: 50, title: "Prayer" },
  ]);
});

test("a heading before any sentence is the first chapter, and one without a sentence is none", () => {
  expect(podcastChapters("## Prayer\n\nAmen.\n\n## Nothing", timingsOf(1))).toEqual([{ startTime: 0, title: "Prayer" }]);
});

test("times of another text give no chapters", () => {
  expect(podcastChapters("# Rest\n\nCome.", timingsOf(9))).toEqual([]);
});
