import { expect, test } from "vitest";
import { toneSpeech } from "../../../../tests/support/voice-server.ts";
import { findPauses, samplesOf } from "./pcm.ts";
import { textOf } from "./speeches.ts";
import { spansByCharacters, spansByLength } from "./word-spans.ts";

const READING = [
  ["“Come", "to", "me,", "—", "", "all."],
  ["thirteen, verses four", "is", "love’s", "own", "measure."],
  ["Rest."],
];
const text = textOf(READING);
const speech = toneSpeech(text, 1);
const times = { characters: Array.from(text), starts: speech.starts, ends: speech.ends };
const seconds = speech.pcm.length / 48_000;
/** When the word that stands at so many characters into the text is heard. */
const heard = (word: string, letters = word): [number, number] => {
  const at = text.indexOf(word) + word.indexOf(letters);
  return [speech.starts[at] ?? 0, speech.ends[at + letters.length - 1] ?? 0];
};

test("A word is heard from its first to its last letter; what says nothing stands where the word before it ends", () => {
  const spans = spansByCharacters(READING, times, seconds);
  const end = heard("me,", "me")[1];
  expect(spans?.slice(0, 6)).toEqual([
    heard("“Come", "Come"),
    heard("to"),
    heard("me,", "me"),
    [end, end],
    [end, end],
    heard("all.", "all"),
  ]);
  expect(spans?.at(6)).toEqual(heard("thirteen, verses four"));
  expect(spans?.at(-1)).toEqual(heard("Rest"));
  expect(spans).toHaveLength(READING.flat().length);
});

test("Times that are another text's, unordered, beyond the audio, or at one moment are not believed", () => {
  const changed = (change: Partial<typeof times>) => spansByCharacters(READING, { ...times, ...change }, seconds);
  expect(changed({ characters: Array.from(text.toUpperCase()) })).toBeNull();
  expect(changed({ characters: Array.from(text).slice(1) })).toBeNull();
  expect(changed({ starts: speech.starts.toReversed() })).toBeNull();
  expect(changed({ ends: speech.ends.map((time) => time * 2) })).toBeNull();
  expect(changed({ ends: speech.ends.map(() => 0) })).toBeNull();
  expect(changed({ starts: speech.starts.map(() => Number.NaN) })).toBeNull();
});

test("Without times a word is near to where it is heard, for the silences are found", () => {
  const samples = samplesOf(speech.pcm, text.length);
  if (typeof samples === "string") throw new Error(samples);
  const spans = spansByLength(READING, findPauses(samples), seconds);
  const right = spansByCharacters(READING, times, seconds) ?? [];
  expect(spans).toHaveLength(right.length);
  expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
  spans.forEach(([start, end], i) => {
    expect(Math.abs(start - (right[i]?.[0] ?? 0)), `start of word ${i}`).toBeLessThan(0.3);
    expect(Math.abs(end - (right[i]?.[1] ?? 0)), `end of word ${i}`).toBeLessThan(0.3);
  });
});

test("Speech without any silence is shared out by length", () => {
  const spans = spansByLength(
    [
      ["aaaa", "aaaa"],
      ["aaaa", "—"],
    ],
    [],
    3,
  );
  expect(spans).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 3],
  ]);
});
