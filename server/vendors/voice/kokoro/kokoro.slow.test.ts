import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { measureRecording } from "../../../../scripts/measure-recording.ts";
import { countSpokenWords, readSermon, spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import { timings } from "../../../../shared/timings.ts";
import { VOICES, type VoiceName } from "../../../../shared/voices.ts";
import { installTinyKokoro, tinyKokoro } from "../../../../tests/support/tiny-kokoro.ts";
import { VoiceError, type Voice } from "../voice.ts";
import { createKokoroVoice, plainSpeechesOf, type KokoroOptions } from "./kokoro.ts";

const never = new AbortController().signal;
const PARAGRAPH =
  "Ruth stood at the door for a long time. The kettle was on, and the street was very quiet. She had nothing to say to anybody, and nobody asked. So she went in, and sat down, and somebody gave her bread.";
const SERMON = `# The God Who Stays

*You are not alone, even at 3 a.m.*

## In the Night

${PARAGRAPH}

Dr. Lee once sat by a bed — all night — and said nothing. “I only stayed,” she said; “that was the whole of it.” 🙏

> Yahweh is near to those who have a broken heart, and saves those who have a crushed spirit.
>
> — Psalm 34:18

- Call one friend before 9:00.

## Prayer

Lord, stay with us, for it is toward evening. Amen.

---

Scripture: Psalm 34:18.`;

let dir: string;
let options: KokoroOptions;
let voice: Voice;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "lampstand-kokoro-"));
  options = await installTinyKokoro(join(dir, "kokoro"));
  voice = createKokoroVoice(options);
});
afterAll(async () => {
  await voice.close();
  await rm(dir, { recursive: true });
});

const speak = (markdown: string, name: VoiceName = "John", by = voice, signal = never) =>
  by.speak({ blocks: readSermon(markdown), voice: name }, signal);

async function voiceOf(name: string, model: Buffer): Promise<Voice> {
  const file = join(dir, name);
  await writeFile(file, model);
  const made = createKokoroVoice({ ...options, model: file });
  onTestFinished(() => made.close());
  return made;
}

test("Kokoro speaks on this machine, and nobody is asked for consent", () => {
  expect(voice).toMatchObject({ engine: "kokoro", remote: false });
  expect(voice.recipient).toBeUndefined();
  expect(voice.hold).toBeUndefined();
});

test.each(VOICES)(
  "%s says a sermon with a time for every displayed word, as loud and as fast as every other voice",
  async (name) => {
    const blocks = readSermon(SERMON);
    const spoken = await speak(SERMON, name);
    const times = timings.parse(spoken.timings);
    expect(times.sentences.map(({ words }) => words.length)).toEqual(spokenSentences(blocks).map(({ words }) => words.length));
    const spans = times.sentences.flatMap(({ words }) => words);
    expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
    expect(spans.at(-1)?.[1]).toBeLessThan(spoken.seconds);
    const { lufs, truePeakDb, clipped, seconds } = await measureRecording(spoken.mp3);
    expect(Math.abs(lufs + 16)).toBeLessThan(1);
    expect(truePeakDb).toBeLessThan(-1);
    expect(clipped).toBe(0);
    expect(Math.abs(seconds - spoken.seconds)).toBeLessThan(0.1);
    expect(Math.abs((countSpokenWords(blocks) / spoken.seconds) * 60 - 130)).toBeLessThan(3);
  },
);

/** Where a recording is silent for so many seconds, as [start, end]. */
function silences(samples: Float32Array, sampleHz: number, seconds: number): [number, number][] {
  const found: [number, number][] = [];
  let start = 0;
  for (let i = 0; i <= samples.length; i++) {
    if (i < samples.length && Math.abs(samples[i] ?? 0) < 0.01) continue;
    if ((i - start) / sampleHz >= seconds) found.push([start / sampleHz, i / sampleHz]);
    start = i + 1;
  }
  return found;
}

test.each([
  ["its durations", {}],
  ["durations by another name", { durations: "pred_dur" }],
])("Words are timed by %s: each sentence begins and ends within 60 ms of its sound", async (label, tiny) => {
  const by = await voiceOf(`${label}.onnx`, tinyKokoro(tiny));
  const { timings: times, mp3 } = await speak(PARAGRAPH, "John", by);
  const { MPEGDecoder } = await import("mpg123-decoder");
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(mp3);
  decoder.free();
  // Slowed to the pace of a sermon, the tiny model is silent for about half a second at a full stop and a third at a comma.
  const quiet = silences(channelData[0] ?? new Float32Array(), sampleRate, 0.42);
  expect(quiet).toHaveLength(times.sentences.length + 1 - (quiet[0]?.[0] === 0 ? 0 : 1));
  for (const [i, { end }] of times.sentences.entries()) {
    const after = quiet.find(([, to]) => to > end);
    expect(Math.abs((after?.[0] ?? 0) - end)).toBeLessThan(0.06);
    const next = times.sentences[i + 1];
    if (next) expect(Math.abs((after?.[1] ?? 0) - next.start)).toBeLessThan(0.06);
  }
});

test("A model without durations is timed by the pauses and the length of the words", async () => {
  const by = await voiceOf("plain.onnx", tinyKokoro({ durations: null }));
  const [plain, timed] = await Promise.all([speak(PARAGRAPH, "John", by), speak(PARAGRAPH)]);
  for (const [i, { start, end }] of plain.timings.sentences.entries()) {
    expect(Math.abs(start - (timed.timings.sentences[i]?.start ?? 0))).toBeLessThan(0.15);
    expect(Math.abs(end - (timed.timings.sentences[i]?.end ?? 0))).toBeLessThan(0.15);
  }
});

