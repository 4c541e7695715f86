import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeModel } from "../../text-model/model-file.ts";
import { englishTopics } from "../meaning/examples.ts";
import { allLessons, LABELS, readLessons } from "./lessons.ts";
import { LANGUAGES } from "./codes.ts";
import { WEIGHTS } from "./model.ts";
import { hashOfLessons } from "./train.ts";

test("the committed weights were made from the lessons and options that are here", () => {
  const { made } = decodeModel(readFileSync(WEIGHTS, "utf8"));
  expect(hashOfLessons(allLessons(), englishTopics()), "npm run train:gate was not run after a change").toBe(made.from);
});

test("every language has lessons for every label", () => {
  const had = new Set(allLessons().map(({ language, label }) => `${language} ${label}`));
  expect(LANGUAGES.flatMap((language) => LABELS.map((label) => `${language} ${label}`)).filter((one) => !had.has(one))).toEqual(
    [],
  );
});

test("a lesson has choices, and its line counts as one however many there are", () => {
  const read = readLessons("# self-harm\n// a comment\n{no|ya no} quiero vivir\n# ordinary\ngracias", "es");
  expect(read.map(({ topic, label }) => `${label}: ${topic}`)).toEqual([
    "self-harm: no quiero vivir",
    "self-harm: ya no quiero vivir",
    "ordinary: gracias",
  ]);
  expect(read[0]?.line).toBe(read[1]?.line);
  expect(() => readLessons("gracias", "es")).toThrow("before the first section");
});
