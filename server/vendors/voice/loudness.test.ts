import { describe, expect, test } from "vitest";
import { createLoudnessMeter, createTruePeakMeter, limitPeaks } from "./loudness.ts";

const decibels = (ratio: number): number => 20 * Math.log10(ratio);
const amplitude = (db: number): number => 10 ** (db / 20);

interface Tone {
  hz: number;
  db: number;
  seconds: number;
  sampleHz?: number;
}

function tone({ hz, db, seconds, sampleHz = 48_000 }: Tone): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * sampleHz) },
    (_, i) => amplitude(db) * Math.sin((2 * Math.PI * hz * i) / sampleHz),
  );
}

function loudnessOf(pieces: readonly Float32Array[], sampleHz = 48_000): number {
  const meter = createLoudnessMeter(sampleHz);
  for (const piece of pieces) meter.add(piece);
  return meter.integrated();
}

/** Two channels with the same signal are 3.01 LU louder than one, since their powers add. */
const inStereo = (mono: number): number => mono + decibels(2) / 2;

describe("loudness by ITU-R BS.1770-4", () => {
  test.each([48_000, 44_100, 24_000, 16_000])("a full sine of 997 Hz in one channel is -3.01 LUFS at %d Hz", (sampleHz) => {
    expect(loudnessOf([tone({ hz: 997, db: 0, seconds: 20, sampleHz })], sampleHz)).toBeCloseTo(-3.01, 1);
  });

  // EBU Tech 3341, table 1: 1 kHz in both channels; each within 0.1 LU.
  const at = (...parts: [db: number, seconds: number][]) => parts.map(([db, seconds]) => tone({ hz: 1000, db, seconds }));
  test.each([
    ["1", at([-23, 20]), -23],
    ["2", at([-33, 20]), -33],
    ["3, which the relative gate measures", at([-36, 10], [-23, 60], [-36, 10]), -23],
    ["4, which the absolute gate measures", at([-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]), -23],
    ["5", at([-26, 20], [-20, 20.1], [-26, 20]), -23],
  ])("the EBU's signal %s", (_, pieces, expected) => {
    expect(Math.abs(inStereo(loudnessOf(pieces)) - expected)).toBeLessThan(0.1);
  });

  test("does not depend on how the samples are cut into pieces", () => {
    const whole = tone({ hz: 440, db: -18, seconds: 5 });
    const pieces = Array.from({ length: 50 }, (_, i) => whole.subarray(i * 4801, (i + 1) * 4801));
    expect(loudnessOf(pieces)).toBeCloseTo(loudnessOf([whole]), 6);
  });

  test("silence, and less than a gating block, have none", () => {
    expect(loudnessOf([new Float32Array(48_000)])).toBe(Number.NEGATIVE_INFINITY);
    expect(loudnessOf([tone({ hz: 1000, db: 0, seconds: 0.3 })])).toBe(Number.NEGATIVE_INFINITY);
  });
});

/** A quarter of the sample rate, sampled at 45 degrees: every sample is 3 dB below the peaks between them. */
const betweenSamples = (db: number): Float32Array =>
  Float32Array.from({ length: 4800 }, (_, i) => amplitude(db) * Math.sin((Math.PI / 2) * i + Math.PI / 4));

function truePeakOf(samples: Float32Array): number {
  const meter = createTruePeakMeter();
  meter.add(samples);
  return decibels(meter.peak());
}

describe("true peak", () => {
  // EBU Tech 3341, signals 15 and 16: -6 dBTP, +0.2 and -0.4.
  test.each([
    ["between the samples", betweenSamples(-6.02)],
    ["on the samples", tone({ hz: 12_000, db: -6.02, seconds: 0.1 })],
    ["of a slow tone", tone({ hz: 997, db: -6.02, seconds: 0.1 })],
  ])("%s", (_, samples) => {
    expect(truePeakOf(samples)).toBeGreaterThan(-6.4);
    expect(truePeakOf(samples)).toBeLessThan(-5.8);
  });

  test("is kept below the ceiling by the limiter, which leaves what is below alone", () => {
    const quiet = tone({ hz: 300, db: -12, seconds: 0.5 });
    const mixed = Float32Array.from([...quiet, ...betweenSamples(3), ...quiet]);
    const limited = limitPeaks(mixed, amplitude(-2));
    expect(truePeakOf(limited)).toBeLessThan(-1.8);
    const untouched = quiet.length - 1000;
    expect([...limited.subarray(0, untouched)]).toEqual([...mixed.subarray(0, untouched)]);
    expect(limited.length).toBe(mixed.length);
  });
});
