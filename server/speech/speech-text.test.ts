import { expect, test } from "vitest";
import { readableWords, speechWords } from "./speech-text.ts";

const words = (text: string): { text: string }[] => text.split(/\s+/u).map((text) => ({ text }));
const said = (text: string): string => speechWords(words(text)).flat().join(" ");

test.each([
  // Bible references
  ["1 Cor. 13:4–7", "first corinthians, chapter thirteen, verses four to seven"],
  ["Genesis 50:19–21", "genesis, chapter fifty, verses nineteen to twenty one"],
  ["Psalm 23", "psalm twenty three"],
  ["Psalm 119:105", "psalm one hundred nineteen, verse one hundred five"],
  ["John 3:16a.", "john, chapter three, verse sixteen,"],
  ["1 John 4:8", "first john, chapter four, verse eight"],
  ["II Timothy 1:7", "second timothy, chapter one, verse seven"],
  ["I John saw this", "i john saw this"],
  ["Rom. 8:28–9:1", "romans, chapter eight, verse twenty eight to chapter nine, verse one"],
  ["Matt. 5:3, 5; 6:33", "matthew, chapter five, verses three, five, chapter six, verse thirty three"],
  ["Psalms 120–134", "psalms one hundred twenty to one hundred thirty four"],
  ["(vv. 3-5)", "verses three to five,"],
  ["read ch. 4, v. 2", "reed chapter four, verse two"],
  ["— Isaiah 40:31", "isaiah, chapter forty, verse thirty one"],
  ["1 Corinthians 13 and Isaiah 40.", "first corinthians, chapter thirteen and isaiah, chapter forty,"],
  ["Genesis 1–3", "genesis, chapters one to three"],
  ["John 3 weeks later; the Acts 2 people", "john three weeks later, the acts two people"],
  ["Jude 3 and Philemon 1:6", "jude, verse three and philemon, verse six"],
  ["Song of Solomon 2:4", "song of solomon, chapter two, verse four"],
  ["Psalm 34:18", "psalm thirty four, verse eighteen"],
  ["Psalm XXIII, chapter iv, World War II", "psalm twenty three, chapter four, world war two"],
  ["Henry VIII and John Paul II", "henry the eighth and john paul the second"],
  // Punctuation
  ["grace—not merit—saves", "grace, not merit, saves"],
  ["grace — not merit -- saves", "grace, not merit, saves"],
  ["“Peace, be still!” he said.", "peace, be still, he said,"],
  ["self-giving love (always)", "self giving love, always,"],
  ["God’s ‘yes’ isn't ours…", "god's yes isn't ours,"],
  ["bread & wine", "bread and wine"],
  ["He said “come to me now” and left", "he said, come to me now, and left"],
  ["the word “grace” is", "the word grace is"],
  ["grace¹ and truth[2] that.”3 go*", "grace and truth that, go"],
  ["he [was] there {now}", "he was there now"],
  ["for ever Amen", "for ever, amen,"],
  ["and me. Selah. Arise", "and me, selah, arise"],
  ["the LORD God, the Lᴏʀᴅ, YHWH", "the lord god, the lord, yahweh"],
  // Dates
  ["on March 3, 1984", "on march third, nineteen eighty four"],
  ["3 March 1984", "the third of march, nineteen eighty four"],
  ["on Dec. 25th", "on december twenty fifth"],
  ["2024-12-25 and 12/25/2024", "december twenty fifth, twenty twenty four and december twenty fifth, twenty twenty four"],
  ["in 586 BC and A.D. 70", "in five eighty six b c and aey d seventy"],
  ["you may 5 times march 3", "you may five times march three"],
  ["the ’90s and the mid-1990s", "the nineties and the mid nineteen nineties"],
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
  ["2½ cups at 20 °C, 6 ft. 2 in", "two and one half cups at twenty degrees celsius, six feet two in"],
  ["at 8pm and 7 a.m.", "at eight p m and seven aey m"],
  ["call 800-273-8255", "call eight zero zero, two seven three, eight two five five"],
  // Words
  ["Dr. Smith, St. Paul, etc.", "doctor smith, saint paul, et cetera"],
  ["e.g. the LORD, NIV, U.S., TV", "for example the lord, n i v, u s, t v"],
  ["Yahweh naïve café Æon", "yahweh naive cafe aeon"],
  ["we have read it; read it", "we have red it, reed it"],
  ["he lives; our lives lead us", "he livves, our lives leed us"],
  ["close your eyes, stay close", "cloze your eyes, stay close"],
  ["constructor valueOf __proto__", "constructor valueof proto"],
  ["Job 3:4; a job; Job loss", "jobe, chapter three, verse four, a job, job loss"],
])("%s is read as: %s", (text, expected) => {
  expect(said(text)).toBe(expected);
});

test.each([
  ["Psalm 119:105", "psalm one hundred and nineteen, verse one hundred and five"],
  ["1,005 people", "one thousand and five people"],
  ["on March 3", "on march the third"],
])("In British %s is read as: %s", (text, expected) => {
  expect(speechWords(words(text), "british").flat().join(" ")).toBe(expected);
});

test.each([
  ["1 Cor. 13:4–7 says", "first Corinthians, chapter thirteen, verses four to seven says"],
  ["(Isaiah 40:31).", "(Isaiah chapter forty, verse thirty one)."],
  ["“Love¹ is patient”[2]", "“Love is patient”"],
  ["On March 3, 1984 we", "On March third, nineteen eighty four we"],
])("For a voice that reads English by itself %s is %s", (text, expected) => {
  expect(readableWords(words(text)).filter(Boolean).join(" ")).toBe(expected);
});

test("Spoken words are assigned to the displayed word that they come from", () => {
  expect(speechWords(words("See 1 Cor. 13:4–7 — now"))).toEqual([
    ["see"],
    ["first"],
    ["corinthians,"],
    ["chapter", "thirteen,", "verses", "four", "to", "seven,"],
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
