import type { Arena } from "./arena.ts";
import { paddedRows } from "./arena.ts";
import { eachHead, headSize, MATRICES, type Layer, type Network, type Steps, type TensorName } from "./network.ts";
import { add, addScaled, dot } from "./tensor.ts";

/** How the loss changes with each number of each tensor. Of the pieces only the rows of the batch's pieces are set. */
export type Slopes = Readonly<Record<TensorName, Float32Array>>;
type Matrix = (typeof MATRICES)[number];

/** The way back through a network: from the slopes of the meanings of a batch to those of the tensors. Allocates all it needs once. */
export class Backward {
  readonly slopes: Slopes;
  readonly #network: Network;
  readonly #arena: Arena;
  /** The transposed matrices, packed. */
  #transposed: Readonly<Record<Matrix, Float32Array>>;

  constructor(network: Network) {
    this.#network = network;
    this.#arena = network.arena;
    const tensors = Object.entries(network.tensors) as [TensorName, Network["tensors"][TensorName]][];
    this.slopes = Object.fromEntries(tensors.map(([name, { values }]) => [name, this.#arena.take(values.length)])) as Record<
      TensorName,
      Float32Array
    >;
    this.#transposed = Object.fromEntries(
      MATRICES.map((name) => {
        const { values, rows, columns } = network.tensors[name];
        return [name, this.#arena.packTransposed(values, rows, columns)];
      }),
    ) as Record<Matrix, Float32Array>;
  }

  /** Takes changed matrices over, and sets all slopes but those of the pieces to 0. */
  refresh(): void {
    for (const name of MATRICES) {
      const { values, rows, columns } = this.#network.tensors[name];
      this.#arena.within(() => this.#transposed[name].set(this.#arena.packTransposed(values, rows, columns)));
    }
    for (const [name, slopes] of Object.entries(this.slopes)) if (name !== "pieces") slopes.fill(0);
  }

  /** The slopes of x, where y is x times a matrix plus its bias; adds those of the matrix and the bias. */
  #product(x: Float32Array, dy: Float32Array, name: Matrix, rows: number): Float32Array {
    const { rows: inputs, columns } = this.#network.tensors[name];
    const dx = this.#arena.take(paddedRows(rows) * inputs);
    this.#arena.multiply(dy, this.#transposed[name], dx, rows, columns, inputs);
    this.#arena.within(() => {
      const turned = this.#arena.take(inputs * rows);
      for (let row = 0; row < rows; row++) for (let k = 0; k < inputs; k++) turned[k * rows + row] = x[row * inputs + k] ?? 0;
      this.#arena.multiply(turned, this.#arena.pack(dy, rows, columns), this.slopes[name], inputs, rows, columns);
    });
    for (let row = 0; row < rows; row++) addScaled(this.slopes[`${name}-bias`], 0, dy, row * columns, columns, 1);
    return dx;
  }

