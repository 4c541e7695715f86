import { describe, expect, test } from "vitest";
import { DURATIONS, WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import { OUTLINE_LINES, readOutline } from "../../../../shared/outline.ts";
import { renderSermon, type Sermon } from "../../../../shared/sermon.ts";
import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import { readPericopes } from "../../../pericopes/pericopes.ts";
import { readSlowReading } from "../../../pericopes/slow-reading.ts";
import { findReferences, passage } from "../../../scripture/passage.ts";
import type { WrittenSermon } from "../writer.ts";
import { createComposer } from "./composer.ts";
import { homily } from "./homily.ts";
import { readSlowly } from "./read-slowly.ts";
import { createVerseCheck } from "./verse-check.ts";

const composer = createComposer();
const verseChanges = createVerseCheck();
const library = readSlowReading();
const headings = { opening: "Opening", gospel: "Gospel", response: "Response" };

async function write(topic: string, minutes: Duration = 5, memory: string[][] = []): Promise<WrittenSermon> {
  for await (const event of composer.write({ topic, minutes, seed: "s", memory }, new AbortController().signal))
    if (event.type === "done") return event.written;
  throw new Error("no sermon was written");
}
const wordsOf = (content: string): number => countSpokenWords(readSermon(content));

/** The outline of a sermon as its text has it; its points are all found there. */
function outlineOf(sermon: Sermon) {
  const found = readOutline(readSermon(renderSermon(sermon)));
  expect(found?.points.filter(({ place }) => place === null)).toEqual([]);
  return { points: found?.points.map(({ claim }) => claim), questions: found?.questions.length };
}

describe("a passage that is asked for is the one that is read", () => {
  test.for([
    ["sermon on Psalm 23", "Psalm 23"],
    ["Romans 8:28", "Romans 8"],
    ["3 points on Philippians 4:4-9", "Philippians 4"],
    ["Obadiah 1:3", "Obadiah"],
    ["Psalm 88", "Psalm 88"],
    ["Haggai", "Haggai"],
    ["Leviticus 19:33-34", "Leviticus 19"],
  ] as const)("%s", async ([topic, chapter]) => {
    for (const minutes of DURATIONS) {
      const { sermon, content } = await write(topic, minutes);
      expect(sermon.mainPassage).toContain(chapter);
      const [min, max] = WORD_RANGE[minutes];
      expect(wordsOf(content)).toBeGreaterThanOrEqual(min);
      expect(wordsOf(content)).toBeLessThanOrEqual(max);
      expect(verseChanges(content)).toEqual([]);
    }
  });

  test("unless it is only mentioned in a trouble that is clear without it", async () => {
    const topic =
      "my husband of fifty years died in May, he always read the good samaritan to our boys, and the house is so quiet";
    expect((await write(topic)).image.theme).toBe("grief");
  });
});

test.for(["short", "long"] as const)("every kind of book can be read slowly, whether the passage is %s", (size) => {
  const books = ["Genesis 5", "Leviticus 19", "Psalm 88", "Proverbs 27", "Nahum 3", "Luke 3", "Titus 2", "Revelation 9"];
  for (const [i, chapter] of books.entries())
    for (const minutes of DURATIONS) {
      const [found] = findReferences(size === "short" ? `${chapter}:3` : `${chapter}:1-15`);
      if (!found) throw new Error(`${chapter} has no such verses`);
      const { sermon } = readSlowly(found.range, { minutes, seed: `${i}`, heard: new Set() }, library);
      expect(sermon.references).toHaveLength(1);
      if (sermon.outline)
        expect(outlineOf(sermon)).toEqual({ points: sermon.outline.points.map(({ claim }) => claim), questions: 3 });
      expect(sermon.sections.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "scripture").length).toBeGreaterThan(1);
    }
});

test("a homily states its idea, reads the passage, and preaches its points in the order of the text", () => {
  for (const one of readPericopes())
    for (const minutes of DURATIONS)
      for (const opening of [0, 1]) {
        const sermon = homily(one, { minutes, opening }, headings);
        const order = one.points
          .map(({ heading }) => heading)
          .filter((heading) => sermon.sections.some((s) => s.heading === heading));
        expect(sermon.sections.map(({ heading }) => heading).filter((heading) => order.includes(heading))).toEqual(order);
        expect(sermon.outline?.points.length).toBeGreaterThanOrEqual(2);
        expect(outlineOf(sermon)).toEqual({ points: sermon.outline?.points.map(({ claim }) => claim), questions: 3 });
        expect(passage(sermon.mainPassage)).not.toBeNull();
      }
});

