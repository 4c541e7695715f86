/** A matrix, row after row; a vector has one row. */
export interface Tensor {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** The scalar product of `count` numbers from `a` on with those from `b` on, in another array if one is given. */
export function dot(numbers: Float32Array, a: number, b: number, count: number, other: Float32Array = numbers): number {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += (numbers[a + k] ?? 0) * (other[b + k] ?? 0);
  return sum;
}

/** Adds numbers times `scale` to others. */
export function addScaled(to: Float32Array, at: number, from: Float32Array, begin: number, count: number, scale: number): void {
  for (let k = 0; k < count; k++) to[at + k] = (to[at + k] ?? 0) + (from[begin + k] ?? 0) * scale;
}

/** Adds each number to its like. */
export function add(to: Float32Array, from: Float32Array): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + (from[i] ?? 0);
}
