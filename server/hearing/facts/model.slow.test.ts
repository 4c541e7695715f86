import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeModel } from "../../text-model/model-file.ts";
import { readSituations } from "../situations/situations.ts";
import { withImplied } from "../../themes/facts.ts";
import { isSaid } from "../reading.ts";
import { audienceLessons, factLessons } from "./lessons.ts";
import { WEIGHTS } from "./model.ts";
import { weighFacts } from "./read-facts.ts";
import { hashOfLessons } from "./train.ts";

test("the committed weights were made from the sentences, concepts and options that are here", () => {
  const { made } = decodeModel(readFileSync(WEIGHTS, "utf8"));
  expect(
    hashOfLessons({ facts: factLessons(), audiences: audienceLessons() }),
    "npm run train:themes was not run after a change",
  ).toBe(made.from);
});

test("of what situations say that it never met a third is heard, and seldom something else", () => {
  const count = { said: 0, heard: 0, wrong: 0, all: 0 };
  for (const { topic, facts } of readSituations("development")) {
    const heard = [...weighFacts(topic)].filter(([one, likely]) => isSaid(one, likely)).map(([one]) => one);
    const [truth, known] = [withImplied(facts), withImplied(heard)];
    count.said += facts.length;
    count.heard += facts.filter((one) => known.has(one)).length;
    count.all++;
    count.wrong += heard.some((one) => !truth.has(one)) ? 1 : 0;
  }
  expect(count.heard / count.said).toBeGreaterThanOrEqual(0.33);
  expect(count.wrong / count.all).toBeLessThanOrEqual(0.17);
});
