import { describe, expect, test } from "vitest";
import { withImplied } from "../themes/facts.ts";
import { readThemes } from "../themes/themes.ts";
import type { Audience } from "../../shared/reading.ts";
import { possibleFacts } from "./possible-facts.ts";
import { readTopic, weighTopic } from "./reading.ts";
import { readSituations } from "./situations/situations.ts";

const themes = readThemes();
const asked = (topic: string, audience: Audience = "self") => possibleFacts(weighTopic(topic, themes), audience);

describe("what a topic may say is asked about", () => {
  test.for([
    ["the bakery shut on saturday. 22 years. i gave the last loaves to whoever was stood there", "business-failed"],
    ["the birds start at four, i was there", "sleepless"],
    ["Another birthday card from the residents' association, and my knees.", "old"],
  ] as const)("“%s”: %s", ([topic, fact]) => {
    expect(asked(topic)).toContain(fact);
  });
});

test("what was heard already is not asked about", () => {
  const topic = "my wife died in the spring and i lie awake every night";
  const heard = readTopic(topic, themes)[0]?.facts ?? new Set();
  expect(heard.size).toBeGreaterThan(0);
  expect(asked(topic).filter((one) => heard.has(one))).toEqual([]);
});

test("nothing is asked about hearers", () => {
  expect(asked("the bakery shut on saturday. 22 years.", "congregation")).toEqual([]);
});

test("whoever writes about somebody else is not asked whether they lost somebody themselves", () => {
  const topic = "old neighbor yells at his sprinklers since his wife went. she was the one who waved";
  const losses = (audience: Audience) => asked(topic, audience).filter((one) => one.endsWith("-died"));
  expect(losses("other")).toEqual([]);
});

test("who lost a baby in pregnancy is not asked whether one is on the way", () => {
  const topic = "We lost the baby at 11 weeks. Hardly anybody knew I was pregnant so hardly anybody knows now.";
  expect(readTopic(topic, themes)[0]?.said).toContain("pregnancy-lost");
  for (const one of ["pregnant", "pregnancy-unplanned", "child-died"]) expect(asked(topic)).not.toContain(one);
});

test("for its theme alone nobody is asked whether they were unfaithful", () => {
  expect(asked("we are more like flatmates than husband and wife")).not.toContain("unfaithful");
});

test("who tells of a hard day at work is not asked whether they are without work", () => {
  expect(asked("customers scream at me all day")).not.toContain("unemployed");
});

test("of situations at most three facts are asked about, and none that follows from one before it", () => {
  for (const { topic } of readSituations("development")) {
    const facts = asked(topic);
    expect(facts.length).toBeLessThanOrEqual(3);
    for (const [i, one] of facts.entries()) expect(withImplied(facts.slice(0, i))).not.toContain(one);
  }
});

test.each(["abortion-past", "parent-died"] as const)(
  "what would hurt to be asked for no reason is asked only where it is likely: %s",
  (fact) => {
    const withLikely = (likely: number) =>
      possibleFacts(
        {
          facts: new Map([
            [fact, likely],
            ["sleepless", 0.3],
          ]),
          themes: { all: [], general: 1 },
        },
        "self",
      );
    expect(withLikely(0.4)).toEqual(["sleepless"]);
    expect(withLikely(0.6)).toEqual([fact, "sleepless"]);
  },
);
