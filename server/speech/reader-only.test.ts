import { expect, test } from "vitest";
import { readSermon, spokenSentences } from "../../shared/sermon-text.ts";
import { spokenWords } from "./reader-only.ts";

function heard(markdown: string): string {
  const blocks = readSermon(markdown);
  return spokenSentences(blocks)
    .flatMap(({ block, words }) => spokenWords(words, blocks[block]?.kind))
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join(" ");
}

test.each([
  ["God is near. Read them twice. Then rest.", "God is near. Then rest."],
  ["Yet read it again and see who is in it. He waits.", "He waits."],
  ["Read verses 4 to 7 once more. He waits.", "He waits."],
  ["Look at verse 3 again on the page. He waits.", "He waits."],
  ["The points are in the outline below. He waits.", "He waits."],
  ["See the notes at the end of this page. He waits.", "He waits."],
  ["Love waits (see the outline), and love stays.", "Love waits , and love stays."],
  ["Love waits (see note 4 above). It stays.", "Love waits . It stays."],
  ["As you can see in the picture above, he waits. He stays.", "He stays."],
  ["Scroll up to the passage. He waits.", "He waits."],
])("What suits only readers is left out: %s", (text, expected) => {
  expect(heard(text)).toBe(expected);
});

test.each([
  "In the evening read it again, before you sleep.",
  "Look at the rest of the page.",
  "They read it twice.",
  "So a deed may stand on the page without any comment.",
  "See what God has done (for he is good).",
  "Look up from below and see the heavens.",
  "A machine drew a gray outline, perhaps.",
  "- Read it aloud once a day this week.",
  "- Read this one again, out loud, and stop there.",
])("What a hearer can follow is spoken: %s", (text) => {
  expect(heard(text)).toBe(text.replace(/^- /u, ""));
});

test("Each written word keeps its place, spoken or not", () => {
  const [sentence] = spokenSentences(readSermon("Love waits (see the outline), and stays."));
  expect(spokenWords(sentence?.words ?? [], "paragraph").map(({ text }) => text)).toEqual([
    "Love",
    "waits",
    "",
    "",
    ",",
    "and",
    "stays.",
  ]);
});
