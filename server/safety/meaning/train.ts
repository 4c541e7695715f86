import { type Example, hashOf, type Training } from "../../text-model/lessons.ts";
import type { TextModel } from "../../text-model/model-file.ts";
import { speller, vocabulary } from "../../text-model/spelling.ts";
import { trainLinear } from "../../text-model/train.ts";
import type { LabelledTopic } from "./examples.ts";
import { concepts, features, parts } from "./features.ts";
import { DANGERS, LABELS } from "./model.ts";

const TRAINING: Training = {
  labels: LABELS,
  scaling: { shortest: 12, byRarity: false, unknownCount: true },
  epochs: 20,
  rate: 0.5,
  biasRate: 0.02,
  decay: 1e-3,
  dropout: 0.3,
  fewestExamples: 2,
  background: "ordinary",
  balanced: true,
  firstShare: 1,
  // A feature below this changes no probability by a hundredth.
  negligible: { of: "feature", below: 0.25 },
  places: 100,
};

/** Words of the topics, most frequent first, then words that only the concepts have. */
function wordsOf(topics: readonly LabelledTopic[]): string[] {
  const met = vocabulary(topics.map(({ topic }) => parts(topic, (same) => same).flat()));
  return [...new Set([...met, ...concepts().words])];
}

function* examplesOf(topics: readonly LabelledTopic[], words: readonly string[]): Generator<Example> {
  const spelled = speller(words, concepts().has);
  for (const { topic, label, weight } of topics) yield { parts: parts(topic, spelled).map(features), right: [label], weight };
}

/** The hash that a model made from these topics carries. */
export const hashOfTopics = (topics: readonly LabelledTopic[]): string => hashOf(TRAINING, examplesOf(topics, wordsOf(topics)));

export function train(topics: readonly LabelledTopic[]): TextModel {
  const words = wordsOf(topics);
  return {
    made: { by: "npm run train:gate", examples: topics.length, from: hashOf(TRAINING, examplesOf(topics, words)) },
    words,
    models: new Map([[DANGERS, trainLinear(examplesOf(topics, words), TRAINING)]]),
  };
}
