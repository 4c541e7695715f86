import { softmax } from "../text-model/linear.ts";
import { Learned } from "./adam.ts";
import { addScaled, dot, type Tensor } from "./tensor.ts";

/** Vectors of length 1 are multiplied by it, so that ordinary weights are enough. */
export const MEANING_SCALE = 8;

/** Labels of a text with their shares, which are 1 together. */
export type Right = readonly (readonly [label: number, share: number])[];

/** Multinomial logistic regression on vectors. */
export interface HeadWeights {
  labels: readonly string[];
  /** A row for each label. */
  weights: Tensor;
  bias: Tensor;
}

/** The probability of each label for what a text means, in their order. */
export const likelyLabels = ({ labels, weights, bias }: HeadWeights, meaning: Float32Array): number[] =>
  softmax(
    labels.map(
      (_, label) =>
        MEANING_SCALE * dot(weights.values, label * weights.columns, 0, weights.columns, meaning) + (bias.values[label] ?? 0),
    ),
  );

/** The same while it is learned. Its vectors are multiplied already. */
export class LearningHead {
  readonly weights: HeadWeights;
  readonly #learned: { weights: Learned; bias: Learned };
  readonly #slopes: { weights: Float32Array; bias: Float32Array };

  /** @param size numbers of a vector */
  constructor(labels: readonly string[], size: number, decay: number) {
    const weights = { rows: labels.length, columns: size, values: new Float32Array(labels.length * size) };
    const bias = { rows: 1, columns: labels.length, values: new Float32Array(labels.length) };
    this.weights = { labels, weights, bias };
    this.#learned = { weights: new Learned(weights.values, decay), bias: new Learned(bias.values, 0) };
    this.#slopes = { weights: new Float32Array(weights.values.length), bias: new Float32Array(labels.length) };
  }

  /** Adds what one example says to the slopes of the next step. Returns the slopes of its vector, and its loss. */
  learn(vector: Float32Array, right: Right, weight: number): { slopes: Float32Array; loss: number } {
    const { weights: own, bias: ownBias } = this.weights;
    const size = own.columns;
    const errors = softmax(Array.from(ownBias.values, (bias, label) => bias + dot(own.values, label * size, 0, size, vector)));
    let loss = 0;
    for (const [label, share] of right) {
      loss -= weight * share * Math.log(errors[label] ?? 0);
      errors[label] = (errors[label] ?? 0) - share;
    }
    const slopes = new Float32Array(size);
    const { weights, bias } = this.#slopes;
    for (const [label, off] of errors.entries()) {
      const error = off * weight;
      bias[label] = (bias[label] ?? 0) + error;
      addScaled(slopes, 0, own.values, label * size, size, error);
      addScaled(weights, label * size, vector, 0, size, error);
    }
    return { slopes, loss };
  }

  /** One step of what was learned since the last one, the `count`th of all. */
  step(rate: number, count: number): void {
    this.#learned.weights.step(this.#slopes.weights, rate, count);
    this.#learned.bias.step(this.#slopes.bias, rate, count);
    this.#slopes.weights.fill(0);
    this.#slopes.bias.fill(0);
  }
}
