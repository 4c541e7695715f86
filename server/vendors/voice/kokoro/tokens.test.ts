import { expect, test } from "vitest";
import { MAX_TOKENS, runsOf, tokensOf, type Token } from "./tokens.ts";

const idsOf = (tokens: readonly Token[]): number[] => tokens.map(({ id }) => id);
const sentence = (letters: number, from = 0): Token[] =>
  Array.from({ length: letters }, (_, i) => ({
    id: i % 10 === 9 ? 16 : 44,
    word: i % 10 === 9 ? null : from + Math.floor(i / 10),
  }));

test("A text of phonemes becomes the model's numbers, as in the example of its card, and what it does not know is left out", () => {
  expect(idsOf(tokensOf("hˌWɛvəɹ,", 0))).toEqual([50, 157, 39, 86, 64, 83, 123, 3]);
  expect(idsOf(tokensOf("β☃𝄞漢", 0))).toEqual([]);
});

test("Sentences are said together while they are short", () => {
  const runs = runsOf([sentence(100), sentence(100), sentence(100), sentence(20)]);
  expect(runs.map(({ length }) => length)).toEqual([201, 121]);
  expect(runs[0]?.[100]).toEqual({ id: 16, word: null });
});

test("A sentence of 600 tokens is cut after its comma, without one between two words, and without these anywhere", () => {
  const comma = sentence(600).with(300, { id: 3, word: null });
  expect(runsOf([comma]).map(({ length }) => length)).toEqual([301, 299]);
  expect(runsOf([sentence(600)]).map(({ length }) => length)).toEqual([400, 200]);
  expect(runsOf([sentence(600)])[0]?.at(-1)?.id).toBe(16);
  const word = Array.from({ length: 1300 }, () => ({ id: 44, word: 0 }));
  const runs = runsOf([word]);
  expect(runs.flat()).toEqual(word);
  expect(Math.max(...runs.map(({ length }) => length))).toBe(MAX_TOKENS);
});

test("Nothing to say is no run", () => {
  expect(runsOf([[], []])).toEqual([]);
});
