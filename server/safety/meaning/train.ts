import type { Example } from "./examples.ts";
import { features, meaningfulWords, readings, speller } from "./features.ts";
import { LABELS, scale, softmax, type Model } from "./model.ts";

const EPOCHS = 20;
const RATE = 0.5;
const BIAS_RATE = 0.02;
const DECAY = 1e-3;
/** Dropout: this share of the features is left out at random in each step, so that no answer depends on one word. */
const LEFT_OUT = 0.3;
/** Features of fewer examples are dropped. */
const FEWEST_EXAMPLES = 2;
/** Features whose weights are all smaller than this are dropped: they change no probability by a hundredth. */
const NEGLIGIBLE = 0.25;

/** Repeatable random numbers from 0 to 1 (mulberry32), so that training gives the same model each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shuffles in place, in the same order in every run. */
export function shuffler(seed: number): <T>(list: T[]) => void {
  const random = randomFrom(seed);
  return (list) => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [list[i], list[j]] = [list[j] as (typeof list)[number], list[i] as (typeof list)[number]];
    }
  };
}

/** Words of the topics, most frequent first, then words that only the concepts have. */
function vocabulary(topics: readonly string[]): string[] {
  const count = new Map<string, number>();
  for (const topic of topics)
    for (const word of new Set(readings(topic, (same) => same).flat())) count.set(word, (count.get(word) ?? 0) + 1);
  const met = [...count]
    .filter(([word]) => /^[a-z]+$/u.test(word))
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([word]) => word);
  return [...new Set([...met, ...meaningfulWords()])];
}

/** An example as feature numbers, one list for each part of the topic. */
interface Lesson {
  readings: Int32Array[];
  label: number;
  weight: number;
}

/**
 * Multinomial logistic regression by AdaGrad. Every part of an ordinary topic is trained as ordinary; of any other topic only the
 * part with the highest score for its label (multiple-instance learning), because the rest of a long message is about other
 * things.
 */
export function train(examples: readonly Example[]): Model {
  const words = vocabulary(examples.map(({ topic }) => topic));
  const spelled = speller(words);
  const read = examples.map(({ topic }) => readings(topic, spelled).map((words) => Array.from(features(words))));
  const seen = new Map<string, number>();
  for (const found of read) for (const feature of new Set(found.flat())) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  const names = [...seen].filter(([, count]) => count >= FEWEST_EXAMPLES).map(([feature]) => feature);
  const numbers = new Map(names.map((feature, i) => [feature, i]));

  const labels = LABELS.length;
  const shares = LABELS.map((label) => examples.reduce((sum, { label: of, weight }) => sum + (of === label ? weight : 0), 0));
  const even = shares.reduce((sum, share) => sum + share, 0) / labels;
  const lessons = examples.map(({ label, weight }, i): Lesson => {
    const at = LABELS.indexOf(label);
    return {
      readings: (read[i] ?? []).map((found) =>
        Int32Array.from(found.flatMap((feature) => numbers.get(feature) ?? []).map((number) => number * labels)),
      ),
      label: at,
      weight: weight * Math.sqrt(even / (shares[at] || 1)),
    };
  });

  const bias = LABELS.map(() => 0);
  const weights = new Float64Array(names.length * labels);
  const slopes = new Float64Array(weights.length).fill(0.1);
  const judge = (reading: Int32Array): number[] => {
    const scores = [...bias];
    const share = scale(reading.length);
    for (const at of reading) for (let k = 0; k < labels; k++) scores[k] = (scores[k] ?? 0) + (weights[at + k] ?? 0) * share;
    return softmax(scores);
  };
  const random = randomFrom(99);
  const learn = (whole: Int32Array, label: number, weight: number) => {
    const reading = whole.filter(() => random() >= LEFT_OUT);
    const errors = judge(reading);
    errors[label] = (errors[label] ?? 0) - 1;
    const share = scale(reading.length) * weight;
    for (let k = 0; k < labels; k++) {
      const error = errors[k] ?? 0;
      bias[k] = (bias[k] ?? 0) - BIAS_RATE * error * weight;
      for (const at of reading) {
        const old = weights[at + k] ?? 0;
        const slope = error * share + DECAY * old;
        const steep = (slopes[at + k] = (slopes[at + k] ?? 0) + slope * slope);
        weights[at + k] = old - (RATE * slope) / Math.sqrt(steep);
      }
    }
  };

  const shuffle = shuffler(7);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(lessons);
    for (const { readings: all, label, weight } of lessons) {
      if (LABELS[label] === "ordinary") for (const reading of all) learn(reading, label, weight / Math.sqrt(all.length));
      else {
        const sure = all.map((reading) => judge(reading)[label] ?? 0);
        const telling = all[sure.indexOf(Math.max(...sure))];
        if (telling) learn(telling, label, weight);
      }
    }
  }
  const kept = names
    .map((feature, i): [string, number[]] => [feature, [...weights.subarray(i * labels, (i + 1) * labels)]])
    .filter(([, values]) => values.some((value) => Math.abs(value) > NEGLIGIBLE));
  return { bias, weights: new Map(kept), words, spelled };
}
