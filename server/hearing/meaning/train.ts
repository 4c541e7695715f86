import { type Example, hashOf, type Training } from "../../text-model/lessons.ts";
import type { TextModel } from "../../text-model/model-file.ts";
import { speller, vocabulary } from "../../text-model/spelling.ts";
import { trainLinear } from "../../text-model/train.ts";
import { features, hasConcept, wordsOf } from "./features.ts";
import type { Lesson, Lessons } from "./lessons.ts";
import { THEMES } from "./model.ts";

/** Words of fewer lessons are not known to the speller. */
const FEWEST_LESSONS = 3;

const TRAINING: Omit<Training, "labels" | "negligible"> = {
  scaling: { shortest: 3, byRarity: true, unknownCount: false },
  epochs: 15,
  rate: 0.3,
  biasRate: 0.02,
  decay: 3e-4,
  dropout: 0,
  fewestExamples: FEWEST_LESSONS,
  balanced: false,
  firstShare: 0.7,
  places: 10,
};
const NEGLIGIBLE = { themes: 0.65, aspects: 1 };

function knownWords({ themes }: Lessons): string[] {
  return vocabulary(
    themes.map(({ topic }) => wordsOf(topic)),
    FEWEST_LESSONS,
  );
}

function* examplesOf(lessons: Iterable<Lesson>, spelled: (word: string) => string): Generator<Example> {
  for (const { topic, right, weight } of lessons) yield { parts: [features(wordsOf(topic).map(spelled))], right, weight };
}

function* allExamples({ themes, aspects }: Lessons, words: readonly string[]): Generator<Example> {
  const spelled = speller(words, hasConcept);
  for (const lessons of [themes, ...aspects.values()]) yield* examplesOf(lessons, spelled);
}

/** The hash that a model made from these lessons carries. */
export const hashOfLessons = (lessons: Lessons): string =>
  hashOf({ TRAINING, NEGLIGIBLE }, allExamples(lessons, knownWords(lessons)));

export function train(lessons: Lessons): TextModel {
  const words = knownWords(lessons);
  const spelled = speller(words, hasConcept);
  const learn = (some: readonly Lesson[], negligible: number) => {
    const labels = [...new Set(some.flatMap(({ right }) => right))].toSorted();
    return trainLinear(examplesOf(some, spelled), { ...TRAINING, labels, negligible: { of: "weight", below: negligible } });
  };
  return {
    made: {
      by: "npm run train:themes",
      examples: lessons.themes.length,
      from: hashOf({ TRAINING, NEGLIGIBLE }, allExamples(lessons, words)),
    },
    words,
    models: new Map([
      [THEMES, learn(lessons.themes, NEGLIGIBLE.themes)],
      ...[...lessons.aspects].map(([id, some]) => [id, learn(some, NEGLIGIBLE.aspects)] as const),
    ]),
  };
}