  /** Adds the slopes of what was normed to `dx`. */
  #norm(
    normed: Steps["lower"]["fed"],
    dy: Float32Array,
    dx: Float32Array,
    name: `${Layer}-${"attend" | "feed"}`,
    rows: number,
  ): void {
    const scale = this.#network.tensors[`${name}-scale`].values;
    const size = scale.length;
    const own = new Float32Array(size);
    for (let row = 0; row < rows; row++) {
      const at = row * size;
      addScaled(this.slopes[`${name}-shift`], 0, dy, at, size, 1);
      let mean = 0;
      let along = 0;
      for (let k = 0; k < size; k++) {
        const standard = normed.standard[at + k] ?? 0;
        const slope = dy[at + k] ?? 0;
        const ofScale = this.slopes[`${name}-scale`];
        ofScale[k] = (ofScale[k] ?? 0) + slope * standard;
        const scaled = (own[k] = slope * (scale[k] ?? 0));
        mean += scaled / size;
        along += (scaled * standard) / size;
      }
      const inverse = normed.inverse[row] ?? 0;
      for (let k = 0; k < size; k++) {
        const change = (own[k] ?? 0) - mean - (normed.standard[at + k] ?? 0) * along;
        dx[at + k] = (dx[at + k] ?? 0) + inverse * change;
      }
    }
  }

  #attend({ mixed, attention }: Steps["lower"], dSeen: Float32Array, starts: readonly number[], width: number): Float32Array {
    const dMixed = this.#arena.take(mixed.length);
    const size = headSize(width);
    const scale = 1 / Math.sqrt(size);
    for (const { queries, keys, values, count, first, weights } of eachHead(starts, width))
      for (let i = 0; i < count; i++) {
        const row = attention.subarray(weights + i * count, weights + (i + 1) * count);
        const seen = (first + i) * width + queries;
        const place = (j: number, part: number): number => (first + j) * 3 * width + part;
        const slopes = Array.from(row, (_, j) => dot(dSeen, seen, place(j, values), size, mixed));
        const mean = slopes.reduce((sum, slope, j) => sum + slope * (row[j] ?? 0), 0);
        for (let j = 0; j < count; j++) {
          const share = row[j] ?? 0;
          addScaled(dMixed, place(j, values), dSeen, seen, size, share);
          const change = share * ((slopes[j] ?? 0) - mean) * scale;
          addScaled(dMixed, place(i, queries), mixed, place(j, keys), size, change);
          addScaled(dMixed, place(j, keys), mixed, place(i, queries), size, change);
        }
      }
    return dMixed;
  }

  /** The slopes of a layer's input, without those that its residual has; and of the residual. */
  #layer(
    layer: Layer,
    steps: Steps["lower"],
    dOut: Float32Array,
    drop: Dropped,
    starts: readonly number[],
  ): [Float32Array, Float32Array] {
    const rows = starts.at(-1) ?? 0;
    const dWide = this.#product(steps.wide, dOut, `${layer}-narrow`, rows);
    for (let i = 0; i < dWide.length; i++) if ((steps.wide[i] ?? 0) <= 0) dWide[i] = 0;
    drop(dWide);
    const dAfter = this.#arena.take(dOut.length);
    add(dAfter, dOut);
    this.#norm(steps.fed, this.#product(steps.fed.out, dWide, `${layer}-widen`, rows), dAfter, `${layer}-feed`, rows);
    const dSeen = this.#product(steps.seen, dAfter, `${layer}-join`, rows);
    const width = this.#network.tensors[`${layer}-mix`].columns / 3;
    const dMixed = this.#attend(steps, dSeen, starts, width);
    const dx = this.#arena.take(steps.attended.standard.length);
    this.#norm(steps.attended, this.#product(steps.attended.out, dMixed, `${layer}-mix`, rows), dx, `${layer}-attend`, rows);
    return [dx, dAfter];
  }

  /** Sets the slopes for a batch that the network ran, from those of its meanings. `drops` are the dropouts of that run in their order. */
  run(steps: Steps, dMeanings: Float32Array, drops: readonly Dropped[] = []): void {
    const { batch, ends, meanings } = steps;
    const { starts } = batch;
    const [ofEntered = keep, ofLower = keep, ofUpper = keep] = drops;
    this.refresh();
    this.#arena.within(() => {
      const size = this.#network.tensors.end.columns;
      const texts = starts.length - 1;
      const dEnds = this.#arena.take(ends.length);
      for (let text = 0; text < texts; text++) {
        const at = text * size;
        const inverse = 1 / Math.sqrt(dot(ends, at, at, size));
        const along = dot(meanings, at, at, size, dMeanings);
        for (let k = at; k < at + size; k++)
          dEnds[k] = ((dMeanings[k] ?? 0) - (meanings[k] ?? 0) * along) * inverse * (1 - (ends[k] ?? 0) ** 2);
      }
      const dMeans = this.#product(steps.means, dEnds, "end", texts);
      const dTop = this.#arena.take(steps.upper.out.length);
      for (let text = 0; text < texts; text++) {
        const [start = 0, end = 0] = starts.slice(text, text + 2);
        for (let row = start; row < end; row++) addScaled(dTop, row * size, dMeans, text * size, size, 1 / (end - start));
      }
      const [dUpper, dBeside] = this.#layer("upper", steps.upper, dTop, ofUpper, starts);
      add(dUpper, dBeside);
      const [dEntered, dResidual] = this.#layer("lower", steps.lower, dUpper, ofLower, starts);
      add(dEntered, this.#product(steps.entered, dResidual, "enter", starts.at(-1) ?? 0));
      ofEntered(dEntered);
      this.#pieces(batch.pieces, dEntered);
    });
  }

  #pieces(pieces: readonly number[], dEntered: Float32Array): void {
    const { columns } = this.#network.tensors.pieces;
    const slopes = this.slopes.pieces;
    for (const piece of pieces) slopes.fill(0, piece * columns, (piece + 1) * columns);
    for (const [row, piece] of pieces.entries()) addScaled(slopes, piece * columns, dEntered, row * columns, columns, 2);
  }
}

/** Drops from slopes what a dropout dropped from values. */
export type Dropped = (slopes: Float32Array) => void;
const keep: Dropped = () => {};
