import type { Arena } from "./arena.ts";
import { paddedRows } from "./arena.ts";
import { add, addScaled, dot, type Tensor } from "./tensor.ts";

/** The two layers of the transformer, from the lowest. */
const LAYERS = ["lower", "upper"] as const;
export type Layer = (typeof LAYERS)[number];
type OfLayer = "attend-scale" | "attend-shift" | "mix" | "mix-bias" | "join" | "join-bias";
type OfFeed = "feed-scale" | "feed-shift" | "widen" | "widen-bias" | "narrow" | "narrow-bias";
/** Names of the tensors of a network, with their uses: `x` times the matrix plus the bias of its name. */
export type TensorName = "pieces" | "enter" | "enter-bias" | "end" | "end-bias" | `${Layer}-${OfLayer | OfFeed}`;
export type Tensors = Readonly<Record<TensorName, Tensor>>;

/** Matrices that a product takes; their names with `-bias` are what is added to it. */
export const MATRICES = [
  "enter",
  "end",
  ...LAYERS.flatMap((layer) => [`${layer}-mix`, `${layer}-join`, `${layer}-widen`, `${layer}-narrow`] as const),
] as const;
type Matrix = (typeof MATRICES)[number];

/** Heads of attention in each layer. */
const HEADS = 4;
/** Texts are cut after so many pieces. */
export const MOST_PIECES = 128;
const NORM_EPSILON = 1e-6;
const POSITION_BASE = 10_000;

/** Several texts as one list of pieces. */
export interface Batch {
  pieces: readonly number[];
  /** Where each text begins in the list, and where the last one ends. */
  starts: readonly number[];
}

export function batchOf(texts: readonly (readonly number[])[]): Batch {
  const cut = texts.map((pieces) => pieces.slice(0, MOST_PIECES));
  const starts = [0];
  for (const { length } of cut) starts.push((starts.at(-1) ?? 0) + length);
  return { pieces: cut.flat(), starts };
}

/** What is computed on the way up in a layer, for the way back. All have a row for each piece. */
interface LayerSteps {
  attended: Normed;
  mixed: Float32Array;
  /** By head, text and piece: how much it attends to each piece of its text. */
  attention: Float32Array;
  seen: Float32Array;
  afterAttention: Float32Array;
  fed: Normed;
  wide: Float32Array;
  out: Float32Array;
}
interface Normed {
  /** Each row less its mean, divided by its deviation. */
  standard: Float32Array;
  /** One over the deviation of each row. */
  inverse: Float32Array;
  out: Float32Array;
}
export interface Steps {
  batch: Batch;
  entered: Float32Array;
  lower: LayerSteps;
  upper: LayerSteps;
  means: Float32Array;
  ends: Float32Array;
  /** What a text means: a row of length 1 for each. */
  meanings: Float32Array;
}

/** Numbers that are kept while training, or 0 with this chance, the others grown for it; not called when the network is used. */
export type Dropout = (values: Float32Array) => void;

/** The network: a small transformer (Universal Sentence Encoder lite, https://arxiv.org/abs/1803.11175). */
export class Network {
  readonly arena: Arena;
  #tensors: Tensors;
  #packed: Readonly<Record<Matrix, Float32Array>>;

