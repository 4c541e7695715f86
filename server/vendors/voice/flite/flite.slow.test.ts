import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { countSpokenWords, readSermon, spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import { timings } from "../../../../shared/timings.ts";
import { VOICES, type VoiceName } from "../../../../shared/voices.ts";
import { positionAt } from "../../../../shared/reading-position.ts";
import { measureRecording } from "../../../../scripts/measure-recording.ts";
import { VoiceError } from "../voice.ts";
import { createFliteVoice } from "./flite.ts";

const voice = createFliteVoice();
afterAll(() => voice.close());

const never = new AbortController().signal;
const speak = (markdown: string, name: VoiceName = "John", signal = never) =>
  voice.speak({ blocks: readSermon(markdown), voice: name }, signal);

const SERMON = `# The God Who Stays

*You are not alone, even at 3 a.m.*

## In the Night

Dr. Lee once sat by a bed — all night — and said nothing. “I only stayed,” she said; “that was the whole of it.” 🙏

> Yahweh is near to those who have a broken heart, and saves those who have a crushed spirit.
>
> — Psalm 34:18

- Call one friend before 9:00.

## Prayer

Lord, stay with us, for it is toward evening. Amen.

---

Scripture: Psalm 34:18.`;

/** The frames of an MPEG-2 Layer III file at 48 kbit/s and 24 kHz, each of 144 bytes; fails where one does not begin as it must. */
function framesOf(mp3: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < mp3.length; at += 144) frames.push(mp3.subarray(at, at + 144));
  expect(frames.filter((frame) => frame.length !== 144 || frame[0] !== 0xff || frame[1] !== 0xf3 || frame[2] !== 0x64)).toEqual(
    [],
  );
  return frames;
}

test("A sermon becomes an MP3 of the length it says, with a time for every displayed word", async () => {
  const blocks = readSermon(SERMON);
  const spoken = await speak(SERMON, "Sarah");
  expect(spoken.voice).toBe("Sarah");

  const [info, ...frames] = framesOf(spoken.mp3);
  expect(new TextDecoder().decode(info?.subarray(13, 17))).toBe("Info");
  const header = new DataView(spoken.mp3.buffer, spoken.mp3.byteOffset);
  expect(header.getUint32(21)).toBe(frames.length);
  expect(header.getUint32(25)).toBe(spoken.mp3.length);
  expect(spoken.seconds).toBeCloseTo((frames.length * 576 - 2 * 576) / 24_000, 3);

  const times = timings.parse(spoken.timings);
  expect(times.seconds).toBe(spoken.seconds);
  const sentences = spokenSentences(blocks);
  expect(times.sentences.map(({ words }) => words.length)).toEqual(sentences.map(({ words }) => words.length));
  expect(times.sentences.map(({ start, end }) => [start, end])).toEqual(
    times.sentences.map(({ words }) => [words[0]?.[0], words.at(-1)?.[1]]),
  );
  const spans = times.sentences.flatMap(({ words }) => words);
  expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
  expect(spans.at(-1)?.[1]).toBeLessThan(spoken.seconds);
  const displayed = sentences.flatMap(({ words }) => words);
  const lengths = displayed.map(({ text }, i) => ({ text, seconds: (spans[i]?.[1] ?? 0) - (spans[i]?.[0] ?? 0) }));
  const hasSound = ({ text }: { text: string }): boolean => /[\p{L}\p{N}]/u.test(text);
  expect(lengths.filter((word) => hasSound(word) && word.seconds < 0.02)).toEqual([]);
  expect(lengths.filter((word) => !hasSound(word))).toEqual(["—", "—", "🙏", "—"].map((text) => ({ text, seconds: 0 })));
  const wordsAMinute = (countSpokenWords(blocks) / spoken.seconds) * 60;
  expect(wordsAMinute).toBeGreaterThan(100);
  expect(wordsAMinute).toBeLessThan(145);
});

test.each(VOICES)("%s is heard at -16 LUFS like the others, with peaks below -1 dB, and nothing is clipped", async (name) => {
  const { mp3 } = await speak(SERMON, name);
  const { lufs, truePeakDb, clipped } = await measureRecording(mp3);
  expect(Math.abs(lufs + 16)).toBeLessThan(1);
  expect(truePeakDb).toBeLessThan(-1);
  expect(clipped).toBe(0);
});

test("What suits only readers is silent, is marked at no time, and takes none", async () => {
  const { timings: times } = await speak("He stays. See the notes on this page. He waits.");
  const [before, hidden, after] = times.sentences;
  expect(before?.end).toBeLessThan(hidden?.start ?? 0);
  expect(hidden?.words.flat()).toEqual(Array.from({ length: 12 }, () => after?.start));
  for (let time = 0; time < times.seconds; time += 0.01) expect(positionAt(times, time).sentence).not.toBe(1);
});

