import { COLUMNS, denseIn, ROWS, type Dense } from "./dense-wasm.ts";

const PAGE = 65_536;
const BYTES = Float32Array.BYTES_PER_ELEMENT;
/** Vectors are loaded quickest from a multiple of so many numbers. */
const ALIGNMENT = 4;

/** `count` as a whole number of blocks of rows, which the product works on at once. */
export const paddedRows = (count: number): number => Math.ceil(count / ROWS) * ROWS;

/** Numbers in one piece of memory of a fixed size, given out from its beginning and taken back from its end, and the product of matrices in it. */
export class Arena {
  readonly #numbers: Float32Array;
  readonly #dense: Dense;
  #used = 0;

  /** @param size how many numbers fit in */
  constructor(size: number) {
    const pages = Math.ceil((size * BYTES) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    this.#numbers = new Float32Array(memory.buffer);
    this.#dense = denseIn(memory);
  }

  /** So many numbers, all 0. Throws a `RangeError` if they do not fit. */
  take(count: number): Float32Array {
    const start = this.#used;
    this.#used += Math.ceil(count / ALIGNMENT) * ALIGNMENT;
    if (this.#used > this.#numbers.length) throw new RangeError("the arena is full");
    return this.#numbers.subarray(start, start + count).fill(0);
  }

  /** Runs `work`, and takes back what it took. */
  within<T>(work: () => T): T {
    const mark = this.#used;
    try {
      return work();
    } finally {
      this.#used = mark;
    }
  }

  /** A matrix of `rows` rows, packed for `multiply`: block after block of `COLUMNS` columns. `columns` is a multiple of that. */
  pack(matrix: Float32Array, rows: number, columns: number): Float32Array {
    const packed = this.take(rows * columns);
    for (let block = 0, to = 0; block < columns; block += COLUMNS)
      for (let row = 0; row < rows; row++)
        for (let from = row * columns + block, end = from + COLUMNS; from < end; from++) packed[to++] = matrix[from] ?? 0;
    return packed;
  }

  /** The same of the transposed matrix. `rows` is a multiple of `COLUMNS`. */
  packTransposed(matrix: Float32Array, rows: number, columns: number): Float32Array {
    const packed = this.take(rows * columns);
    for (let block = 0, to = 0; block < rows; block += COLUMNS)
      for (let column = 0; column < columns; column++)
        for (let row = block; row < block + COLUMNS; row++) packed[to++] = matrix[row * columns + column] ?? 0;
    return packed;
  }

  /**
   * Adds x times w to y. `x` has `rows` rows of `inputs` numbers, and `y` as many of `outputs`; both have place for `paddedRows(rows)`. `w` is
   * packed. All three are of this arena.
   */
  multiply(x: Float32Array, w: Float32Array, y: Float32Array, rows: number, inputs: number, outputs: number): void {
    if (rows === 0 || inputs === 0) return;
    this.#dense(x.byteOffset, w.byteOffset, y.byteOffset, paddedRows(rows) / ROWS, inputs, outputs / COLUMNS);
  }
}
