import { createHash } from "node:crypto";
import { z } from "zod";
import type { HeadWeights } from "./head.ts";
import type { TensorName, Tensors } from "./network.ts";
import type { Tensor } from "./tensor.ts";
import type { Piece } from "./tokens.ts";

/** What a file of weights holds. */
export interface EncoderWeights {
  /** How the file was made, for whoever makes it anew. */
  made: { by: string; examples: number; from: string };
  pieces: readonly Piece[];
  tensors: Tensors;
  /** What the encoder was trained to tell apart, by name. */
  heads: Readonly<Record<string, HeadWeights>>;
}

const FORMAT = "lampstand sentence encoder 1";
const MAX_BYTE = 127;
const header = z.strictObject({
  format: z.literal(FORMAT),
  made: z.strictObject({ by: z.string(), examples: z.int(), from: z.string() }),
  pieces: z.array(z.tuple([z.string(), z.number()])),
  tensors: z.array(z.strictObject({ name: z.string(), rows: z.int(), columns: z.int() })),
  heads: z.record(z.string(), z.array(z.string())),
  sha256: z.string(),
});

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Each row as one scale (32-bit float, little-endian) and whole multiples of it, -127 to 127, a byte each. */
function bytesOf({ rows, columns, values }: Tensor): Buffer {
  const bytes = Buffer.alloc(rows * (4 + columns));
  for (let row = 0, at = 0; row < rows; row++) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    const scale = Math.max(...own.map(Math.abs)) / MAX_BYTE || 1;
    at = bytes.writeFloatLE(scale, at);
    for (const value of own) at = bytes.writeInt8(Math.round(value / scale), at);
  }
  return bytes;
}

function tensorOf(bytes: Buffer, rows: number, columns: number): Tensor {
  const values = new Float32Array(rows * columns);
  for (let row = 0, at = 0; row < rows; row++) {
    const scale = bytes.readFloatLE(at);
    at += 4;
    for (let k = 0; k < columns; k++) values[row * columns + k] = bytes.readInt8(at++) * scale;
  }
  return { rows, columns, values };
}

/** The names of a head's tensors in the file. */
const ofHead = (name: string) => ({ weights: `head ${name}`, bias: `head ${name} bias` });

/** The file: a line of JSON with the pieces, the labels and the sizes, then the tensors, a byte a number. */
export function encodeWeights({ made, pieces, tensors, heads }: EncoderWeights): Buffer {
  const ofHeads = Object.entries(heads).flatMap(([name, { weights, bias }]): [string, Tensor][] => [
    [ofHead(name).weights, weights],
    [ofHead(name).bias, bias],
  ]);
  const all = [...Object.entries(tensors), ...ofHeads];
  const body = Buffer.concat(all.map(([, tensor]) => bytesOf(tensor)));
  const head: z.input<typeof header> = {
    format: FORMAT,
    made,
    pieces: pieces.map(({ piece, score }) => [piece, score]),
    tensors: all.map(([name, { rows, columns }]) => ({ name, rows, columns })),
    heads: Object.fromEntries(Object.entries(heads).map(([name, { labels }]) => [name, [...labels]])),
    sha256: sha256(body),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

/** Reads what `encodeWeights` wrote. Throws if it is of another format, or damaged. */
export function decodeWeights(file: Buffer): EncoderWeights {
  const end = file.indexOf("\n");
  const { made, pieces, tensors: sizes, heads, sha256: expected } = header.parse(JSON.parse(file.toString("utf8", 0, end)));
  const body = file.subarray(end + 1);
  if (sha256(body) !== expected) throw new Error("the weights of the sentence encoder are damaged");
  let at = 0;
  const all = new Map(
    sizes.map(({ name, rows, columns }) => {
      const tensor = tensorOf(body.subarray(at), rows, columns);
      at += rows * (4 + columns);
      return [name, tensor];
    }),
  );
  const taken = (name: string): Tensor => {
    const tensor = all.get(name);
    if (!tensor) throw new Error(`the sentence encoder has no "${name}"`);
    all.delete(name);
    return tensor;
  };
  const ofHeads = Object.entries(heads).map(([name, labels]): [string, HeadWeights] => [
    name,
    { labels, weights: taken(ofHead(name).weights), bias: taken(ofHead(name).bias) },
  ]);
  return {
    made,
    pieces: pieces.map(([piece, score]) => ({ piece, score })),
    heads: Object.fromEntries(ofHeads),
    tensors: Object.fromEntries(all) as Record<TensorName, Tensor>,
  };
}
