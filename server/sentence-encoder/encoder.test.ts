import { expect, test } from "vitest";
import { tinyEncoder } from "../../tests/support/tiny-encoder.ts";
import { committedEncoder, sentenceEncoder } from "./encoder.ts";

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a?.reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0) ?? 0;

test("a text means the same alone and among others, however many and long", () => {
  const { meanings } = sentenceEncoder(tinyEncoder());
  const texts = [
    "the sun",
    "",
    "a storm and rain ".repeat(60),
    ...Array.from({ length: 90 }, (_, i) => `${"wind ".repeat(i)}calm`),
  ];
  const together = meanings(texts);
  expect(together).toHaveLength(texts.length);
  for (const [i, text] of texts.entries()) expect(cosine(together[i], meanings([text])[0])).toBeCloseTo(1, 5);
});

test("texts that mean the like without a word in common are nearer than others", () => {
  const [dad, father, exam, visa] = committedEncoder().meanings([
    "We buried Dad on Tuesday",
    "my old man died last week",
    "I have finals tomorrow and nothing stays in my head",
    "the embassy has not answered",
  ]);
  for (const other of [exam, visa]) expect(cosine(dad, father)).toBeGreaterThan(cosine(dad, other) + 0.2);
});

test("a head that the encoder was not trained with is an error", () => {
  const encoder = committedEncoder();
  expect(() => encoder.likely("weather", new Float32Array(512))).toThrow('no head "weather"');
});
