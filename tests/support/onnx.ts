/**
 * Writes ONNX models by hand, as protocol buffers (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3 has the numbers of the fields), so that
 * tests need no binary and no package for it.
 */
export const INT64 = 7;
export const FLOAT = 1;

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const integer = (field: number, value: number | bigint): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function bytes(field: number, content: Buffer | string): Buffer {
  const data = Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
}

const message = (field: number, ...parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

/** An attribute that is a whole number, for example the type that Cast makes. */
const attribute = (name: string, value: number): Buffer => message(5, bytes(1, name), integer(20, 2), integer(3, value));

export const node = (
  operation: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Buffer =>
  message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    bytes(2, output),
    bytes(4, operation),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  );

export function constant(name: string, dims: readonly number[], data: Float32Array | BigInt64Array): Buffer {
  const type = data instanceof Float32Array ? FLOAT : INT64;
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return message(5, ...dims.map((dim) => integer(1, dim)), integer(2, type), bytes(8, name), bytes(9, raw));
}

/** An input or output of the model; a dimension that has a name may have any length. */
function value(field: number, name: string, type: number, dims: readonly (number | string)[]): Buffer {
  const shape = dims.map((dim) => message(1, typeof dim === "string" ? bytes(2, dim) : integer(1, dim)));
  return message(field, bytes(1, name), message(2, message(1, integer(1, type), message(2, ...shape))));
}
export const input = (name: string, type: number, dims: readonly (number | string)[]): Buffer => value(11, name, type, dims);
export const output = (name: string, type: number, dims: readonly (number | string)[]): Buffer => value(12, name, type, dims);

/** A model of these nodes, constants, inputs and outputs, for version 17 of the operators. */
export const onnxModel = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([integer(1, 8), message(7, bytes(2, "tiny"), ...parts), message(8, bytes(1, ""), integer(2, 17))]);
