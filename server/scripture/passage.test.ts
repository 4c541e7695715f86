import { expect, test } from "vitest";
import { balanceQuotes } from "./balance-quotes.ts";
import { allVerses, verseText } from "./corpus.ts";
import { findReferences, passage, printReference } from "./passage.ts";

test("the World English Bible has 31,098 verses, and calls God by name", () => {
  expect([...allVerses()]).toHaveLength(31_098);
  expect(verseText({ book: "Ps", chapter: 23, verse: 1 })).toBe("Yahweh is my shepherd: I shall lack nothing.");
});

test("the King James Version has 31,102 verses, without the signs of its edition", () => {
  const verses = [...allVerses("KJV")];
  expect(verses).toHaveLength(31_102);
  expect(verses.filter(({ text }) => /[#[\]]|^\s|\s\s|\s$/u.test(text))).toEqual([]);
  expect(passage("Psalm 23:1", "KJV")?.text).toBe("The LORD is my shepherd; I shall not want.");
  expect(passage("Song of Solomon 2:1", "KJV")?.text).toBe("I am the rose of Sharon, and the lily of the valleys.");
  expect(passage("Luke 17:36", "KJV")).toBeNull();
  expect(verseText({ book: "Rom", chapter: 14, verse: 24 }, "KJV")).toBe(
    verseText({ book: "Rom", chapter: 16, verse: 25 }, "KJV"),
  );
});

test("a passage is printed with an en dash, exact text and its quotation marks closed", () => {
  expect(passage("Genesis 50:19-20")).toEqual({
    reference: "Genesis 50:19–20",
    text: "Joseph said to them, “Don’t be afraid, for am I in the place of God? As for you, you meant evil against me, but God meant it for good, to save many people alive, as is happening today.”",
    translation: "WEB",
  });
});

test("one verse, a whole psalm by its verses, a book of one chapter and a range over two chapters have their printed forms", () => {
  expect(passage("ps 23:1")?.reference).toBe("Psalm 23:1");
  expect(passage("Psalm 121:1-8")?.reference).toBe("Psalm 121:1–8");
  expect(passage("Jude 24-25")?.reference).toBe("Jude 24–25");
  expect(passage("Isaiah 40:31-41:1")?.reference).toBe("Isaiah 40:31–41:1");
});

test("what is no passage of the Bible is none", () => {
  const references = ["John 25:3", "Hezekiah 3:1", "Genesis 50", "Luke 17:36", "3 John 15", "", "John 3:16; Romans 5:8"];
  expect(references.filter((reference) => passage(reference) !== null)).toEqual([]);
});

test("verses that WEB leaves out are passed over, and the end of Romans is found where WEB prints it", () => {
  expect(passage("Luke 17:35-37")?.text).toContain("the other will be left.” They, answering, asked him");
  expect(passage("Acts 8:36-38")?.reference).toBe("Acts 8:36–38");
  expect(passage("Romans 16:25-27")?.text).toMatch(/^Now to him who is able to establish you/u);
});

test("a name that is also a word is a reference only with its chapter and verse", () => {
  expect(findReferences("He has my job 3 times over.").every((r) => !r.verses)).toBe(true);
  expect(findReferences("See Job 3:3 and Romans 8.").map((r) => r.verses)).toEqual([true, false]);
});

test("speech that runs across the edges of an excerpt is opened and closed, inside other speech too", () => {
  expect(balanceQuotes("“Blessed are the meek. “Blessed are the pure.")).toBe("“Blessed are the meek. Blessed are the pure.”");
  expect(balanceQuotes("and go.” He went.")).toBe("“and go.” He went.");
  expect(balanceQuotes("He said, ‘Pay me what you owe!’")).toBe("He said, ‘Pay me what you owe!’");
  expect(balanceQuotes("“The king said, ‘Go to my fathers’ house")).toBe("“The king said, ‘Go to my fathers’ house’”");
});

test("a verse from the middle of a speech opens as speech, and one of plain narrative does not", () => {
  expect(passage("Genesis 50:20")?.text).toMatch(/^“As for you, you meant evil against me/u);
  expect(passage("Matthew 18:26-28")?.text).toMatch(
    /^“The servant therefore fell down.*the debt\. But that servant.*‘Pay me what you owe!’”$/u,
  );
  expect(passage("Genesis 50:22")?.text).toMatch(/^Joseph lived in Egypt/u);
});

const letters = (text: string): string => text.replace(/[“”‘’]/gu, "");

test("every verse of the Bible can be quoted alone with its double marks in pairs, not a word changed", () => {
  let unbalanced = 0;
  let altered = 0;
  for (const { text } of allVerses()) {
    const quoted = balanceQuotes(text);
    let depth = 0;
    for (const char of quoted) {
      if (char === "“") depth++;
      if (char === "”") depth--;
      if (depth < 0) break;
    }
    if (depth !== 0) unbalanced++;
    if (letters(quoted) !== letters(text)) altered++;
  }
  expect({ unbalanced, altered }).toEqual({ unbalanced: 0, altered: 0 });
});

test.each([
  ["Candlemas in the care home, Luke 2.22-40. 14 residents", "Luke 2:22–40"],
  ["Romans 8. 28 people will be there", "Romans 8:1–39"],
  ["Psalm 130. 6 and 7 are my favourites", "Psalm 130:6–7"],
  ["Homilie über Lk 2,22-40", "Luke 2:22–40"],
])("a number that begins the next sentence is no verse, and a comma before a range is a colon: “%s”", (text, reference) => {
  const [found] = findReferences(text);
  expect(found && printReference(found.range)).toBe(reference);
});
