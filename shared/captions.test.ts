import { expect, test } from "vitest";
import { webVtt } from "./captions.ts";
import { readSermon, spokenSentences } from "./sermon-text.ts";
import type { Timings } from "./timings.ts";

const CONTENT =
  "# Rest\n\nCome in & sit down. Five < six.\n\n## Not spoken\n\nThis is a sentence that is long enough to be shown in more than one part, because nobody reads so many words at once while somebody speaks.";

/** A second for each word. */
function timingsOf(content: string): Timings {
  let at = 0;
  const sentences = spokenSentences(readSermon(content)).map(({ words }) => {
    const start = at;
    const times = words.map((): [number, number] => [at, ++at]);
    return { start, end: at, words: times };
  });
  return { version: 1, seconds: at, sentences };
}

test("each sentence is a cue at the time at which it is spoken, and a long one is shown in parts", () => {
  expect(webVtt(CONTENT, timingsOf(CONTENT))).toBe(
    [
      "WEBVTT",
      "1\n00:00:00.000 --> 00:00:01.000\nRest",
      "2\n00:00:01.000 --> 00:00:06.000\nCome in &amp; sit down.",
      "3\n00:00:06.000 --> 00:00:09.000\nFive &lt; six.",
      "4\n00:00:09.000 --> 00:00:25.000\nThis is a sentence that is long enough to be shown in more than one part,",
      "5\n00:00:25.000 --> 00:00:36.000\nbecause nobody reads so many words at once while somebody speaks.",
      "",
    ]
      .join("\n\n")
      .replace(/\n\n$/u, "\n"),
  );
});

test("an hour is written with its hours, and without times of words a sentence is one cue", () => {
  const timings = timingsOf("Amen.");
  const late = { ...timings, sentences: [{ start: 3661.5, end: 3662, words: [] }] };
  expect(webVtt("Amen.", late)).toContain("01:01:01.500 --> 01:01:02.000\nAmen.");
});

test("times that are not those of the text give no captions", () => {
  expect(webVtt("Amen.", timingsOf(CONTENT))).toBeNull();
});
