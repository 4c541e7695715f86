import { expect, test } from "vitest";
import { quoteInTranslation } from "./quote-in-translation.ts";

const kjv = (text: string, about?: string): string => quoteInTranslation(text, "KJV", about);

test("the prose of the World English Bible stays as it is written", () => {
  expect(quoteInTranslation("In Psalm 23: “I shall lack nothing.”", "WEB")).toBe("In Psalm 23: “I shall lack nothing.”");
});

test.for([
  ["He hears: “God meant it for good”, and no more.", "He hears: “God meant it unto good”, and no more."],
  ["“As for you, you meant evil against me”.", "“as for you, ye thought evil against me”."],
] as const)("what is quoted of a passage are the King James's words for it: %s", ([web, expected]) => {
  expect(kjv(web, "Genesis 50:19-21")).toBe(expected);
});

test.for([
  ["In Psalm 27 stands “Wait for Yahweh.”", "In Psalm 27 stands “Wait on the LORD.”"],
  [
    "Ephesians 4 says, “Don’t let the sun go down on your wrath.”",
    "Ephesians 4 says, “let not the sun go down upon your wrath.”",
  ],
  [
    "Genesis 28: “Surely Yahweh is in this place, and I didn’t know it.”",
    "Genesis 28: “Surely the LORD is in this place; and I knew it not.”",
  ],
  ["1 Samuel 1: “I prayed for this child”.", "1 Samuel 1: “For this child I prayed”."],
] as const)("a chapter that the paragraph names will do, and nothing is cut off: %s", ([web, expected]) => {
  expect(kjv(web)).toBe(expected);
});

test("what the King James says otherwise is told, and is no quotation", () => {
  expect(kjv("Colossians 3 wants “a heart of compassion” first.")).toBe("Colossians 3 wants *a heart of compassion* first.");
  expect(kjv("“May Yahweh bless you”, they say.", "Ruth 2:4")).not.toContain("Yahweh");
});
