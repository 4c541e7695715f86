import { expect, test } from "vitest";
import { lockVerses } from "./verse-lock.ts";

const locked = (text: string): { text: string; kinds: string[] } => {
  const { text: out, changes } = lockVerses(text);
  return { text: out, kinds: changes.map((change) => change.kind) };
};

test("what is exact stays as it is, quoted in full, in part, or with another Bible's name of God left out", () => {
  for (const text of [
    "Psalm 34:18 tells us “Yahweh is near to those who have a broken heart, and saves those who have a crushed spirit.”",
    "He asks, “am I in the place of God?” and waits.",
    "“We took sweet fellowship together,” the psalm says.",
    "> Yahweh is my shepherd: I shall lack nothing.\n>\n> — Psalm 23:1",
  ])
    expect(locked(text)).toEqual({ text, kinds: [] });
});

test("near words become the exact words", () => {
  expect(locked("“The LORD is my shepherd: I shall lack nothing.” (Psalm 23:1)")).toEqual({
    text: "“Yahweh is my shepherd: I shall lack nothing.” (Psalm 23:1)",
    kinds: ["exact words"],
  });
  expect(locked("He says, “Come unto me, all you who labor and are heavily burdened, and I will give you rest.”").text).toBe(
    "He says, “Come to me, all you who labor and are heavily burdened, and I will give you rest.”",
  );
});

test("a cited paraphrase becomes the verse that it cites", () => {
  expect(locked("As Isaiah 41:10 puts it, “Do not fear, for I am with you; do not be dismayed, for I am your God.”").text).toBe(
    "As Isaiah 41:10 puts it, “Don’t you be afraid, for I am with you. Don’t be dismayed, for I am your God. I will strengthen you. Yes, I will help you. Yes, I will uphold you with the right hand of my righteousness.”",
  );
});

test("exact words under a wrong reference get the right one", () => {
  expect(locked("Peter writes, “casting all your worries on him, because he cares for you” (1 Peter 5:8).")).toEqual({
    text: "Peter writes, “casting all your worries on him, because he cares for you” (1 Peter 5:7).",
    kinds: ["corrected reference"],
  });
});

test("what Scripture does not say is no longer ascribed to it", () => {
  const { text } = locked("“God helps those who help themselves,” says Proverbs 12:30. We work.");
  expect(text).toBe("We work.");
  expect(locked("Every door is open (John 25:3), they say.").text).toBe("Every door is open, they say.");
  expect(locked("As John 25:3 reminds us, “love is the door to every house.” Walk on.").text).not.toContain("John");
});

test("what people say to each other keeps its marks if it is short, and is set in italics if it could be taken for a verse", () => {
  expect(locked("A child asks, “May I have the other half of that apple, please?” She said, “I can’t.”")).toEqual({
    text: "A child asks, *May I have the other half of that apple, please?* She said, “I can’t.”",
    kinds: ["unquoted"],
  });
});

test.for([
  ["an invented word of Jesus", "Jesus said, “Be merry at once.”", "Jesus said, Be merry at once."],
  [
    "a wrong chapter",
    "In Romans 9, Paul says “the Spirit also helps our weaknesses”.",
    "In Romans 8, Paul says “the Spirit also helps our weaknesses”.",
  ],
  [
    "another translation",
    "David sings, “The LORD is my shepherd; I shall not want.”",
    "David sings, “Yahweh is my shepherd: I shall lack nothing.”",
  ],
  [
    "single marks",
    "Psalm 23:1 says, 'The LORD is my shepherd; I shall lack nothing.'",
    "Psalm 23:1 says, “Yahweh is my shepherd: I shall lack nothing.”",
  ],
  [
    "words left out",
    "“Come to me … and I will give you rest” (Matthew 11:28).",
    "“Come to me, all you who labor and are heavily burdened, and I will give you rest” (Matthew 11:28).",
  ],
  ["a reference in words", "Second Timothy chapter one, verse ninety-nine, is short. We go on.", "We go on."],
  ["a range that is too long", "Read John 3:35–40.", "Read John 3:35–36."],
  ["a list of references", "It is everywhere (Romans 8:1; John 25:3; Psalm 23:1).", "It is everywhere (Romans 8:1; Psalm 23:1)."],
  [
    "a list of sources",
    "---\n\nScripture: John 25:3; Romans 8:1 (World English Bible).",
    "---\n\nScripture: Romans 8:1 (World English Bible).",
  ],
  [
    "a range in figures",
    "> I am wrong\n>\n> — Psalm 121:1-2",
    "> I will lift up my eyes to the hills. Where does my help come from? My help comes from Yahweh, who made heaven and earth.\n>\n> — Psalm 121:1–2",
  ],
] as const)("%s is put right", ([, text, right]) => {
  expect(locked(text).text).toBe(right);
});

test.for([
  "Doors open Sunday 10:30; he was up at 6:15, and won 3:2.",
  "A reference far away stays what it is. “Blessed are those who mourn, for they shall be comforted,” he read. Much later in the week, when the dishes had been done and the house was quiet again, she turned to another page. Romans 8:1 stood there.",
  "In Psalm 23, in John three sixteen and in the eighth chapter of Romans.",
  "His sister’s children’s coats hung in the fathers’ house, and ’twas late.",
])("what is no fault is left: %s", (text) => {
  expect(locked(text)).toEqual({ text, kinds: [] });
});

test("a text of the King James is locked to the King James", () => {
  const text = "“As for you, you meant evil against me” (Genesis 50:20).";
  expect(lockVerses(text, { translation: "KJV" }).text).toMatch(
    /^“But as for you, ye thought evil against me; but God meant it unto good/u,
  );
});

test("a block quotation that is not the verse below it becomes that verse", () => {
  expect(locked("Before.\n\n> Yahweh is my shepherd, I shall not want.\n>\n> — Psalm 23:1\n\nAfter.")).toEqual({
    text: "Before.\n\n> Yahweh is my shepherd: I shall lack nothing.\n>\n> — Psalm 23:1\n\nAfter.",
    kinds: ["exact words"],
  });
});

test("each quotation is measured against its own reference when a paragraph has two", () => {
  const text = "John writes “God is love” (1 John 4:8), and Paul writes “Pray without ceasing” (1 Thessalonians 5:17).";
  expect(locked(text).kinds).toEqual([]);
});
