import { expect, test } from "vitest";
import { tinyEncoder } from "../../tests/support/tiny-encoder.ts";
import { sentenceEncoder } from "./encoder.ts";
import { decodeWeights, encodeWeights } from "./weights-file.ts";

const TEXTS = ["the sun", "a storm", "rain and wind"];
const head = {
  labels: ["yes", "no"],
  weights: { rows: 2, columns: 16, values: Float32Array.from({ length: 32 }, (_, i) => Math.sin(i)) },
  bias: { rows: 1, columns: 2, values: Float32Array.of(0.5, -0.5) },
};
const weights = { ...tinyEncoder(), heads: { answer: head } };

test("an encoder reads from its file what it meant before, within what a byte a number can hold", () => {
  const [before, after] = [sentenceEncoder(weights), sentenceEncoder(decodeWeights(encodeWeights(weights)))];
  const meant = after.meanings(TEXTS);
  for (const [i, meaning] of before.meanings(TEXTS).entries()) {
    const same = meaning.reduce((sum, value, k) => sum + value * (meant[i]?.[k] ?? 0), 0);
    expect(same).toBeGreaterThan(0.999);
    expect(after.likely("answer", meaning).get("yes")).toBeCloseTo(before.likely("answer", meaning).get("yes") ?? 0, 1);
  }
});

test("and once read it is written the same", () => {
  const file = encodeWeights(weights);
  expect(encodeWeights(decodeWeights(file)).equals(file)).toBe(true);
});

test("a damaged file is not read", () => {
  const file = encodeWeights(weights);
  file[file.length - 1] = (file.at(-1) ?? 0) ^ 1;
  expect(() => decodeWeights(file)).toThrow("damaged");
});
