const MOMENTUM = 0.9;
const STEEPNESS = 0.999;
const TINY = 1e-8;

/** Numbers that are learned by Adam with weight decay (https://arxiv.org/abs/1711.05101). */
export class Learned {
  readonly values: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  readonly #decay: number;

  /** @param decay the share of a number that a step takes away, for a rate of 1 */
  constructor(values: Float32Array, decay: number) {
    this.values = values;
    this.#mean = new Float32Array(values.length);
    this.#square = new Float32Array(values.length);
    this.#decay = decay;
  }

  /** One step against the slopes, the `count`th of all, counted from 1; of the numbers from `from` up to `to`. */
  step(slopes: Float32Array, rate: number, count: number, from = 0, to = this.values.length): void {
    const { values } = this;
    const ofMean = 1 / (1 - MOMENTUM ** count);
    const ofSquare = 1 / (1 - STEEPNESS ** count);
    for (let i = from; i < to; i++) {
      const slope = slopes[i] ?? 0;
      const mean = (this.#mean[i] = MOMENTUM * (this.#mean[i] ?? 0) + (1 - MOMENTUM) * slope);
      const square = (this.#square[i] = STEEPNESS * (this.#square[i] ?? 0) + (1 - STEEPNESS) * slope * slope);
      const old = values[i] ?? 0;
      values[i] = old - rate * ((mean * ofMean) / (Math.sqrt(square * ofSquare) + TINY) + this.#decay * old);
    }
  }
}
