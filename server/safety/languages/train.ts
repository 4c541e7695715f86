import { type Example, hashOf, type Training } from "../../text-model/lessons.ts";
import type { TextModel } from "../../text-model/model-file.ts";
import { vocabulary } from "../../text-model/spelling.ts";
import { trainLinear } from "../../text-model/train.ts";
import { features, languageFeatures, parts, tokensOf } from "./features.ts";
import { fold } from "./fold.ts";
import { LABELS, type Lesson } from "./lessons.ts";
import { NAMES, TOLD_APART } from "./model.ts";
import { LANGUAGE_MARK, RESPELLED } from "./respelled.ts";

const DANGERS: Training = {
  labels: LABELS,
  scaling: { shortest: 12, byRarity: false, unknownCount: true },
  epochs: 12,
  rate: 0.5,
  biasRate: 0.02,
  decay: 1e-3,
  dropout: 0.3,
  fewestExamples: 3,
  background: "ordinary",
  balanced: true,
  firstShare: 1,
  negligible: { of: "feature", below: 0.4 },
  places: 10,
};

const LANGUAGES: Training = {
  ...DANGERS,
  labels: TOLD_APART,
  epochs: 4,
  dropout: 0.4,
  fewestExamples: 12,
  negligible: { of: "weight", below: 0.5 },
};

/** One English topic in so many is learned as such, enough to tell English from the rest. */
const ENGLISH_SHARE = 5;

function* dangerExamples(lessons: readonly Lesson[]): Generator<Example> {
  for (const { topic, label, weight } of lessons) yield { parts: parts(topic).map(features), right: [label], weight };
}

function* languageExamples(lessons: readonly Lesson[], english: readonly string[]): Generator<Example> {
  const example = (topic: string, language: string): Example => ({
    parts: [languageFeatures(tokensOf(fold(topic)))],
    right: [language],
    weight: 1,
  });
  for (const [i, topic] of english.entries()) if (i % ENGLISH_SHARE === 0) yield example(topic, "en");
  for (const { topic, language } of lessons) yield example(topic, language);
}

/** A word of fewer topics may be a misspelling, and is not what others are righted to. */
const OFTEN = 3;

/** The words of each language after its name ("=de"), most frequent first. Chinese and Korean are not respelled. */
function wordsOf(lessons: readonly Lesson[]): string[] {
  return RESPELLED.flatMap((language) => {
    const own = lessons.filter((lesson) => lesson.language === language).map(({ topic }) => tokensOf(fold(topic)));
    return [`${LANGUAGE_MARK}${language}`].concat(vocabulary(own, OFTEN));
  });
}

/** The hash that a model made from these lessons carries. `english`: topics in English. */
export const hashOfLessons = (lessons: readonly Lesson[], english: readonly string[]): string =>
  hashOf([hashOf(DANGERS, dangerExamples(lessons)), hashOf(LANGUAGES, languageExamples(lessons, english))], []);

export function trainLanguages(lessons: readonly Lesson[], english: readonly string[]): TextModel {
  return {
    made: { by: "npm run train:gate", examples: lessons.length, from: hashOfLessons(lessons, english) },
    words: wordsOf(lessons),
    models: new Map([
      [NAMES.dangers, trainLinear(dangerExamples(lessons), DANGERS)],
      [NAMES.languages, trainLinear(languageExamples(lessons, english), LANGUAGES)],
    ]),
  };
}