test("It is given the plain words that Flite is given, in the accent of the name, with the marks that end sentences", () => {
  const [first] = plainSpeechesOf(readSermon("Is 105 enough? Read 1 Cor. 13:4. Job said so!"), "Daniel");
  expect(first?.sentences.map((words) => words.filter((word) => word !== "").join(" "))).toEqual([
    "is one hundred and five enough?",
    "reed first corinthians, chapter thirteen, verse four.",
    "jobe said so!",
  ]);
  expect(plainSpeechesOf(readSermon("There were 105."), "John")[0]?.sentences.flat()).toContain("one hundred five.");
});

test("The six voices sound different from each other, and each like itself", async () => {
  const sounds = await Promise.all(
    VOICES.map(async (name) => Buffer.from((await speak("Peace be with you.", name)).mp3).toString("hex")),
  );
  expect(new Set(sounds).size).toBe(VOICES.length);
  expect(Buffer.from((await speak("Peace be with you.")).mp3).toString("hex")).toBe(sounds[0]);
});

test("It begins while the text is being written, and says what the finished text says", async () => {
  const finished = Promise.withResolvers<readonly Block[]>();
  const blocks = readSermon(SERMON);
  let read = 0;
  async function* early() {
    for (const block of [blocks[0], readSermon("These words were taken back.")[0], blocks[3]])
      if (block) {
        read++;
        yield block;
      }
  }
  const speaking = voice.speak({ blocks: finished.promise, early: early(), voice: "John" }, never);
  await expect.poll(() => read).toBe(3);
  finished.resolve(blocks);
  expect(await speaking).toEqual(await speak(SERMON));
});

test("Speaking stops when it is called off, and the voice speaks on", async () => {
  const gone = new Error("the reader has left");
  await expect(speak(SERMON, "John", voice, AbortSignal.abort(gone))).rejects.toBe(gone);
  const leaving = new AbortController();
  const long = speak(`${PARAGRAPH}\n\n`.repeat(20), "John", voice, leaving.signal);
  const short = speak("Amen.");
  leaving.abort(gone);
  await expect(long).rejects.toBe(gone);
  expect((await short).seconds).toBeGreaterThan(0.5);
});

test("The process is ended when nobody has asked for a while, and comes again", async () => {
  const by = createKokoroVoice({ ...options, idleMs: 1 });
  onTestFinished(() => by.close());
  const first = await speak("Peace be with you.", "John", by);
  expect(await speak("Peace be with you.", "John", by)).toEqual(first);
});

test.each([
  ["a model that breaks off", async (file: string) => truncate(file, 1000), /Load model|Protobuf|parse|failed/i],
  ["a file that is no model", async (file: string) => writeFile(file, "Not found"), /Load model|Protobuf|parse|failed/i],
  ["no file", async (file: string) => rm(file), /Load model|exist|failed/i],
])("It fails with %s, and says so without a word of the text", async (_, spoil, reason) => {
  const by = await voiceOf("broken.onnx", tinyKokoro());
  await spoil(join(dir, "broken.onnx"));
  const failing = speak("Absalom, Absalom.", "John", by);
  await expect(failing).rejects.toThrow(VoiceError);
  await expect(failing).rejects.toMatchObject({ code: "failed", message: expect.stringMatching(reason) });
  await expect(failing).rejects.not.toMatchObject({ message: expect.stringMatching(/absalom/i) });
});

test("A model of other inputs, one that is silent, and a voice of another size are refused by name", async () => {
  const other = await voiceOf("other.onnx", tinyKokoro({ ids: "tokens" }));
  await expect(speak("Peace.", "John", other)).rejects.toThrow("no export of Kokoro: it has no input_ids");
  const silent = await voiceOf("silent.onnx", tinyKokoro({ level: 0 }));
  await expect(speak("Peace be with you.", "John", silent)).rejects.toMatchObject({ code: "failed" });
  const endless = await voiceOf("endless.onnx", tinyKokoro({ level: Number.NaN }));
  await expect(speak("Peace be with you.", "John", endless)).rejects.toThrow("not made of numbers");
  const short = join(dir, "short.bin");
  await writeFile(short, Buffer.alloc(2048));
  const wrong = createKokoroVoice({ ...options, voices: { ...options.voices, John: { file: short, speed: 1 } } });
  onTestFinished(() => wrong.close());
  await expect(speak("Peace.", "John", wrong)).rejects.toThrow("not the size of a voice");
});

test("A text without any spoken block is refused", async () => {
  await expect(speak("## Heading alone\n\n---\n\nA note.")).rejects.toMatchObject({ code: "failed" });
});

test.each([
  ["an empty paragraph between others", "He stays.\n\n \n\n🙏\n\nHe waits."],
  ["other scripts, signs and emoji among words", "He said שלום and 平安 🕊️ and ☃ to them, naïvely."],
  ["a sentence of 600 tokens without a comma", "walk ".repeat(150)],
  ["one word of 15,000 letters", `Before ${"a".repeat(15_000)} after.`],
  ["one word of 15,000 digits", "9".repeat(15_000)],
  ["control characters and options", "-voice kal -o /etc/passwd \u0000\u0007 ${HOME} `id` <speak> | ; %s%n"],
])("Hostile text: %s", async (_, text) => {
  const { timings: times, seconds } = await speak(text);
  timings.parse(times);
  const spans = times.sentences.flatMap(({ words }) => words);
  expect(spans).toHaveLength(spokenSentences(readSermon(text)).flatMap(({ words }) => words).length);
  expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
  expect(spans.at(-1)?.[1]).toBeLessThanOrEqual(seconds);
});