test.for([
  ["funeral", "Funeral homily on Psalm 46"],
  ["wedding", "Wedding homily on Psalm 46"],
  ["baptism", "Baptism homily on Psalm 46"],
] as const)("a homily at a %s begins with the occasion and prays for whom it is about", async ([occasion, topic]) => {
  const { openings, prayers } = library.texts.occasions[occasion];
  const { sermon, content } = await write(topic);
  expect(sermon.mainPassage).toContain("Psalm 46");
  expect(openings.some((opening) => content.includes(opening))).toBe(true);
  expect(prayers).toContain(sermon.prayer[0]);
});

test("children hear a talk that is written for them, a congregation one that is not", async () => {
  const forChildren = readPericopes().filter(({ hearers }) => hearers === "children");
  const isForChildren = ({ sermon }: WrittenSermon): boolean => forChildren.some(({ title }) => title === sermon.title);
  expect(isForChildren(await write("Children's talk, ages 4 to 9, Jonah"))).toBe(true);
  expect(isForChildren(await write("Children's talk about coming last at sports day"))).toBe(true);
  expect(isForChildren(await write("Sermon on Jonah 4"))).toBe(false);
});

test("the outline of a homily stands among the notes, which are not spoken", async () => {
  const { content } = await write("homily on Psalm 23 for Sunday");
  const notes = content.split("\n---\n")[1] ?? "";
  for (const name of Object.values(OUTLINE_LINES)) expect(notes).toContain(name);
  expect(
    readSermon(content)
      .filter(({ kind }) => kind === "note")
      .every(({ spoken }) => !spoken),
  ).toBe(true);
});

test("who asks for the same passage again hears it with the other opening", async () => {
  const first = await write("Psalm 23");
  const second = await write("Psalm 23", 5, [first.memory]);
  expect(second.content).not.toBe(first.content);
  expect(second.sermon.mainPassage).toBe(first.sermon.mainPassage);
});

describe("a passage is read slowly as people can hear it", () => {
  type Options = Parameters<typeof readSlowly>[1];
  const slowly = (ref: string, minutes: Duration, reading?: Options["reading"]): Sermon => {
    const [found] = findReferences(ref);
    if (!found) throw new Error(`there is no ${ref}`);
    return readSlowly(found.range, { minutes, seed: "s", heard: new Set(), reading }, library).sermon;
  };
  const textOf = (sermon: Sermon): string => renderSermon(sermon);
  /** The most questions that are asked about one part. */
  const mostAsked = ({ sections }: Sermon): number => {
    const parts = sections.find(({ heading }) => heading === "Once More, Slowly")?.parts ?? [];
    return Math.max(0, ...parts.map((part) => (part.kind === "prose" ? part.text.split("?").length - 1 : 0)));
  };

  test.for(["Esther 8:9-11", "Song of Solomon 2:8-13", "Philippians 4:2-3", "Joel 2:25-27", "Jeremiah 44:12-14"])(
    "%s is read whole",
    (ref) => {
      const sermon = slowly(ref, 5, { audience: "congregation", occasion: null });
      expect(sermon.mainPassage.replaceAll("–", "-")).toBe(ref);
      for (const text of library.texts.goesOn) expect(textOf(sermon)).not.toContain(text);
    },
  );

  test("a passage of one part has no outline", () => {
    expect(slowly("Joel 2:25", 5).outline).toBeUndefined();
  });

  test("a wedding, a funeral and a baptism hear no questions and get no tasks", () => {
    for (const occasion of ["wedding", "funeral", "baptism"] as const)
      for (const ref of ["Song of Solomon 2:8-13", "Song of Solomon 8:6", "John 14:1-3", "Mark 1:9-11", "Numbers 6:24-26"])
        for (const minutes of DURATIONS) {
          const sermon = slowly(ref, minutes, { audience: "congregation", occasion });
          expect(mostAsked(sermon)).toBe(0);
          expect(sermon.outline?.questions ?? []).toEqual([]);
          for (const text of library.texts.responses) expect(textOf(sermon)).not.toContain(text);
        }
  });

  test("a congregation is asked at most two questions about each part", () => {
    for (const ref of ["Philippians 4:2-3", "Nahum 3:1-7", "Ruth 4:1-6"])
      for (const minutes of DURATIONS)
        expect(mostAsked(slowly(ref, minutes, { audience: "congregation", occasion: null }))).toBeLessThanOrEqual(2);
  });

  test("the Song of Songs is heard as a love poem", () => {
    expect(library.books["Song"]?.genre).toBe("love");
  });

  test("a promise is asked nothing about nations or judgement", () => {
    for (const seed of ["a", "b", "c", "d"]) {
      const [found] = findReferences("Joel 2:25");
      if (!found) throw new Error("there is no Joel 2:25");
      const text = textOf(readSlowly(found.range, { minutes: 5, seed, heard: new Set() }, library).sermon);
      const { questions, further } = library.texts.genres.prophecy;
      const tied = [...questions, ...further].flatMap((one) => (typeof one === "string" ? [] : [one.text]));
      expect(tied.filter((one) => text.includes(one))).toEqual([]);
    }
  });
});
