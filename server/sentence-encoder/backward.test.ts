import { expect, test } from "vitest";
import { tinyEncoder } from "../../tests/support/tiny-encoder.ts";
import { mulberry32 } from "../../shared/seeded-random.ts";
import { Arena } from "./arena.ts";
import { Backward } from "./backward.ts";
import { batchOf, Network, type TensorName } from "./network.ts";

const random = mulberry32(2);
const { tensors } = tinyEncoder();
const names = Object.keys(tensors) as TensorName[];
const network = new Network(tensors, new Arena(400_000));
const backward = new Backward(network);
const batch = batchOf([[6, 7, 8, 7, 10], [9], [12, 12, 13]]);
const size = tensors.end.columns;
/** The loss is the sum of the meanings times these. */
const wanted = Float32Array.from({ length: 3 * size }, () => random() - 0.5);

function loss(): number {
  network.refresh();
  return network.arena.within(() => network.run(batch).meanings.reduce((sum, value, i) => sum + value * (wanted[i] ?? 0), 0));
}

test.each(names)("the slopes of %s are the change of the loss when its numbers change a little", (name) => {
  network.refresh();
  network.arena.within(() => {
    const given = network.arena.take(4 * size);
    given.set(wanted);
    backward.run(network.run(batch), given);
  });
  const { values } = tensors[name];
  const used = name === "pieces" ? batch.pieces.map((piece) => piece * tensors.pieces.columns) : [0];
  for (let i = 0; i < 8; i++) {
    const at = ((used[i % used.length] ?? 0) + Math.floor(random() * (name === "pieces" ? 8 : values.length))) % values.length;
    const old = values[at] ?? 0;
    const little = 0.002;
    values[at] = old + little;
    const above = loss();
    values[at] = old - little;
    const below = loss();
    values[at] = old;
    expect(backward.slopes[name][at]).toBeCloseTo((above - below) / (2 * little), 2);
  }
});
