import { describe, expect, test } from "vitest";
import { GENERAL_THEME, readThemes } from "../themes/themes.ts";
import { SUBJECTS } from "../../shared/subjects.ts";
import { describe as describeReading, sayBack } from "./describe.ts";
import { plainReading, readingFor, readTopic } from "./reading.ts";

const themes = readThemes();
const best = (topic: string) => readingFor(topic, themes);

describe("what is said about the person is heard", () => {
  test.for([
    ["my wife died in the spring and the house is so quiet", "partner-died"],
    ["i lost my job", "unemployed"],
    ["I can't sleep, it is three in the morning again", "sleepless"],
    ["I had an abortion when I was nineteen and told nobody", "abortion-past"],
  ] as const)("“%s” says %s", ([topic, fact]) => {
    expect([...best(topic).facts]).toContain(fact);
  });
});

describe("nothing is heard that was not said", () => {
  test.for(["mother", "pregnant", "forgiveness", "sermon on grief", "the prodigal son", "marriage"])("in “%s”", (topic) => {
    expect(best(topic).said).toEqual([]);
  });

  test.for([
    ["neighbour cut down the lilac that was on our side of the line", "child-died"],
    ["they are going to cancel her phone number on friday", "depressed"],
    ["I could not walk to the letterbox in January", "old"],
  ] as const)("by a phrase that shares its stem with another word: “%s” says no %s", ([topic, fact]) => {
    expect(best(topic).said).not.toContain(fact);
  });

  test("about hearers to whom somebody else will speak", () => {
    const reading = best("Sermon for our congregation on losing somebody you love, my own mother died in May");
    expect(reading).toMatchObject({ audience: "congregation", said: [] });
  });

  test.for([
    ["Mark 2:1-12, rehab chapel, front row is all wheelchairs", "congregation"],
    ["he is in the chapel of rest", "self"],
    ["I cried in the prison chapel", "self"],
  ] as const)("for hearers in a chapel, not for who was in one: “%s”", ([topic, audience]) => {
    expect(best(topic).audience).toBe(audience);
  });
});

test("a topic has at most three readings, each with another theme", () => {
  const readings = readTopic("I worry about money and cannot sleep", themes);
  expect(readings.length).toBeLessThanOrEqual(3);
  expect(new Set(readings.map(({ theme }) => theme.id)).size).toBe(readings.length);
});

test("the person has the last word on the theme and on whom it is for", () => {
  const topic = "my father and I have not spoken for six years";
  expect(readingFor(topic, themes, "forgiveness.congregation")).toMatchObject({ audience: "congregation", said: [] });
  expect(readingFor(topic, themes, "forgiveness.congregation").theme.id).toBe("forgiveness");
  expect(readingFor(topic, themes, `${GENERAL_THEME}.self`)).toMatchObject({ said: [], second: null });
});

test.each([
  ["For my grandson Tobias, who went to sea this week", "other"],
  ["something for our youngest daughter, her exams begin on monday", "other"],
  ["For my late husband", "self"],
  ["For my own father I feel nothing", "self"],
  ["For my son at his graduation service, a homily", "congregation"],
] as const)("a topic that begins with for whom it is, is for them: “%s”", (topic, audience) => {
  expect(best(topic).audience).toBe(audience);
});

test.each(["My husband has a bad temper and I am afraid", "his temper scares me", "my wife's temper frightens the children"])(
  "who is afraid of somebody's temper is not told that it is theirs: “%s”",
  (topic) => {
    const readings = readTopic(topic, themes);
    expect(readings.map(({ theme }) => theme.id)).not.toContain("temper");
    for (const { facts } of readings) expect(facts).not.toContain("temper");
  },
);

test("a loss that two facts name is said once", () => {
  const grief = themes.find(({ id }) => id === "child-loss");
  const said = grief && sayBack(plainReading(grief, ["child-died", "pregnancy-lost"]), "");
  expect(said).toBe(grief && sayBack(plainReading(grief, ["pregnancy-lost"]), ""));
  expect(said).toMatch(/^You have lost/u);
});

test("who chooses another reading hears nothing of the first", () => {
  const topic = "we are getting divorced and I can’t pay the rent";
  const [first, other] = readTopic(topic, themes);
  expect(first?.second).toBe(other?.theme);
  expect(readingFor(topic, themes, other?.key).second).toBeNull();
});

test("who says that a sermon is for somebody else is not taken for the one who lost somebody", () => {
  const topic = "my wife died in the spring";
  const { said, facts } = readingFor(topic, themes, "grief.other");
  expect(said).not.toContain("partner-died");
  expect(facts).toContain("worried-for-other");
});

test("who asks for somebody else is taken to be worried only where something sad was heard", () => {
  for (const theme of ["glad-for-another", "good-news", GENERAL_THEME])
    expect(readingFor("for my brother, who was ordained", themes, `${theme}.other`).facts).not.toContain("worried-for-other");
});

describe("a fact that the person confirmed", () => {
  const topic = "the bakery shut on saturday. 22 years. i gave the last loaves away";

  test("is known, and leads to its theme", () => {
    expect(readTopic(topic, themes)[0]?.facts).not.toContain("business-failed");
    const [confirmed] = readTopic(topic, themes, { confirmed: ["business-failed"] });
    expect(confirmed?.said).toContain("business-failed");
    expect([...(confirmed?.facts ?? [])]).toEqual(expect.arrayContaining(["business-failed", "failed"]));
    expect(confirmed?.theme.facts).toContain("business-failed");
  });

  test("is known in every theme that the person chooses", () => {
    for (const theme of ["money", "sleeplessness", GENERAL_THEME])
      expect(readingFor(topic, themes, `${theme}.self+business-failed`).said).toContain("business-failed");
  });

  test("of one's own is known although the topic is about somebody else", () => {
    const other = "For my neighbour, whose wife died. I sit with him";
    expect(readTopic(other, themes)[0]?.audience).toBe("other");
    expect(readingFor(other, themes, "grief.other+parent-died").facts).toContain("parent-died");
  });

  test("says nothing about hearers", () => {
    expect(readingFor(topic, themes, "money.congregation+business-failed")).toMatchObject({ said: [], facts: new Set() });
  });

  test("that is not known is passed over", () => {
    expect(readingFor(topic, themes, "money.self+no-such-fact+toString")).toMatchObject({
      said: readingFor(topic, themes, "money.self").said,
    });
  });
});

test("a key that names no theme gives the likeliest reading", () => {
  const topic = "my wife died in the spring";
  expect(readingFor(topic, themes, "no-such-theme.self").theme.id).toBe(best(topic).theme.id);
});

test.for([
  ["my dad died on sunday", "father"],
  ["homily on Luke 10:25-37 for sunday", "A homily for a congregation, on Luke 10:25–37."],
  ["forgiveness", "A sermon about"],
] as const)("“%s” is described with “%s”", ([topic, words]) => {
  expect(describeReading(best(topic), topic)).toContain(words);
});

test("every theme can be chosen among the subjects, in one group", () => {
  const offered = Object.values(SUBJECTS).flatMap((group) => Object.keys(group));
  expect(offered.toSorted()).toEqual(themes.map(({ id }) => id).toSorted());
});
