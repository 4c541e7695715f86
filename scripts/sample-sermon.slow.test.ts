import { expect, test } from "vitest";
import { VOICES } from "../shared/voices.ts";
import { measureRecording } from "./measure-recording.ts";
import { countSpokenWords, readSermon, spokenSentences } from "../shared/sermon-text.ts";
import type { Sermon } from "../shared/sermon.ts";
import { excerptOf, makeSample, makeVoiceSamples } from "./sample-sermon.ts";

const prose = (text: string) => ({ kind: "prose" as const, text });
const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
const sermon = (...parts: Sermon["sections"][number]["parts"]): Sermon => ({
  title: "Rest",
  focus: "God keeps watch.",
  mainPassage: "Psalm 4:8",
  sections: [{ heading: "As It Is", parts }],
  prayer: [],
  references: ["Psalm 4:8"],
});
const psalm = {
  kind: "scripture" as const,
  quotation: { reference: "Psalm 4:8", text: "In peace I will lie down.", translation: "WEB" as const },
};

test("an excerpt is the title, the paragraph that says the topic back, the next one, and the passage", () => {
  expect(excerptOf(sermon(prose("Hear."), prose("You can’t sleep."), prose(words(95)), prose("More."), psalm))).toBe(
    `# Rest\n\nYou can’t sleep.\n\n${words(95)}\n\n> In peace I will lie down.\n>\n> — Psalm 4:8`,
  );
});

test.each([
  ["does not say the topic back", sermon(prose("Hear."), prose(words(95)), psalm)],
  ["has no passage after it", sermon(psalm, prose("You can’t sleep."), prose(words(95)))],
  ["would be too short", sermon(prose("You can’t sleep."), prose(words(20)), psalm)],
  ["would be too long", sermon(prose("You can’t sleep."), prose(words(140)), psalm)],
])("there is none in a sermon that %s", (_, text) => {
  expect(excerptOf(text)).toBeNull();
});

test("the sample is written, spoken and drawn by the embedded engines", async () => {
  const sample = await makeSample();
  const blocks = readSermon(sample.content);
  expect(blocks.map(({ kind }) => kind)).toEqual(["title", "paragraph", "paragraph", "scripture", "reference"]);
  expect(sample.timings.seconds).toBeGreaterThan(45);
  expect(sample.timings.seconds).toBeLessThan(68);
  // Every word has a time, so that the page can highlight it.
  expect(sample.timings.sentences.map((sentence) => sentence.words.length)).toEqual(
    spokenSentences(blocks).map((sentence) => sentence.words.length),
  );
  expect(countSpokenWords(blocks)).toBeGreaterThan(90);
  expect(sample.picture.webp.length).toBeLessThan(60_000);
  expect(sample.picture.alt).not.toBe("");
});

test("each voice has a sample of about two seconds and some kilobytes, which sounds like no other", async () => {
  const samples = Object.values(await makeVoiceSamples());
  expect(samples).toHaveLength(VOICES.length);
  expect(new Set(samples.map((mp3) => Buffer.from(mp3).toString("base64"))).size).toBe(VOICES.length);
  for (const mp3 of samples) {
    const { seconds } = await measureRecording(mp3);
    expect(seconds).toBeGreaterThan(1.5);
    expect(seconds).toBeLessThan(2.5);
    expect(mp3.length).toBeLessThan(25_000);
  }
});
