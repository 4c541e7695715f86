import { expect, test } from "vitest";
import { tinyEncoder } from "../../tests/support/tiny-encoder.ts";
import { adapt, type Task } from "./adapt.ts";
import { sentenceEncoder } from "./encoder.ts";
import type { EncoderWeights } from "./weights-file.ts";

const weather = (length: number): Task => ({
  labels: ["fair", "foul"],
  examples: Array.from({ length }, (_, i) => {
    const text = `${["the", "a"][i % 2]} ${["sun", "rain", "calm", "storm"][Math.floor(i / 2) % 4]}`;
    return { text, right: [[/sun|calm/u.test(text) ? 0 : 1, 1]], weight: 1 };
  }),
});

function adapted(length: number): EncoderWeights {
  const original = tinyEncoder();
  return { ...original, ...adapt(original, { weather: weather(length) }, () => {}) };
}

test("an encoder learns to tell labels apart, also in texts that it never met", () => {
  const before = sentenceEncoder(tinyEncoder());
  const encoder = sentenceEncoder(adapted(12_000));
  const alike = ({ meanings }: typeof encoder): number => {
    const [sun, calm, storm] = meanings(["suns", "calms", "storms"]);
    const cosine = (a?: Float32Array, b?: Float32Array): number =>
      a?.reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0) ?? 0;
    return cosine(sun, calm) - cosine(sun, storm);
  };
  expect(alike(encoder)).toBeGreaterThan(alike(before));
  const [suns, rains] = encoder.meanings(["suns", "rains"]);
  expect(encoder.likely("weather", suns as Float32Array).get("fair")).toBeGreaterThan(0.8);
  expect(encoder.likely("weather", rains as Float32Array).get("foul")).toBeGreaterThan(0.8);
});

test("the same tasks give the same encoder", () => {
  expect(adapted(200).tensors.end.values).toEqual(adapted(200).tensors.end.values);
});