  /** The tensors' matrices are copied into the arena. */
  constructor(tensors: Tensors, arena: Arena) {
    this.arena = arena;
    this.#tensors = tensors;
    this.#packed = Object.fromEntries(
      MATRICES.map((name) => [name, arena.pack(tensors[name].values, tensors[name].rows, tensors[name].columns)]),
    ) as Record<Matrix, Float32Array>;
  }

  get tensors(): Tensors {
    return this.#tensors;
  }

  /** Drops the matrices but for their copies in the arena, which is all that reading takes: 19 of 28 MB. */
  keepForReading(): void {
    const dropped = MATRICES.map((name) => [name, { ...this.#tensors[name], values: new Float32Array() }]);
    this.#tensors = { ...this.#tensors, ...Object.fromEntries(dropped) };
  }

  /** Takes changed matrices over. */
  refresh(): void {
    for (const name of MATRICES) {
      const { values, rows, columns } = this.#tensors[name];
      this.arena.within(() => this.#packed[name].set(this.arena.pack(values, rows, columns)));
    }
  }

  /** `x` times a matrix plus its bias; a row for each of x. */
  #product(x: Float32Array, name: Matrix, rows: number): Float32Array {
    const { rows: inputs, columns } = this.#tensors[name];
    const bias = this.#tensors[`${name}-bias`].values;
    const y = this.arena.take(paddedRows(rows) * columns);
    for (let row = 0; row < rows; row++) y.set(bias, row * columns);
    this.arena.multiply(x, this.#packed[name], y, rows, inputs, columns);
    return y;
  }

  /** The vectors of the pieces, twice, and of their positions: each embedding is added once by the network and once with its position. */
  #enter({ pieces, starts }: Batch): Float32Array {
    const { values, columns } = this.#tensors.pieces;
    const half = columns / 2;
    const entered = this.arena.take(paddedRows(pieces.length) * columns);
    for (let text = 0; text + 1 < starts.length; text++)
      for (let row = starts[text] ?? 0; row < (starts[text + 1] ?? 0); row++) {
        const piece = (pieces[row] ?? 0) * columns;
        for (let k = 0; k < half; k++) {
          const angle = (row - (starts[text] ?? 0)) * POSITION_BASE ** (-k / (half - 1));
          entered[row * columns + k] = 2 * (values[piece + k] ?? 0) + Math.sin(angle);
          entered[row * columns + half + k] = 2 * (values[piece + half + k] ?? 0) + Math.cos(angle);
        }
      }
    return entered;
  }

  #norm(x: Float32Array, name: `${Layer}-${"attend" | "feed"}`, rows: number): Normed {
    const scale = this.#tensors[`${name}-scale`].values;
    const shift = this.#tensors[`${name}-shift`].values;
    const size = scale.length;
    const take = (): Float32Array => this.arena.take(paddedRows(rows) * size);
    const normed = { standard: take(), inverse: this.arena.take(rows), out: take() };
    for (let row = 0; row < rows; row++) {
      const own = x.subarray(row * size, (row + 1) * size);
      let mean = 0;
      for (const value of own) mean += value / size;
      let variance = 0;
      for (const value of own) variance += (value - mean) ** 2 / size;
      const inverse = (normed.inverse[row] = 1 / Math.sqrt(variance + NORM_EPSILON));
      for (let k = 0; k < size; k++) {
        const standard = (normed.standard[row * size + k] = ((own[k] ?? 0) - mean) * inverse);
        normed.out[row * size + k] = standard * (scale[k] ?? 0) + (shift[k] ?? 0);
      }
    }
    return normed;
  }

  #attend(mixed: Float32Array, { starts }: Batch, width: number, rows: number): { attention: Float32Array; seen: Float32Array } {
    const seen = this.arena.take(paddedRows(rows) * width);
    const attention = this.arena.take(attentionSize(starts));
    for (const { queries, keys, values, count, first, weights } of eachHead(starts, width)) {
      for (let i = 0; i < count; i++) {
        const row = attention.subarray(weights + i * count, weights + (i + 1) * count);
        const query = queries + (first + i) * 3 * width;
        for (let j = 0; j < count; j++) row[j] = dot(mixed, query, keys + (first + j) * 3 * width, width / HEADS);
        softmaxOf(row, 1 / Math.sqrt(width / HEADS));
        const to = (first + i) * width + queries;
        for (let j = 0; j < count; j++) addScaled(seen, to, mixed, values + (first + j) * 3 * width, width / HEADS, row[j] ?? 0);
      }
    }
    return { attention, seen };
  }

  #layer(layer: Layer, x: Float32Array, residual: Float32Array, batch: Batch, dropout?: Dropout): LayerSteps {
    const rows = batch.pieces.length;
    const attended = this.#norm(x, `${layer}-attend`, rows);
    const mixed = this.#product(attended.out, `${layer}-mix`, rows);
    const width = this.#tensors[`${layer}-mix`].columns / 3;
    const { attention, seen } = this.#attend(mixed, batch, width, rows);
    const afterAttention = this.#product(seen, `${layer}-join`, rows);
    add(afterAttention, residual);
    const fed = this.#norm(afterAttention, `${layer}-feed`, rows);
    const wide = this.#product(fed.out, `${layer}-widen`, rows);
    for (let i = 0; i < wide.length; i++) wide[i] = Math.max(0, wide[i] ?? 0);
    dropout?.(wide);
    const out = this.#product(wide, `${layer}-narrow`, rows);
    add(out, afterAttention);
    return { attended, mixed, attention, seen, afterAttention, fed, wide, out };
  }

  /** All steps for a batch of texts that have pieces, in the arena: valid until it takes them back. */
  run(batch: Batch, dropout?: Dropout): Steps {
    const rows = batch.pieces.length;
    const entered = this.#enter(batch);
    dropout?.(entered);
    const lower = this.#layer("lower", entered, this.#product(entered, "enter", rows), batch, dropout);
    const upper = this.#layer("upper", lower.out, lower.out, batch, dropout);
    const texts = batch.starts.length - 1;
    const size = this.#tensors.end.rows;
    const means = this.arena.take(paddedRows(texts) * size);
    for (let text = 0; text < texts; text++) {
      const [start = 0, end = 0] = batch.starts.slice(text, text + 2);
      for (let row = start; row < end; row++) addScaled(means, text * size, upper.out, row * size, size, 1 / (end - start));
    }
    const ends = this.#product(means, "end", texts);
    const meanings = this.arena.take(ends.length);
    for (let text = 0; text < texts; text++) {
      const own = ends.subarray(text * size, (text + 1) * size);
      for (let k = 0; k < size; k++) own[k] = Math.tanh(own[k] ?? 0);
      addScaled(meanings, text * size, own, 0, size, 1 / Math.sqrt(dot(own, 0, 0, size)));
    }
    return { batch, entered, lower, upper, means, ends, meanings };
  }
}

/** A head of attention on a text: where its parts of `mixed` and of the attention begin. */
interface Head {
  queries: number;
  keys: number;
  values: number;
  /** Pieces of the text, and the number of the first. */
  count: number;
  first: number;
  weights: number;
}

const attentionSize = (starts: readonly number[]): number =>
  HEADS * starts.slice(1).reduce((sum, end, text) => sum + (end - (starts[text] ?? 0)) ** 2, 0);

/** Each head of each text, in the order of their attention. */
export function* eachHead(starts: readonly number[], width: number): Generator<Head> {
  let weights = 0;
  for (let text = 0; text + 1 < starts.length; text++) {
    const first = starts[text] ?? 0;
    const count = (starts[text + 1] ?? 0) - first;
    for (let head = 0; head < HEADS; head++) {
      const queries = (head * width) / HEADS;
      yield { queries, keys: width + queries, values: 2 * width + queries, count, first, weights };
      weights += count ** 2;
    }
  }
}
export const headSize = (width: number): number => width / HEADS;

function softmaxOf(row: Float32Array, scale: number): void {
  let most = -Infinity;
  for (const value of row) most = Math.max(most, value * scale);
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += row[j] = Math.exp((row[j] ?? 0) * scale - most);
  for (let j = 0; j < row.length; j++) row[j] = (row[j] ?? 0) / sum;
}
