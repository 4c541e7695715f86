import { expect, test } from "vitest";
import { readSermon } from "../../../../shared/sermon-text.ts";
import { partsOf, speechesOf, textOf } from "./speeches.ts";

const read = (markdown: string): string[] => speechesOf(readSermon(markdown)).map(({ sentences }) => textOf(sentences));

test.for([
  ["See 1 Cor. 13:4–7.", "See first Corinthians, chapter thirteen, verses four to seven."],
  ["(Gen. 50:19–21) “Fear not!” he said.", "(Genesis, chapter fifty, verses nineteen to twenty one) “Fear not!” he said."],
  ["At 3 a.m., for $14.99?", "At three a.m., for fourteen dollars and ninety nine cents?"],
  ["Dr. Lee read it; God’s grace — not merit — saves…", "Dr. Lee read it; God’s grace — not merit — saves…"],
  ["Peace 🙏 be < break time > with [laughs] you❤️.", "Peace be break time with laughs you."],
])("%s is read as: %s", ([shown = "", expected]) => {
  expect(read(shown)).toEqual([expected]);
});

test("Headings and notes are not read, and each displayed word has its place", () => {
  const speeches = speechesOf(readSermon("# Rest\n\n## Heading\n\nCome to me — all. 🙏 Psalm 23.\n\n---\n\nA note."));
  expect(speeches).toEqual([
    { pause: 1.35, prayer: false, sentences: [["Rest"]] },
    { pause: 1, prayer: false, sentences: [["Come", "to", "me", "—", "all.", "", "Psalm", "twenty three."]] },
  ]);
});

test("What suits only readers is not read, and keeps its place", () => {
  const [speech] = speechesOf(readSermon("God is near. Read them twice."));
  expect(speech?.sentences).toEqual([
    ["God", "is", "near."],
    ["", "", ""],
  ]);
});

test("A long block is cut after sentences, a sentence only where it alone is too long, and no word is lost", () => {
  const sentence = ["word", ...Array.from({ length: 150 }, () => "again")];
  const endless = Array.from({ length: 900 }, () => "on");
  const parts = partsOf([sentence, sentence, sentence, endless]);
  expect(parts.map((part) => part.map((words) => words.length))).toEqual([[151, 151], [151], [666], [234]]);
  expect(parts.every((part) => textOf(part).length <= 2000)).toBe(true);
  expect(parts.flat(2)).toEqual([...sentence, ...sentence, ...sentence, ...endless]);
});

test("Hostile text is not read beyond its measure", () => {
  for (const text of ["9".repeat(15_000), "9 ".repeat(7500), "a".repeat(15_000), "$1 ".repeat(5000), "1:2 ".repeat(3750)]) {
    const length = read(text).join("").length;
    expect(length).toBeLessThanOrEqual(20_000);
  }
});
