import { expect, test } from "vitest";
import { renderSermon, type Sermon } from "./sermon.ts";
import { readDocument } from "./sermon-document.ts";
import { documentMarkdown } from "./sermon-markdown.ts";
import { textOf } from "./sermon-text.ts";

const sermon: Sermon = {
  title: "The Open Door",
  focus: "You may come as you are.",
  mainPassage: "Matthew 11:28–30",
  sections: [
    {
      heading: "The door stands open",
      parts: [
        { kind: "prose", text: "Nobody has *locked* it." },
        {
          kind: "scripture",
          quotation: { reference: "Matthew 11:28–30", text: "“Come to me, all you who labor.”", translation: "WEB" },
        },
        { kind: "list", items: ["Write it down.", "Call one friend."] },
      ],
    },
    {
      heading: "Come in",
      parts: [
        { kind: "scripture", quotation: { reference: "Psalm 23:1", text: "Yahweh is my shepherd.", translation: "WEB" } },
        { kind: "prose", text: "Sit down \\[here\\], <b>friend</b>." },
      ],
    },
  ],
  prayer: ["Lord, here I am.", "Amen."],
  references: ["Matthew 11:28–30", "Psalm 23:1"],
  outline: {
    points: [{ claim: "The door stands open", verses: "Matthew 11:28" }],
    questions: ["Who opened a door to you?"],
  },
};

const content = renderSermon(sermon);

test("a document has title, passage, outline, body, prayer and numbered references of a sermon", () => {
  const document = readDocument(content, { date: "2026-11-01T12:00:00Z" });
  expect(document).toMatchObject({
    title: "The Open Door",
    topic: null,
    date: "2026-11-01T12:00:00Z",
    passage: { reference: "Matthew 11:28–30", translation: "World English Bible" },
    outline: { points: [{ claim: "The door stands open", verses: "Matthew 11:28" }] },
    footnotes: [
      { number: 1, reference: "Matthew 11:28–30", translation: "World English Bible" },
      { number: 2, reference: "Psalm 23:1", translation: "World English Bible" },
    ],
  });
  expect(document.body.map((part) => part.kind)).toEqual([
    "heading",
    "paragraph",
    "quotation",
    "list",
    "heading",
    "quotation",
    "paragraph",
  ]);
  expect(document.body[2]).toMatchObject({ footnote: 1 });
  expect(document.prayer?.paragraphs.map(textOf)).toEqual(["Lord, here I am.", "Amen."]);
  expect(document.notes.map(textOf)).toEqual(["Scripture: Matthew 11:28–30; Psalm 23:1 (World English Bible)."]);
});

test("a text without notes, prayer or quotations is a document too", () => {
  expect(readDocument("Just a line.")).toMatchObject({
    title: "Sermon",
    passage: null,
    outline: null,
    prayer: null,
    footnotes: [],
    body: [{ kind: "paragraph" }],
  });
});

test("the Markdown of a document has footnotes, and means what the sermon says", () => {
  const markdown = documentMarkdown(readDocument(content, { topic: "doors * and _walls_", date: "2026-11-01T12:00:00Z" }));
  expect(markdown).toBe(
    [
      "# The Open Door",
      "*You may come as you are.*",
      "Matthew 11:28–30 (World English Bible)  \ndoors \\* and \\_walls\\_  \n2026-11-01",
      "## Outline",
      "You may come as you are.",
      "1. The door stands open (Matthew 11:28)",
      "### Questions for a group",
      "1. Who opened a door to you?",
      "## The door stands open",
      "Nobody has *locked* it.",
      "> “Come to me, all you who labor.”[^1]",
      "- Write it down.\n- Call one friend.",
      "## Come in",
      "> Yahweh is my shepherd.[^2]",
      "Sit down \\[here\\], friend.",
      "## Prayer",
      "Lord, here I am.",
      "Amen.",
      "---",
      "Scripture: Matthew 11:28–30; Psalm 23:1 (World English Bible).",
      "[^1]: Matthew 11:28–30, World English Bible",
      "[^2]: Psalm 23:1, World English Bible",
      "",
    ]
      .join("\n\n")
      .replace(/\n\n$/u, "\n"),
  );
});