test("A prayer is slower than the same words elsewhere, and rests before its Amen", async () => {
  const words = "Lord, stay with us tonight and tomorrow. Amen.";
  const { timings: times } = await speak(`## Night\n\n${words}\n\n## Prayer\n\n${words}`);
  const [told, , prayed, amen] = times.sentences;
  const length = (sentence: typeof told): number => (sentence?.end ?? 0) - (sentence?.start ?? 0);
  expect(length(prayed) / length(told)).toBeGreaterThan(1.04);
  expect(length(prayed) / length(told)).toBeLessThan(1.12);
  expect((amen?.start ?? 0) - (prayed?.end ?? 0)).toBeGreaterThan(0.7);
});

test("The six voices sound different from each other, and each like itself", async () => {
  const sound = async (name: VoiceName): Promise<string> => {
    const { mp3 } = await speak("Peace be with you.", name);
    return createHash("sha256").update(mp3).digest("hex");
  };
  const sounds = await Promise.all(VOICES.map(sound));
  expect(new Set(sounds).size).toBe(VOICES.length);
  expect(await sound("John")).toBe(sounds[VOICES.indexOf("John")]);
});

test("Speaking stops when it is called off, and the voice speaks on", async () => {
  const gone = new Error("the reader has left");
  await expect(speak(SERMON, "John", AbortSignal.abort(gone))).rejects.toBe(gone);
  const leaving = new AbortController();
  const block = "Grace is given, and given again. ".repeat(200);
  const long = speak(`${block}\n\n${block}`, "John", leaving.signal);
  const short = speak("Amen.");
  // First come first served: the short one is spoken when a process of the long one has been ended.
  leaving.abort(gone);
  await expect(long).rejects.toBe(gone);
  expect((await short).seconds).toBeGreaterThan(0.5);
});

test("A voice that begins while the text is being written says what the finished text says", async () => {
  const finished = Promise.withResolvers<readonly Block[]>();
  const blocks = readSermon(SERMON);
  const [title, , , prose] = blocks;
  const changed = readSermon("These words were taken back.")[0];
  let read = 0;
  async function* early() {
    for (const block of [title, changed, prose])
      if (block) {
        read++;
        yield block;
      }
  }
  const speaking = voice.speak({ blocks: finished.promise, early: early(), voice: "John" }, never);
  // It does not wait for the end.
  await expect.poll(() => read).toBe(3);
  finished.resolve(blocks);
  expect(await speaking).toEqual(await speak(SERMON));
});

test("A voice whose text never comes says nothing", async () => {
  const failed = Promise.reject<readonly Block[]>(new Error("no text"));
  await expect(voice.speak({ blocks: failed, early: (async function* () {})(), voice: "John" }, never)).rejects.toThrow(
    VoiceError,
  );
});

test("A process that breaks fails its own call, and the next one is spoken", async () => {
  const broken = speak("Peace be with you.", "Nobody" as VoiceName);
  await expect(broken).rejects.toThrow(VoiceError);
  await expect(broken).rejects.toMatchObject({ code: "failed" });
  expect((await speak("Peace be with you.")).seconds).toBeGreaterThan(0.5);
});

test("A text without any spoken block is refused", async () => {
  await expect(speak("## Heading alone\n\n---\n\nA note.")).rejects.toMatchObject({ code: "failed" });
});

test.each([
  ["nothing but emoji", "🙏 ❤️ 🕊️.\n\n***\n\n😀"],
  ["one word of 15,000 digits", "9".repeat(15_000)],
  ["one word of 15,000 letters", "a".repeat(15_000)],
  ["a sentence of 120 words without a comma", "walk ".repeat(120)],
  ["control characters and options", "-voice kal -o /etc/passwd \u0000\u0007 ${HOME} `id` <speak> | ; %s%n"],
])("Hostile text: %s", async (_, text) => {
  const { timings: times, seconds } = await speak(text);
  timings.parse(times);
  const spans = times.sentences.flatMap(({ words }) => words);
  expect(spans).toHaveLength(spokenSentences(readSermon(text)).flatMap(({ words }) => words).length);
  expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
  expect(spans.at(-1)?.[1]).toBeLessThanOrEqual(seconds);
});

test("a voice that is prepared has its processes before it is asked to speak, and no more of them when it is prepared again", async () => {
  const processes = (): number => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;
  const prepared = createFliteVoice({ workers: 2 });
  const before = processes();
  prepared.prepare?.();
  expect(processes()).toBe(before + 2);
  prepared.prepare?.();
  expect(processes()).toBe(before + 2);
  const { seconds } = await prepared.speak({ blocks: readSermon("# Peace\n\nBe still."), voice: "John" }, never);
  expect(seconds).toBeGreaterThan(0.5);
  await prepared.close();
});
