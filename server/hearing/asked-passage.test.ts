import { describe, expect, test } from "vitest";
import { askedPassages, overlapsRanges } from "./asked-passage.ts";
import { compose, NOTE } from "../vendors/writer/composer/compose.ts";
import { chooseTheme } from "../vendors/writer/composer/composer.ts";
import { readFrames } from "../vendors/writer/composer/frames.ts";
import { GENERAL_THEME, readThemes } from "../themes/themes.ts";

const asks = (topic: string, reference: string) => overlapsRanges(reference, askedPassages(topic));

describe("a passage is asked for", () => {
  test.for([
    ["sermon on Psalm 23", "Psalm 23:4-6"],
    ["psalm 139 please", "Psalm 139:1-4"],
    ["Romans 8:28 for my husband", "Romans 8:28"],
    ["john 3:16", "John 3:16"],
    ["1 corinthians 13 for a wedding", "1 Corinthians 13:4-7"],
    ["Job 23", "Job 23:8-10"],
    ["Good Samaritan, for a youth group", "Luke 10:31-33"],
    ["the Prodigal Son", "Luke 15:20-21"],
    ["Advent 2, John the Baptist", "Luke 3:10-11"],
    ["a sermon about the story of Jonah for sunday school", "Jonah 4:9-10"],
    ["Hannah", "1 Samuel 1:13-15"],
    ["david & goliath", "1 Samuel 17:38-39"],
  ] as const)("by “%s”", ([topic, reference]) => {
    expect(asks(topic, reference)).toBe(true);
  });
});

describe("nothing is asked for", () => {
  test.for([
    "i lost my job 3 weeks ago",
    "my son john 3 years old is sick",
    "my daughter Hannah will not speak to me",
    "my brother mark 2 years sober",
    "we have 2 kings of trouble, money and health",
    "grace",
    "I am 50 and it is 3 in the morning",
  ])("by “%s”", (topic) => {
    expect(askedPassages(topic)).toEqual([]);
  });
});

test("verses next to the ones that were asked for are others", () => {
  const asked = askedPassages("Luke 10:31-33");
  expect(overlapsRanges("Luke 10:33-35", asked)).toBe(true);
  expect(overlapsRanges("Luke 10:34-35", asked)).toBe(false);
  expect(overlapsRanges("Luke 11:31-33", asked)).toBe(false);
});

describe("the sermon is on the passage that was asked for", () => {
  const themes = readThemes();
  const shelf = { themes, frames: readFrames() };

  test.for([
    ["sermon on Psalm 23", "Psalm 23:4–6"],
    ["Good Samaritan, for a youth group", "Luke 10:31–33"],
    ["the prodigal son", "Luke 15:22–24"],
    ["Isaiah 40:31", "Isaiah 40:29–31"],
    ["zacchaeus", "Luke 19:4–6"],
  ] as const)("%s", ([topic, reference]) => {
    const theme = chooseTheme(topic, themes);
    if (!theme) throw new Error(`"${topic}" is not understood`);
    const memory: string[][] = [];
    for (const minutes of [5, 10, 5] as const) {
      const written = compose({ topic, minutes, seed: `${memory.length}`, memory }, theme, shelf);
      expect(written.sermon.mainPassage).toBe(reference);
      memory.push(written.memory);
    }
  });

  test("unless a passage is only mentioned in a trouble that is clear without it", () => {
    const topic =
      "my husband of fifty years died in May, he always read the good samaritan to our boys, and the house is so quiet";
    expect(chooseTheme(topic, themes)?.id).toBe("grief");
  });
});

test("who names a passage that no text explains is told so, below a sermon on another one", () => {
  const themes = readThemes();
  const shelf = { themes, frames: readFrames() };
  const note = (topic: string): string => {
    const theme = chooseTheme(topic, themes) ?? themes.find(({ id }) => id === GENERAL_THEME);
    if (!theme) throw new Error("no theme");
    return compose({ topic, minutes: 5, seed: "a", memory: [] }, theme, shelf).content.split("\n").at(-1) ?? "";
  };
  expect(note("a sermon on Obadiah 1:3")).toBe(
    `You named Obadiah 3. No passage written here both explains it and speaks to your topic, so this sermon reads another one. ${NOTE}`,
  );
  expect(note("sermon on Psalm 23")).toBe(NOTE);
  expect(note("forgiving my father")).toBe(NOTE);
});
