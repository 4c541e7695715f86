import type { Numbered } from "./name-table.ts";

/** The features of a text with their values. */
export type Features = ReadonlyMap<string, number>;

/** How a text's features become the numbers that the weights are multiplied with; the same in training and in use. */
export interface Scaling {
  /** Lower bound of the vector's squared length, so that short texts do not get extreme scores. */
  shortest: number;
  /** Whether a feature's value is multiplied by its rarity (inverse document frequency). */
  byRarity: boolean;
  /** Whether features that the model does not know count for the length: a text of many unknown words is then less sure. */
  unknownCount: boolean;
}

/**
 * Multinomial logistic regression, its numbers as whole multiples of a step. The weights of feature `row` are those from
 * `starts[row]` up to `starts[row + 1]`; weights that are zero are left out.
 */
export interface LinearModel {
  scaling: Scaling;
  labels: readonly string[];
  /** Multiplied by this, weights, bias and rarities are whole numbers. */
  places: number;
  bias: readonly number[];
  rows: Numbered;
  rarities: Int16Array;
  starts: Uint32Array;
  /** For each weight the number of its label. */
  labelOf: Uint8Array;
  weights: Int16Array;
}

/** Turns scores into probabilities, in place. */
export function softmax(scores: number[]): number[] {
  const most = Math.max(...scores);
  let sum = 0;
  for (let k = 0; k < scores.length; k++) sum += scores[k] = Math.exp((scores[k] ?? 0) - most);
  for (let k = 0; k < scores.length; k++) scores[k] = (scores[k] ?? 0) / sum;
  return scores;
}

/** The factor that brings a vector to length one, or less if it is short. */
export function lengthFactor(squaredLength: number, { shortest }: Scaling): number {
  return 1 / Math.sqrt(Math.max(shortest, squaredLength));
}

/** The log odds of each label, in the order of `labels`; only differences mean something. Pure. */
export function score(model: LinearModel, features: Features): number[] {
  const { scaling, places, rows, rarities, starts, labelOf, weights } = model;
  const known: { row: number; value: number }[] = [];
  let squaredLength = 0;
  for (const [name, plain] of features) {
    const row = rows.get(name);
    if (row === undefined && !scaling.unknownCount) continue;
    const value = row !== undefined && scaling.byRarity ? (plain * (rarities[row] ?? 0)) / places : plain;
    squaredLength += value * value;
    if (row !== undefined) known.push({ row, value });
  }
  const factor = lengthFactor(squaredLength, scaling);
  const scores = model.bias.map((value) => value / places);
  for (const { row, value } of known)
    for (let i = starts[row] ?? 0; i < (starts[row + 1] ?? 0); i++) {
      const label = labelOf[i] ?? 0;
      scores[label] = (scores[label] ?? 0) + ((weights[i] ?? 0) / places) * value * factor;
    }
  return scores;
}
