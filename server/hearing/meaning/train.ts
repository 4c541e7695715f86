import { speller } from "../../safety/meaning/features.ts";
import { softmax } from "../../safety/meaning/model.ts";
import { shuffler } from "../../safety/meaning/train.ts";
import { features, wordsOf } from "./features.ts";
import type { Lesson, Lessons } from "./lessons.ts";
import { normalisedWeights, type Linear, type TopicModel } from "./model.ts";

const EPOCHS = 15;
const RATE = 0.3;
const BIAS_RATE = 0.02;
const DECAY = 3e-4;
/** Features of fewer lessons are dropped. */
const FEWEST_LESSONS = 3;
/** If several labels are correct, the first gets this share. */
const FIRST = 0.7;
/** Smaller weights are dropped. */
const NEGLIGIBLE = { themes: 0.65, aspects: 1 };
/** A feature that one in so many lessons has gets rarity 1. */
const ORDINARY_RARITY = 5;

/** A lesson as numbers: for each feature the start of its weights and its value, and the share of each label. */
interface Example {
  at: Int32Array;
  shares: Float64Array;
  right: (readonly [label: number, share: number])[];
  weight: number;
}

/** Words of several lessons, most frequent first. */
function vocabulary(topics: readonly (readonly string[])[]): string[] {
  const count = new Map<string, number>();
  for (const word of topics.flatMap((topic) => [...new Set(topic)])) count.set(word, (count.get(word) ?? 0) + 1);
  return [...count]
    .filter(([word, n]) => n >= FEWEST_LESSONS && /^\p{L}+$/u.test(word))
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([word]) => word);
}

/** Multinomial logistic regression by AdaGrad, the same in every run for the same lessons. */
function learnLabels(lessons: readonly Lesson[], spelled: TopicModel["spelled"], negligible: number): Linear {
  const found = lessons.map(({ topic }) => features(wordsOf(topic).map(spelled)));
  const seen = new Map<string, number>();
  for (const list of found) for (const name of list.keys()) seen.set(name, (seen.get(name) ?? 0) + 1);
  const names = [...seen].filter(([, count]) => count >= FEWEST_LESSONS).map(([name]) => name);
  const rarities = names.map((name) => Math.log(lessons.length / (seen.get(name) ?? 1)) / ORDINARY_RARITY);
  const numbers = new Map(names.map((name, i) => [name, i]));

  const labels = [...new Set(lessons.flatMap(({ right }) => right))].toSorted();
  const size = labels.length;
  const examples = lessons.map(({ right, weight }, i): Example => {
    const known = [...(found[i] ?? [])].flatMap(([name, value]) => {
      const number = numbers.get(name);
      return number === undefined ? [] : [{ at: number * size, value: value * (rarities[number] ?? 0) }];
    });
    const first = right.length === 1 ? 1 : FIRST;
    return {
      at: Int32Array.from(known, ({ at }) => at),
      shares: Float64Array.from(normalisedWeights(known.map(({ value }) => value))),
      right: right.map((id, k) => [labels.indexOf(id), k === 0 ? first : (1 - first) / (right.length - 1)]),
      weight,
    };
  });

  const bias = labels.map(() => 0);
  const weights = new Float64Array(names.length * size);
  const slopes = new Float64Array(weights.length).fill(0.1);
  const learn = ({ at, shares: part, right, weight }: Example) => {
    const errors = [...bias];
    for (let j = 0; j < at.length; j++)
      for (let k = 0; k < size; k++) errors[k] = (errors[k] ?? 0) + (weights[(at[j] ?? 0) + k] ?? 0) * (part[j] ?? 0);
    softmax(errors);
    for (const [k, share] of right) errors[k] = (errors[k] ?? 0) - share;
    for (let k = 0; k < size; k++) {
      const error = (errors[k] ?? 0) * weight;
      bias[k] = (bias[k] ?? 0) - BIAS_RATE * error;
      for (let j = 0; j < at.length; j++) {
        const place = (at[j] ?? 0) + k;
        const old = weights[place] ?? 0;
        const slope = error * (part[j] ?? 0) + DECAY * old;
        const steep = (slopes[place] = (slopes[place] ?? 0) + slope * slope);
        weights[place] = old - (RATE * slope) / Math.sqrt(steep);
      }
    }
  };
  const shuffle = shuffler(7);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(examples);
    for (const example of examples) learn(example);
  }

  const kept = names.flatMap((name, i) => {
    const telling = labels.flatMap((_, k) => {
      const weight = weights[i * size + k] ?? 0;
      return Math.abs(weight) > negligible ? [[k, weight] as const] : [];
    });
    return telling.length > 0 ? [[name, { rarity: rarities[i] ?? 0, weights: telling }] as const] : [];
  });
  return { labels, bias, features: new Map(kept) };
}

export function train({ themes, aspects }: Lessons): TopicModel {
  const words = vocabulary(themes.map(({ topic }) => wordsOf(topic)));
  const spelled = speller(words);
  return {
    words,
    spelled,
    themes: learnLabels(themes, spelled, NEGLIGIBLE.themes),
    aspects: new Map([...aspects].map(([id, lessons]) => [id, learnLabels(lessons, spelled, NEGLIGIBLE.aspects)])),
  };
}
