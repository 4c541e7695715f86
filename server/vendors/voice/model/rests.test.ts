import { expect, test } from "vitest";
import { PCM_HZ } from "./pcm.ts";
import { restBeforeAmen } from "./rests.ts";
import type { Span } from "./word-spans.ts";

test("The silence before an Amen is longer, and the words after it are as much later", () => {
  const spans: Span[] = [
    [0, 0.5],
    [0.5, 1],
    [1.2, 1.6],
  ];
  const samples = new Int16Array(2 * PCM_HZ).fill(1000, 0, PCM_HZ).fill(500, 1.2 * PCM_HZ);
  const rested = restBeforeAmen([["Stay", "here."], ["Amen."]], { samples, spans });
  expect(rested.spans).toEqual([
    [0, 0.5],
    [0.5, 1],
    [1.6, 2],
  ]);
  expect(rested.samples.length).toBe(2.4 * PCM_HZ);
  expect(rested.samples.findIndex((sample) => sample === 500)).toBe(1.6 * PCM_HZ);
  expect(rested.samples.lastIndexOf(1000)).toBe(PCM_HZ - 1);
});

test("A paragraph without one, or that begins with it, stays as it is", () => {
  const recording = { samples: new Int16Array(100), spans: [[0, 0.001]] satisfies Span[] };
  expect(restBeforeAmen([["Amen."]], recording)).toBe(recording);
  expect(restBeforeAmen([["Stay."]], recording)).toBe(recording);
});
