import { expect, test } from "vitest";
import { speechWords } from "./speech-text.ts";

const words = (text: string): { text: string }[] => text.split(/\s+/u).map((text) => ({ text }));
const said = (text: string): string => speechWords(words(text)).flat().join(" ");

test.each([
  // Bible references
  ["1 Cor. 13:4–7", "first corinthians thirteen, verses four to seven"],
  ["Genesis 50:19–21", "genesis fifty, verses nineteen to twenty one"],
  ["Psalm 23", "psalm twenty three"],
  ["Psalm 119:105", "psalm one hundred nineteen, verse one hundred five"],
  ["John 3:16a.", "john three, verse sixteen,"],
  ["1 John 4:8", "first john four, verse eight"],
  ["II Timothy 1:7", "second timothy one, verse seven"],
  ["I John saw this", "i john saw this"],
  ["Rom. 8:28–9:1", "romans eight, verse twenty eight to nine, verse one"],
  ["Matt. 5:3, 5; 6:33", "matthew five, verses three, five, six, verse thirty three"],
  ["Psalms 120–134", "psalms one hundred twenty to one hundred thirty four"],
  ["(vv. 3-5)", "verses three to five,"],
  ["read ch. 4, v. 2", "reed chapter four, verse two"],
  ["— Isaiah 40:31", "isaiah forty, verse thirty one"],
  // Punctuation
  ["grace—not merit—saves", "grace, not merit, saves"],
  ["grace — not merit -- saves", "grace, not merit, saves"],
  ["“Peace, be still!” he said.", "peace, be still, he said,"],
  ["self-giving love (always)", "self giving love, always,"],
  ["God’s ‘yes’ isn't ours…", "god's yes isn't ours,"],
  ["bread & wine", "bread and wine"],
  // Numbers
  ["in 1984 and 2006, the 1990s", "in nineteen eighty four and two thousand six, the nineteen nineties"],
  ["40 days, 1,200 people, 7.5 miles", "forty days, one thousand two hundred people, seven point five miles"],
  ["the 21st of 100", "the twenty first of one hundred"],
  ["5–10 minutes", "five to ten minutes"],
  ["1/2 a cup", "one half a cup"],
  ["at 7:30 or 9:05 a.m.", "at seven thirty or nine oh five aey m"],
  [
    "$14.99, $1, $5 million, £2.50",
    "fourteen dollars and ninety nine cents, one dollar, five million dollars, two pounds and fifty pence",
  ],
  ["call 988", "call nine eight eight"],
  ["007", "zero zero seven"],
  // Words
  ["Dr. Smith, St. Paul, etc.", "doctor smith, saint paul, et cetera"],
  ["e.g. the LORD, NIV, U.S., TV", "for example the lord, n i v, u s, t v"],
  ["Yahweh naïve café Æon", "yahweh naive cafe aeon"],
  ["we have read it; read it", "we have red it, reed it"],
  ["he lives; our lives lead us", "he livves, our lives leed us"],
  ["close your eyes, stay close", "cloze your eyes, stay close"],
  ["constructor valueOf __proto__", "constructor valueof proto"],
  ["Job 3:4; a job; Job loss", "jobe three, verse four, a job, job loss"],
])("%s is read as: %s", (text, expected) => {
  expect(said(text)).toBe(expected);
});

test("Spoken words are assigned to the displayed word that they come from", () => {
  expect(speechWords(words("See 1 Cor. 13:4–7 — now"))).toEqual([
    ["see"],
    ["first"],
    ["corinthians"],
    ["thirteen,", "verses", "four", "to", "seven,"],
    [],
    ["now"],
  ]);
});

test("Words that cannot be spoken have no spoken words", () => {
  expect(speechWords(words("🙏 ❤️ 中文 ἀγάπη — \u0000\u202e ***"))).toEqual(Array.from({ length: 7 }, () => []));
});

test("A word of thousands of characters becomes at most 24 plain words", () => {
  for (const text of [
    "9".repeat(15_000),
    "1:".repeat(7_500),
    "a".repeat(15_000),
    "$".repeat(15_000),
    "é".repeat(9_000),
    "x.".repeat(7_500),
    "&".repeat(15_000),
  ]) {
    const [spoken = []] = speechWords([{ text }]);
    expect(spoken.length).toBeLessThanOrEqual(24);
    for (const word of spoken) expect(word).toMatch(/^[a-z']{1,40},?$/u);
  }
});
