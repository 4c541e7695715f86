/**
 * A WebAssembly module with one function, `dense`: adds the product of two matrices to a third, with the four-lane instructions that
 * JavaScript has no words for (seven times as fast as the same loops in it). Written out here because a compiler for 550 bytes would be one more tool.
 * Instructions by their numbers: https://webassembly.github.io/spec/core/appendix/index-instructions.html
 */

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const OP = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  constant: 0x41,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
};
const VECTOR = { prefix: 0xfd, load: 0, loadSplat: 9, store: 11, add: 228, multiply: 230 };
/** Alignment of a memory access, as a power of two of bytes. */
const ALIGNED = { number: 2, four: 4 };

type Bytes = readonly (number | readonly number[])[];
const run = (...bytes: Bytes): number[] => bytes.flat();
/** An unsigned number in LEB128. */
const unsigned = (n: number): number[] => (n < 128 ? [n] : run((n & 127) | 128, unsigned(n >>> 7)));
const list = (items: readonly number[][]): number[] => run(unsigned(items.length), ...items);
const section = (id: number, body: readonly number[]): number[] => run(id, unsigned(body.length), body);
const ascii = (word: string): number[] => Array.from(new TextEncoder().encode(word));
const name = (word: string): number[] => run(word.length, ascii(word));

const get = (local: number): number[] => run(OP.get, unsigned(local));
const set = (local: number): number[] => run(OP.set, unsigned(local));
/** Only for numbers below 64, which are one byte in signed LEB128. */
const small = (n: number): number[] => [OP.constant, n];
const times = (local: number, n: number): number[] => run(get(local), small(n), OP.multiply);
const advance = (local: number, by: readonly number[]): number[] => run(get(local), by, OP.add, set(local));
const copy = (from: number, to: number): number[] => run(get(from), set(to));
const vector = (op: number): number[] => run(VECTOR.prefix, unsigned(op));
const load = (offset: number): number[] => run(vector(VECTOR.load), ALIGNED.four, offset);
const store = (offset: number): number[] => run(vector(VECTOR.store), ALIGNED.four, offset);
const loadSplat = run(vector(VECTOR.loadSplat), ALIGNED.number, 0);
/** Runs `body` as often as the number in `counter` says, which must not be 0, and counts it down. */
const repeat = (counter: number, body: readonly number[]): number[] =>
  run(OP.loop, NO_RESULT, body, get(counter), small(1), OP.subtract, set(counter), get(counter), OP.branchIf, 0, OP.end);

/** Rows that are worked on at once, and columns: two vectors of four. */
export const ROWS = 4;
export const COLUMNS = 8;
const BYTES = 4;
const FOUR = [0, 1, 2, 3];
const TWO = [0, 1];

/** Parameters: where the matrices begin in bytes, and how often `ROWS` rows, columns of x, and `COLUMNS` columns of w there are. */
const P = { x: 0, w: 1, y: 2, rows: 3, inputs: 4, blocks: 5 };
/** Locals; `xAt` takes one for each of the four rows, `sums` two for each, `weights` two. */
const INTEGERS = { block: 6, row: 7, input: 8, wAt: 9, yAt: 10, xBytes: 11, yBytes: 12, at: 13, xAt: 14 };
const INTEGER_COUNT = 12;
const VECTORS = { sums: 18, weights: 26, x: 28 };
const VECTOR_COUNT = 11;
const { block, row, input, wAt, yAt, xBytes, yBytes, at, xAt } = INTEGERS;
const { sums, weights, x } = VECTORS;
const sumOf = (r: number, c: number): number => sums + TWO.length * r + c;

/** For each of the four rows of y its address in `at`, then for its two vectors what `access` makes of them. */
const eachSum = (access: (r: number, c: number) => number[]): number[] =>
  FOUR.flatMap((r) => {
    const rowsDown = Array.from({ length: r }, () => run(get(yBytes), OP.add)).flat();
    return run(get(yAt), rowsDown, set(at), ...TWO.map((c) => access(r, c)));
  });

const eachInput = run(
  ...TWO.map((c) => run(get(wAt), load(16 * c), set(weights + c))),
  ...FOUR.map((r) =>
    run(
      run(get(xAt + r), loadSplat, set(x)),
      ...TWO.map((c) =>
        run(get(x), get(weights + c), vector(VECTOR.multiply), get(sumOf(r, c)), vector(VECTOR.add), set(sumOf(r, c))),
      ),
      advance(xAt + r, small(BYTES)),
    ),
  ),
  advance(wAt, small(COLUMNS * BYTES)),
);
const eachRow = run(
  eachSum((r, c) => run(get(at), load(16 * c), set(sumOf(r, c)))),
  ...FOUR.slice(1).map((r) => run(get(xAt + r - 1), get(xBytes), OP.add, set(xAt + r))),
  copy(P.w, wAt),
  copy(P.inputs, input),
  repeat(input, eachInput),
  eachSum((r, c) => run(get(at), get(sumOf(r, c)), store(16 * c))),
  // The last of the four has arrived at the row after it.
  copy(xAt + ROWS - 1, xAt),
  advance(yAt, times(yBytes, ROWS)),
);
const eachBlock = run(
  copy(P.x, xAt),
  copy(P.y, yAt),
  copy(P.rows, row),
  repeat(row, eachRow),
  copy(wAt, P.w),
  advance(P.y, small(COLUMNS * BYTES)),
);
const locals = list([run(unsigned(INTEGER_COUNT), I32), run(unsigned(VECTOR_COUNT), V128)]);
const code = run(
  locals,
  run(times(P.inputs, BYTES), set(xBytes)),
  run(times(P.blocks, COLUMNS * BYTES), set(yBytes)),
  copy(P.blocks, block),
  repeat(block, eachBlock),
  OP.end,
);

const SECTION = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 };
const FUNCTION_TYPE = 0x60;
const [FUNCTION, MEMORY] = [0, 2];
const parameters = list(Object.keys(P).map(() => [I32]));
const bytes = Uint8Array.from(
  run(
    run(0, ascii("asm"), 1, 0, 0, 0),
    section(SECTION.types, list([run(FUNCTION_TYPE, parameters, list([]))])),
    section(SECTION.imports, list([run(name("js"), name("memory"), MEMORY, 0, 1)])),
    section(SECTION.functions, list([[0]])),
    section(SECTION.exports, list([run(name("dense"), FUNCTION, 0)])),
    section(SECTION.code, list([run(unsigned(code.length), code)])),
  ),
);

let compiled: WebAssembly.Module | undefined;

/** Adds x times w to y: all three as places in bytes, their sizes as of `P`. */
export type Dense = (x: number, w: number, y: number, rows: number, inputs: number, blocks: number) => void;

/** The function, working in this memory. */
export function denseIn(memory: WebAssembly.Memory): Dense {
  compiled ??= new WebAssembly.Module(bytes);
  return new WebAssembly.Instance(compiled, { js: { memory } }).exports["dense"] as Dense;
}
