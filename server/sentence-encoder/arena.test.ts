import { expect, test } from "vitest";
import { mulberry32 } from "../../shared/seeded-random.ts";
import { Arena, paddedRows } from "./arena.ts";

const random = mulberry32(3);
const numbers = (count: number): number[] => Array.from({ length: count }, () => random() - 0.5);

test.each([
  [1, 3, 8],
  [4, 16, 16],
  [7, 24, 40],
])("the product of %i x %i and %i columns is that of the definition, added to what was there", (rows, inputs, outputs) => {
  const arena = new Arena(10_000);
  const [x, w, before] = [numbers(rows * inputs), numbers(inputs * outputs), numbers(rows * outputs)];
  const given = arena.take(paddedRows(rows) * inputs);
  given.set(x);
  const y = arena.take(paddedRows(rows) * outputs);
  y.set(before);
  arena.multiply(given, arena.pack(Float32Array.from(w), inputs, outputs), y, rows, inputs, outputs);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < outputs; column++) {
      let sum = before[row * outputs + column] ?? 0;
      for (let k = 0; k < inputs; k++) sum += (x[row * inputs + k] ?? 0) * (w[k * outputs + column] ?? 0);
      expect(y[row * outputs + column]).toBeCloseTo(sum, 5);
    }
});

test("a matrix packed transposed is its transpose packed", () => {
  const arena = new Arena(10_000);
  const matrix = Float32Array.from(numbers(16 * 8));
  const transposed = Float32Array.from(matrix, (_, i) => matrix[(i % 16) * 8 + Math.floor(i / 16)] ?? 0);
  expect(arena.packTransposed(matrix, 16, 8)).toEqual(arena.pack(transposed, 8, 16));
});

test("what was taken within is taken back, and what is taken anew is 0", () => {
  const arena = new Arena(16_000);
  arena.within(() => arena.take(12_000).fill(1));
  expect(arena.take(12_000).every((value) => value === 0)).toBe(true);
  expect(() => arena.take(12_000)).toThrow(RangeError);
});
