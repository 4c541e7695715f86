import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { createHash } from "node:crypto";
import { endianness } from "node:os";
import { z } from "zod";
import type { LinearModel } from "./linear.ts";
import { nameTable } from "./name-table.ts";

/** What a file of weights holds. */
export interface TextModel {
  /** The command that makes the file, how many examples it learned from, and their `hashOf`. */
  made: { by: string; examples: number; from: string };
  /** Known words, most frequent first, for the correction of spelling. */
  words: readonly string[];
  /** So many of the words, from the first, are certainly spelled right; without it, all. */
  certain?: number;
  models: ReadonlyMap<string, LinearModel>;
}

const FORMAT = "lampstand text model 1";
const header = z.strictObject({
  format: z.literal(FORMAT),
  made: z.strictObject({ by: z.string(), examples: z.int(), from: z.string() }),
  words: z.int(),
  certain: z.optional(z.int()),
  models: z.array(
    z.strictObject({
      name: z.string(),
      features: z.int(),
      weights: z.int(),
      places: z.int(),
      scaling: z.strictObject({ shortest: z.number(), byRarity: z.boolean(), unknownCount: z.boolean() }),
      labels: z.array(z.string()),
      bias: z.array(z.int()),
    }),
  ),
  bytes: z.strictObject({ names: z.int(), numbers: z.int() }),
  sha256: z.string(),
});
type Header = z.infer<typeof header>;

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
/** One line for each field, and for each model. */
function textOf({ models, ...rest }: Header): string {
  const fields = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return ["{", ...fields, `  "models": [`, models.map((model) => `    ${JSON.stringify(model)}`).join(",\n"), "  ]", "}"].join(
    "\n",
  );
}

/**
 * The file: a header in JSON that says how it was made, an empty line, and one line of base64. That is, by Brotli, the known words and
 * then each model's features, one a line; and as 16-bit numbers, low byte first, for each model the features' rarities, how many
 * weights each has, and those weights' labels and values. Throws if a number does not fit.
 */
export function encodeModel({ made, words, certain, models }: TextModel): string {
  const all = [...models];
  const names = Buffer.from([...words, ...all.flatMap(([, { rows }]) => [...rows.keys()])].join("\n"));
  const list = all.flatMap(([, { rarities, starts, labelOf, weights }]) => [
    ...rarities,
    ...Array.from(rarities, (_, row) => (starts[row + 1] ?? 0) - (starts[row] ?? 0)),
    ...labelOf,
    ...weights,
  ]);
  const numbers = Buffer.alloc(list.length * 2);
  for (const [i, value] of list.entries()) numbers.writeInt16LE(value, i * 2);
  const bytes = Buffer.concat([names, numbers]);
  const head = textOf({
    format: FORMAT,
    made,
    words: words.length,
    ...(certain !== undefined && { certain }),
    models: all.map(([name, { rows, weights, places, scaling, labels, bias }]) => ({
      name,
      features: rows.size,
      weights: weights.length,
      places,
      scaling,
      labels: [...labels],
      bias: [...bias],
    })),
    bytes: { names: names.length, numbers: numbers.length },
    sha256: hashOf(bytes),
  });
  return `${head}\n\n${brotliCompressSync(bytes).toString("base64")}\n`;
}

/** 16-bit numbers, low byte first. A view of the bytes is a hundred times as fast as reading them one by one. */
function numbersIn(bytes: Buffer): Int16Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  if (endianness() === "BE") copy.swap16();
  return new Int16Array(copy.buffer);
}

/** Reads what `encodeModel` wrote. Throws if the header is of another format, or if the numbers are not those it was written with. */
export function decodeModel(text: string): TextModel {
  const end = text.indexOf("\n\n");
  const { made, words, certain, models, bytes, sha256 } = header.parse(JSON.parse(text.slice(0, end)));
  const body = brotliDecompressSync(Buffer.from(text.slice(end).trim(), "base64"));
  if (hashOf(body) !== sha256) throw new Error("the weights are damaged");
  const names = body.toString("utf8", 0, bytes.names).split("\n");
  const numbers = numbersIn(body.subarray(bytes.names));
  let name = words;
  let at = 0;
  const next = (count: number): Int16Array => numbers.slice(at, (at += count));
  const read = models.map(({ name: of, features, weights, ...rest }): [string, LinearModel] => {
    const rows = nameTable(names.slice(name, (name += features)));
    const rarities = next(features);
    const starts = new Uint32Array(features + 1);
    for (const [row, count] of next(features).entries()) starts[row + 1] = (starts[row] ?? 0) + count;
    return [of, { ...rest, rows, rarities, starts, labelOf: Uint8Array.from(next(weights)), weights: next(weights) }];
  });
  return { made, words: names.slice(0, words), ...(certain !== undefined && { certain }), models: new Map(read) };
}
