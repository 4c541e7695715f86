import { expect, test } from "vitest";
import { findPrintedReferences } from "./printed-references.ts";

test.for([
  ["Genesis 50:19–21", ["Gen", 50, 19, 50, 21]],
  ["(1 John 4:8).", ["1John", 4, 8, 4, 8]],
  ["Isaiah 40:31–41:2", ["Isa", 40, 31, 41, 2]],
  ["Jude 24–25", ["Jude", 1, 24, 1, 25]],
  ["In Psalm 23, David", ["Ps", 23, 1]],
  ["Song of Solomon 2:4", ["Song", 2, 4, 2, 4]],
] as const)("%s is a reference", ([text, [book, chapter, verse, toChapter, toVerse]]) => {
  expect(findPrintedReferences(text)).toMatchObject([
    { book, from: { chapter, verse }, to: toChapter === undefined ? null : { chapter: toChapter, verse: toVerse } },
  ]);
});

test("each reference has its place in the text; times, numbers and names alone are no references", () => {
  const text = "Read Romans 8:1; John 3:16. At 10:30 Mark had 3 apples and Job none.";
  expect(findPrintedReferences(text).map(({ at, end }) => text.slice(at, end))).toEqual(["Romans 8:1", "John 3:16"]);
});
