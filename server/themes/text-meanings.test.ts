import { describe, expect, test } from "vitest";
import { committedEncoder } from "../sentence-encoder/encoder.ts";
import {
  asBytes,
  committedMeanings,
  comparedTexts,
  decodeMeanings,
  encodeMeanings,
  encoderHash,
  keyOfText,
  nearness,
} from "./text-meanings.ts";
import { readThemes } from "./themes.ts";

test("every text of a theme can be compared with a topic, and nothing else is stored (`npm run train:themes` makes the file)", () => {
  const { encoder, vectors } = committedMeanings();
  expect(encoder).toBe(encoderHash());
  expect([...vectors.keys()].toSorted()).toEqual([...new Set(comparedTexts(readThemes()).map(keyOfText))].toSorted());
});

test("a text is nearer to a topic that means the like", () => {
  const { meanings } = committedEncoder();
  const [topic, hospital, debts] = meanings([
    "waiting for the results of my scan",
    "The doctor has not called yet, and each time the telephone rings the blood leaves the hands.",
    "The letter from the bank lies unopened on the kitchen table.",
  ]) as [Float32Array, Float32Array, Float32Array];
  expect(nearness(topic, asBytes(hospital))).toBeGreaterThan(nearness(topic, asBytes(debts)) + 0.1);
});

test("as many numbers of one byte it has the same direction", () => {
  expect(nearness(Float32Array.of(0.6, -0.8), asBytes(Float32Array.of(0.6, -0.8)))).toBeCloseTo(1, 2);
  expect(nearness(Float32Array.of(1, 0), asBytes(Float32Array.of(0, 0)))).toBe(0);
});

describe("the file", () => {
  const some = { encoder: "e", vectors: new Map([["00112233", Int8Array.of(1, -127, 3)]]) };

  test("is read as it was written", () => {
    expect(decodeMeanings(encodeMeanings(some))).toEqual(some);
  });

  test("is refused when it is cut short, or another file", () => {
    expect(() => decodeMeanings(encodeMeanings(some).subarray(0, -1))).toThrow("cut short");
    expect(() => decodeMeanings(Buffer.from("{}\n"))).toThrow();
  });
});
