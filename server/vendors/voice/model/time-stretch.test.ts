import { expect, test } from "vitest";
import { PCM_HZ } from "./pcm.ts";
import { stretch } from "./time-stretch.ts";

const tone = (hz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * PCM_HZ }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / PCM_HZ));

/** How often the samples rise through zero in a second. */
function pitch(samples: Float32Array): number {
  let rises = 0;
  for (let i = 1; i < samples.length; i++) if ((samples[i - 1] ?? 0) < 0 && (samples[i] ?? 0) >= 0) rises++;
  return (rises * PCM_HZ) / samples.length;
}

test.for([0.75, 0.9, 1.1, 1.35])("Speech that is %d times as long keeps its pitch and its loudness", (factor) => {
  const samples = tone(220, 2);
  const stretched = stretch(samples, factor);
  expect(stretched.length).toBe(Math.round(samples.length * factor));
  expect(pitch(stretched)).toBeGreaterThan(217);
  expect(pitch(stretched)).toBeLessThan(223);
  const middle = stretched.subarray(PCM_HZ / 4, -PCM_HZ / 4);
  const power = Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
  expect(power).toBeCloseTo(0.5 / Math.SQRT2, 1);
});

test("What is heard at a moment is heard at that moment times the factor", () => {
  const samples = new Float32Array(2 * PCM_HZ);
  samples.set(tone(300, 0.2), PCM_HZ);
  const stretched = stretch(samples, 1.2);
  const loud = [...stretched.keys()].filter((i) => Math.abs(stretched[i] ?? 0) > 0.1);
  expect((loud[0] ?? 0) / PCM_HZ).toBeCloseTo(1.2, 1);
  expect((loud.at(-1) ?? 0) / PCM_HZ).toBeCloseTo(1.44, 1);
});

test("Nothing is nothing, and the same length is the same speech", () => {
  expect(stretch(new Float32Array(), 1.2)).toEqual(new Float32Array());
  const samples = tone(220, 0.1);
  expect(stretch(samples, 1)).toBe(samples);
});
