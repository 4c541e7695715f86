import { type Example, hashOf, type Training } from "../../text-model/lessons.ts";
import type { TextModel } from "../../text-model/model-file.ts";
import { speller, vocabulary } from "../../text-model/spelling.ts";
import { trainLinear } from "../../text-model/train.ts";
import { allVerses } from "../../scripture/corpus.ts";
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

/** A word that so many topics have is no slip of the keyboard. */
const OFTEN = 3;

let biblical: readonly string[] | undefined;

/** The words of the Bible: real words, of which most are in no topic. */
function wordsOfBible(): readonly string[] {
  return (biblical ??= vocabulary(
    (["WEB", "KJV"] as const).flatMap((translation) =>
      [...allVerses(translation)].map(({ text }) => text.toLowerCase().match(/(?<!\p{L})\p{Ll}{3,}(?!\p{L})/gu) ?? []),
    ),
  ));
}

/**
 * Words of the topics, most frequent first, then words that only the concepts or the Bible have; last, words that may be misspelled: those of
 * one or two topics.
 */
function wordsOf(topics: readonly LabelledTopic[]): { words: string[]; certain: number } {
  const read = (of: readonly LabelledTopic[]) => of.map(({ topic }) => parts(topic, (same) => same).flat());
  const met = vocabulary(read(topics));
  const often = new Set(vocabulary(read(topics), OFTEN));
  const real = new Set([...concepts().words, ...wordsOfBible()]);
  const certain = new Set([...met.filter((word) => often.has(word) || real.has(word)), ...real]);
  return { words: [...new Set([...certain, ...met])], certain: certain.size };
}

function* examplesOf(topics: readonly LabelledTopic[], words: readonly string[]): Generator<Example> {
  const spelled = speller(words, concepts().has);
  for (const { topic, label, weight } of topics) yield { parts: parts(topic, spelled).map(features), right: [label], weight };
}

/** The hash that a model made from these topics carries. */
export const hashOfTopics = (topics: readonly LabelledTopic[]): string =>
  hashOf(TRAINING, examplesOf(topics, wordsOf(topics).words));

export function train(topics: readonly LabelledTopic[]): TextModel {
  const { words, certain } = wordsOf(topics);
  return {
    made: { by: "npm run train:gate", examples: topics.length, from: hashOf(TRAINING, examplesOf(topics, words)) },
    words,
    certain,
    models: new Map([[DANGERS, trainLinear(examplesOf(topics, words), TRAINING)]]),
  };
}
