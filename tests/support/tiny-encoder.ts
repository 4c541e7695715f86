import type { Layer, TensorName, Tensors } from "../../server/sentence-encoder/network.ts";
import type { Tensor } from "../../server/sentence-encoder/tensor.ts";
import type { EncoderWeights } from "../../server/sentence-encoder/weights-file.ts";
import { mulberry32 } from "../../shared/seeded-random.ts";

/** Numbers of a piece, within the network, and in its widest step. */
const [NARROW, SIZE, WIDE] = [8, 16, 24];
const WORDS = ["▁sun", "▁rain", "▁wind", "▁calm", "▁storm", "▁the", "▁a", "s", "▁"];

/** An encoder of random numbers with a few words, the same for the same seed. */
export function tinyEncoder(seed = 5): EncoderWeights {
  const random = mulberry32(seed);
  const tensor = (rows: number, columns: number, middle = 0): Tensor => ({
    rows,
    columns,
    values: Float32Array.from({ length: rows * columns }, () => middle + 1.2 * (random() - 0.5)),
  });
  const layer = (name: Layer, size: number): [TensorName, Tensor][] => [
    [`${name}-attend-scale`, tensor(1, size, 1)],
    [`${name}-attend-shift`, tensor(1, size)],
    [`${name}-mix`, tensor(size, 3 * size)],
    [`${name}-mix-bias`, tensor(1, 3 * size)],
    [`${name}-join`, tensor(size, SIZE)],
    [`${name}-join-bias`, tensor(1, SIZE)],
    [`${name}-feed-scale`, tensor(1, SIZE, 1)],
    [`${name}-feed-shift`, tensor(1, SIZE)],
    [`${name}-widen`, tensor(SIZE, WIDE)],
    [`${name}-widen-bias`, tensor(1, WIDE)],
    [`${name}-narrow`, tensor(WIDE, SIZE)],
    [`${name}-narrow-bias`, tensor(1, SIZE)],
  ];
  const pieces = ["�", "<s>", "</s>", "-", "-", "-", ...WORDS].map((piece, i) => ({ piece, score: -i }));
  const all: [TensorName, Tensor][] = [
    ["pieces", tensor(pieces.length, NARROW)],
    ["enter", tensor(NARROW, SIZE)],
    ["enter-bias", tensor(1, SIZE)],
    ["end", tensor(SIZE, SIZE)],
    ["end-bias", tensor(1, SIZE)],
    ...layer("lower", NARROW),
    ...layer("upper", SIZE),
  ];
  return { made: { by: "a test", examples: 0, from: "" }, pieces, heads: {}, tensors: Object.fromEntries(all) as Tensors };
}
