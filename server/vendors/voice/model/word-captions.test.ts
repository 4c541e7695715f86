import { expect, test } from "vitest";
import { charactersOfWords } from "./word-captions.ts";
import { spansByCharacters } from "./word-spans.ts";

const reading = [["Grace", "—", "and", "peace."], ["Amen."]];
const text = "Grace — and peace. Amen.";
const spoken = (...words: [word: string, start: number, end: number][]) =>
  words.map(([word, start, end]) => ({ word, start, end }));

test("Each displayed word is marked when its own word is heard", () => {
  const times = charactersOfWords(
    text,
    spoken(["Grace", 0.2, 0.6], ["and", 0.9, 1], ["peace", 1, 1.5], [".", 1.5, 1.6], ["Amen", 2.2, 2.7]),
  );
  expect(times && spansByCharacters(reading, times, 3)).toEqual([
    [0.2, 0.6],
    [0.6, 0.6],
    [0.9, 1],
    [1, 1.5],
    [2.2, 2.7],
  ]);
});

test("A word that was said otherwise lies between its neighbours", () => {
  const times = charactersOfWords(text, spoken(["grace", 0.2, 0.6], ["&", 0.7, 0.8], ["peace", 1, 1.5], ["Amen", 2, 2.5]));
  const spans = times && spansByCharacters(reading, times, 3);
  expect(spans?.[2]?.[0]).toBeGreaterThan(0.6);
  expect(spans?.[2]?.[1]).toBeLessThanOrEqual(1);
  expect(spans?.[3]).toEqual([1, 1.5]);
});

test("Times of another text are not believed", () => {
  expect(charactersOfWords(text, spoken(["Once", 0, 1], ["upon", 1, 2]))).toBeNull();
  expect(charactersOfWords(text, [])).toBeNull();
});
