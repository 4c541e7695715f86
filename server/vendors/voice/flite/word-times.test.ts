import { expect, test } from "vitest";
import { wordTimes } from "./word-times.ts";

/** Phones of a tenth of a second each. */
const said = (names: string) => names.split(" ").map((name, i) => ({ name, end: (i + 1) / 10 }));

test("Each word takes the time of its phones, and pauses belong to none", () => {
  expect(
    wordTimes(
      [
        ["dh", "ax"],
        ["l", "ao", "r", "d"],
      ],
      said("pau dh ax pau l ao r d pau"),
    ),
  ).toEqual([
    [0.1, 0.3],
    [0.4, 0.8],
  ]);
});

test("A reduced, a dropped and an added phone stay within their words", () => {
  const words = [
    ["ae", "n", "d"],
    ["t", "uw"],
    ["hh", "ih", "z"],
  ];
  expect(wordTimes(words, said("ax n t ax hh iy ih z"))).toEqual([
    [0, 0.2],
    [0.2, 0.4],
    [0.4, 0.8],
  ]);
});

test("A word that says nothing has no length and stands where the one before it ends", () => {
  expect(wordTimes([[], ["g", "ow"], [], ["n", "aw"]], said("pau g ow n aw"))).toEqual([
    [0, 0],
    [0.1, 0.3],
    [0.3, 0.3],
    [0.3, 0.5],
  ]);
});

test("Silence alone gives spans of no length", () => {
  expect(wordTimes([["ax"], []], said("pau"))).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
