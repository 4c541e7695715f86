import { describe, expect, test } from "vitest";
import { askedPassages, overlapsRanges, readNames } from "./asked-passage.ts";

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
    ["youth group, 14 to 16. Story of Hagar, the God who sees", "Genesis 16:13"],
    ["Epiphany, hospital chapel, before the day shift", "Matthew 2:11"],
    ["why did Jesus let the pigs drown", "Mark 5:11-13"],
  ] as const)("by “%s”", ([topic, reference]) => {
    expect(asks(topic, reference)).toBe(true);
  });
});

test("a name alone is no story, unless it is all that was written", () => {
  expect(asks("my sister Hagar is getting married", "Genesis 16:13")).toBe(false);
  expect(asks("Hagar", "Genesis 16:13")).toBe(true);
});

test("a talk names its person of the Bible between two marks", () => {
  const topic = "Children's talk, ages 4 to 9, Jonah. No whale puppet";
  expect(overlapsRanges("Jonah 4:9-10", askedPassages(topic, true))).toBe(true);
  expect(asks("my son, Jacob, is ill", "Genesis 28:10-12")).toBe(false);
});

test.for([
  ["Wedding in June, Love is patient is NOT wanted", "1 Corinthians 13:4-7"],
  ["funeral of a baker, anything but Psalm 23", "Psalm 23"],
  ["wedding, but John 3:16 is not wanted", "John 3:1-2"],
  ["please no good Samaritan, they have heard it", "Luke 10:31-33"],
] as const)("a passage that is refused is not asked for: %s", ([topic, reference]) => {
  expect(asks(topic, reference)).toBe(false);
});

test("a passage beside other denials is asked for", () => {
  expect(asks("I do not want to lose hope Romans 8:28", "Romans 8:28")).toBe(true);
  expect(asks("the labourers in the vineyard is not fair", "Matthew 20:1-16")).toBe(true);
});

test("a story by its name is asked for, not the whole chapter that is named beside it", () => {
  const topic = "Preaching on the labourers in the vineyard (Matthew 20)";
  expect(asks(topic, "Matthew 20:1-16")).toBe(true);
  expect(asks(topic, "Matthew 20:29-34")).toBe(false);
  expect(asks("Matthew 20", "Matthew 20:29-34")).toBe(true);
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

test("each name that is known stands for a passage", () => {
  expect(readNames().filter(({ ranges }) => ranges().length === 0)).toEqual([]);
});
