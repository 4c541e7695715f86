import { createHash } from "node:crypto";
import type { Features, Scaling } from "./linear.ts";

export interface Example {
  /** The features of each part of the text; of a text that is read as a whole, one list. */
  parts: readonly Features[];
  /** The correct labels, best first. */
  right: readonly string[];
  /** How much the example counts; an ordinary one has 1. */
  weight: number;
}

/** How a model is trained. */
export interface Training {
  scaling: Scaling;
  /** In this order in the model. */
  labels: readonly string[];
  epochs: number;
  /** AdaGrad's learning rate of the weights. */
  rate: number;
  /** Learning rate of the bias, without AdaGrad. */
  biasRate: number;
  /** L2 regularisation. */
  decay: number;
  /** Dropout: this share of the features is left out at random in each step, so that no answer depends on one word. */
  dropout: number;
  /** Features of fewer examples are dropped. */
  fewestExamples: number;
  /**
   * Label of texts of which every part is an example. Of any other text only the part with the highest score for its label is
   * learned (multiple-instance learning), because the rest of a long message is about other things.
   */
  background?: string;
  /** Whether labels with few examples count more, by the square root. */
  balanced: boolean;
  /** If several labels are correct, the first gets this share. */
  firstShare: number;
  /** Smaller weights are dropped: all of a feature if all are smaller (`feature`), or each on its own (`weight`). */
  negligible: { of: "feature" | "weight"; below: number };
  /** The model keeps weights, bias and rarities as multiples of one over this. */
  places: number;
}

/** A part as numbers: for each feature the start of its weights, and its value. */
export interface Vector {
  at: Int32Array;
  values: Float64Array;
}

export interface Lesson {
  parts: Vector[];
  /** Numbers of the correct labels with their shares; the first is the best. */
  right: (readonly [label: number, share: number])[];
  weight: number;
}

export interface Lessons {
  lessons: Lesson[];
  /** The features that enough examples have, and how rare each is. */
  names: string[];
  rarities: number[];
}

/** A feature that one in so many examples has gets rarity 1. */
const ORDINARY_RARITY = 5;

/** Takes the features that enough examples have, and numbers them anew. */
function kept({ lessons, names, counts, how }: { lessons: Lesson[]; names: string[]; counts: number[]; how: Training }): Lessons {
  const numbers = new Int32Array(names.length).fill(-1);
  const found: Lessons = { lessons: [], names: [], rarities: [] };
  for (const [i, name] of names.entries()) {
    const count = counts[i] ?? 0;
    if (count < how.fewestExamples) continue;
    numbers[i] = found.names.push(name) - 1;
    found.rarities.push(how.scaling.byRarity ? Math.log(lessons.length / count) / ORDINARY_RARITY : 1);
  }
  const renumbered = ({ at, values }: Vector): Vector => {
    const common = at.map((number) => numbers[number] ?? -1);
    const isKept = (_: number, i: number): boolean => (common[i] ?? -1) >= 0;
    const left = common.filter(isKept);
    return {
      at: left.map((number) => number * how.labels.length),
      values: values.filter(isKept).map((value, i) => value * (found.rarities[left[i] ?? 0] ?? 0)),
    };
  };
  found.lessons = lessons.map((lesson) => ({ ...lesson, parts: lesson.parts.map(renumbered) }));
  return found;
}

/** Multiplies the weights so that labels with few examples count more, by the square root. */
function balance(lessons: Lesson[], labels: number): void {
  const shares = new Float64Array(labels);
  for (const { right, weight } of lessons) shares[right[0]?.[0] ?? 0] = (shares[right[0]?.[0] ?? 0] ?? 0) + weight;
  const even = shares.reduce((sum, share) => sum + share, 0) / labels;
  for (const lesson of lessons) lesson.weight *= Math.sqrt(even / (shares[lesson.right[0]?.[0] ?? 0] || 1));
}

/** Examples as numbers, read one by one, so that their texts and features need not be in memory together. Throws at an unknown label. */
export function readLessons(examples: Iterable<Example>, how: Training): Lessons {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const lessons: Lesson[] = [];
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size;
    if (number === numbers.size) numbers.set(name, number);
    return number;
  };
  for (const { parts, right, weight } of examples) {
    const vectors = parts.map((part) => ({
      at: Int32Array.from(part.keys(), numberOf),
      values: Float64Array.from(part.values()),
    }));
    for (const number of new Set(vectors.flatMap(({ at }) => [...at]))) counts[number] = (counts[number] ?? 0) + 1;
    const shares = right.map((label, i) => {
      if (!how.labels.includes(label)) throw new Error(`no label "${label}"`);
      const share = right.length === 1 ? 1 : i === 0 ? how.firstShare : (1 - how.firstShare) / (right.length - 1);
      return [how.labels.indexOf(label), share] as const;
    });
    lessons.push({ parts: vectors, right: shares, weight });
  }
  if (how.balanced) balance(lessons, how.labels.length);
  return kept({ lessons, names: [...numbers.keys()], counts, how });
}

/** A hash of how a model is trained and of all that it learns from, by which its file says whether it is in step with both. */
export function hashOf(how: unknown, examples: Iterable<Example>): string {
  const hash = createHash("sha256").update(JSON.stringify(how));
  for (const { parts, right, weight } of examples)
    hash.update(JSON.stringify([right, weight, parts.map((part) => Array.from(part))])).update("\n");
  return hash.digest("hex");
}
