import { expect, test } from "vitest";
import { countSpokenWords, readSermon, spokenSentences } from "./sermon-text.ts";
import { renderSermon } from "./sermon.ts";

const content = renderSermon(
  {
    title: "A Door Left Open",
    focus: "God waits at the door.",
    mainPassage: "Luke 15:20",
    sections: [
      {
        heading: "The road home",
        parts: [
          { kind: "prose", text: "He ran. *He*, an old man, ran to St. Mary’s gate." },
          {
            kind: "scripture",
            quotation: { reference: "Luke 15:20", text: "“He arose, and came to his father.", translation: "WEB" },
          },
          { kind: "list", items: ["Open the door.", "Wait."] },
        ],
      },
    ],
    prayer: ["Father, let me come. Amen."],
    references: ["Luke 15:20"],
  },
  "Composed, not generated.",
);
const blocks = readSermon(content);
const text = (index: number): string => (blocks[index]?.words ?? []).map((word) => word.text).join(" ");

test("a rendered sermon is read back into its parts", () => {
  expect(blocks.map((block) => block.kind)).toEqual([
    "title",
    "focus",
    "heading",
    "paragraph",
    "scripture",
    "reference",
    "item",
    "item",
    "heading",
    "paragraph",
    "note",
    "note",
  ]);
  expect(text(5)).toBe("— Luke 15:20");
});

test("headings, sources and notes are shown but not spoken", () => {
  expect(blocks.filter((block) => !block.spoken).map((block) => block.kind)).toEqual(["heading", "heading", "note", "note"]);
});

test("emphasis belongs to words, and punctuation stays with its word", () => {
  expect(blocks[3]?.words.slice(0, 4)).toEqual([
    { text: "He", emphasis: false },
    { text: "ran.", emphasis: false },
    { text: "He,", emphasis: true },
    { text: "an", emphasis: false },
  ]);
});

test("sentences end at full stops, not at abbreviations", () => {
  const sentences = spokenSentences(blocks).map((sentence) => sentence.words.map((word) => word.text).join(" "));
  expect(sentences.slice(2, 4)).toEqual(["He ran.", "He, an old man, ran to St. Mary’s gate."]);
});

test("a book's short form does not end a sentence", () => {
  expect(spokenSentences(readSermon("Read 1 Cor. 13:4 aloud. Then wait."))).toHaveLength(2);
});

test("a bare dash is no spoken word", () => {
  expect(countSpokenWords(readSermon("> Go.\n>\n> — Luke 1:1"))).toBe(3);
});

test("HTML, images and link targets disappear, their words stay", () => {
  const found = readSermon(
    "<script>alert(1)</script>\n\nA <b>word</b> [here](javascript:alert(1)) ![x](https://example.com/x.png)",
  );
  expect(found.flatMap((block) => block.words.map((word) => word.text))).toEqual(["A", "word", "here"]);
});

test("hostile Markdown is read to its end", () => {
  expect(readSermon("*_[".repeat(13_000))[0]?.words[0]?.text).toHaveLength(26_000);
  for (const hostile of [
    "[".repeat(40_000),
    "![".repeat(20_000),
    "<a".repeat(20_000),
    "[](".repeat(13_000),
    `${"> ".repeat(2000)}x`,
    "\\".repeat(40_000),
  ])
    expect(readSermon(hostile).length).toBeLessThanOrEqual(1);
});

test("marks that a person typed as words stay words", () => {
  expect(readSermon("a \\* b **c** 2 < 3")[0]?.words.map((word) => word.text)).toEqual(["a", "*", "b", "c", "2", "<", "3"]);
});
