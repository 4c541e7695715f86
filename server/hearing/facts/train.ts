import { type Example, hashOf, type Training } from "../../text-model/lessons.ts";
import type { TextModel } from "../../text-model/model-file.ts";
import { speller, vocabulary } from "../../text-model/spelling.ts";
import { trainLinear } from "../../text-model/train.ts";
import { features, hasConcept, wordsOf } from "../meaning/features.ts";
import type { Lesson } from "./lessons.ts";
import { NAMES } from "./model.ts";

const FEWEST_LESSONS = 3;

const TRAINING: Omit<Training, "labels"> = {
  scaling: { shortest: 3, byRarity: true, unknownCount: false },
  epochs: 30,
  rate: 0.3,
  biasRate: 0.02,
  decay: 1e-5,
  dropout: 0.4,
  fewestExamples: FEWEST_LESSONS,
  balanced: true,
  firstShare: 0.5,
  negligible: { of: "weight", below: 0.3 },
  places: 10,
};

export interface Lessons {
  facts: readonly Lesson[];
  audiences: readonly Lesson[];
}

const knownWords = ({ facts, audiences }: Lessons): string[] =>
  vocabulary(
    [...facts, ...audiences].map(({ topic }) => wordsOf(topic)),
    FEWEST_LESSONS,
  );

function* examplesOf(lessons: Iterable<Lesson>, spelled: (word: string) => string): Generator<Example> {
  for (const { topic, right, weight } of lessons) yield { parts: [features(wordsOf(topic).map(spelled))], right, weight };
}

const hashOfExamples = ({ facts, audiences }: Lessons, words: readonly string[]): string =>
  hashOf(TRAINING, examplesOf([...facts, ...audiences], speller(words, hasConcept)));

/** The hash that a model made from these lessons carries. */
export const hashOfLessons = (lessons: Lessons): string => hashOfExamples(lessons, knownWords(lessons));

export function train(lessons: Lessons): TextModel {
  const words = knownWords(lessons);
  const spelled = speller(words, hasConcept);
  const learn = (some: readonly Lesson[]) =>
    trainLinear(examplesOf(some, spelled), { ...TRAINING, labels: [...new Set(some.flatMap(({ right }) => right))].toSorted() });
  return {
    made: {
      by: "npm run train:themes",
      examples: lessons.facts.length + lessons.audiences.length,
      from: hashOfExamples(lessons, words),
    },
    words,
    models: new Map([
      [NAMES.facts, learn(lessons.facts)],
      [NAMES.audiences, learn(lessons.audiences)],
    ]),
  };
}
