import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countSpokenWords, readSermon, spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import { timings } from "../../../../shared/timings.ts";
import { DEFAULT_VOICE } from "../../../../shared/voices.ts";
import { measureRecording } from "../../../../scripts/measure-recording.ts";
import { startVoiceServer, toneSpeech, type VoiceReply, type VoiceServer } from "../../../../tests/support/voice-server.ts";
import type { VendorUsage } from "../../writer/writer.ts";
import { VoiceError, type SpeakRequest, type Voice } from "../voice.ts";
import { createModelVoice, type ModelVoiceOptions } from "./model-voice.ts";

const VENDORS = ["elevenlabs", "openai"] as const;
const KEY = "a-key-that-nobody-may-see";
const VOICES = { John: "j0hn", Daniel: "d4niel", Sarah: "s4rah", Charlie: "ch4rlie", Roger: "r0ger", Liam: "l14m" };
const never = new AbortController().signal;

const paragraph = (name: string, sentences: number): string =>
  `${name} stood at the door for a long time. ${"The kettle is on, and the street is very quiet. ".repeat(sentences)}`.trim();
const SERMON = `# The God Who Stays

*You are not alone, even at 3 a.m.*

## In the Night

${paragraph("Ruth", 4)}

> Yahweh is near to those who have a broken heart, and saves those who have a crushed spirit.
>
> — Psalm 34:18

${paragraph("Naomi", 5)}

- Call one friend — today. 🙏

## Prayer

Lord, stay with us, for it is toward evening. Amen.

---

A note.`;
const BLOCKS = readSermon(SERMON);
const SPOKEN = BLOCKS.filter(({ spoken }) => spoken).length;

let vendor: VoiceServer;
beforeAll(async () => {
  vendor = await startVoiceServer();
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.requests.length = 0;
  vendor.reply(() => ({}));
});

const left = (): number => vendor.requests.filter((request) => request.left).length;

const open = new Map<string, Voice>();
afterAll(() => Promise.all([...open.values()].map((voice) => voice.close())));

function voiceOf(name: (typeof VENDORS)[number], options: Partial<ModelVoiceOptions> = {}) {
  const key = JSON.stringify([name, options]);
  const voice =
    open.get(key) ??
    createModelVoice({
      vendor: name,
      model: name === "openai" ? "gpt-4o-mini-tts" : "eleven_multilingual_v2",
      apiKey: KEY,
      baseUrl: vendor.urlFor(name),
      voices: VOICES,
      timeoutMs: 60_000,
      price: 10,
      backoffMs: 1,
      ...options,
    });
  open.set(key, voice);
  return voice;
}

describe.for(VENDORS)("a voice of %s", (name) => {
  const speak = (request: Partial<SpeakRequest> = {}, options: Partial<ModelVoiceOptions> = {}, signal = never) =>
    voiceOf(name, options).speak({ blocks: BLOCKS, voice: "Sarah", ...request }, signal);
  const failure = async (request: Partial<SpeakRequest> = {}, options: Partial<ModelVoiceOptions> = {}): Promise<VoiceError> => {
    const error: unknown = await speak(request, options).catch((thrown: unknown) => thrown);
    if (!(error instanceof VoiceError)) throw error;
    return error;
  };

  test("makes an MP3 of a sermon, with a time for every displayed word, and is told nothing but what it reads", async () => {
    const spoken = await speak();
    expect(spoken.voice).toBe("Sarah");
    // The format of the embedded voice: mono, 24 kHz, 48 kbit/s, the frames counted in front.
    expect([...spoken.mp3.subarray(0, 3)]).toEqual([0xff, 0xf3, 0x64]);
    expect(spoken.mp3.length % 144).toBe(0);
    const frames = spoken.mp3.length / 144 - 1;
    expect(new DataView(spoken.mp3.buffer, spoken.mp3.byteOffset).getUint32(21)).toBe(frames);
    expect(spoken.seconds).toBeCloseTo((frames * 576 - 2 * 576) / 24_000, 3);

    const times = timings.parse(spoken.timings);
    expect(times.seconds).toBe(spoken.seconds);
    const sentences = spokenSentences(BLOCKS);
    expect(times.sentences.map(({ words }) => words.length)).toEqual(sentences.map(({ words }) => words.length));
    const spans = times.sentences.flatMap(({ words }) => words);
    expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
    expect(spans.at(-1)?.[1]).toBeLessThan(spoken.seconds);
    const lengths = sentences
      .flatMap(({ words }) => words)
      .map(({ text }, i) => ({ text, seconds: (spans[i]?.[1] ?? 0) - (spans[i]?.[0] ?? 0) }));
    expect(lengths.filter(({ seconds }) => seconds < 0.02).map(({ text }) => text)).toEqual(["—", "—", "🙏"]);

    expect(vendor.requests).toHaveLength(SPOKEN);
    expect(vendor.requests.map(({ text }) => text)).toContain("— Psalm thirty four, verse eighteen");
    for (const { voice, headers, body } of vendor.requests) {
      expect(voice).toBe(VOICES.Sarah);
      expect(name === "openai" ? headers.authorization : `Bearer ${String(headers["xi-api-key"])}`).toBe(`Bearer ${KEY}`);
      expect(JSON.stringify(body)).not.toContain("A note");
    }
    expect(vendor.mostAtOnce()).toBeLessThanOrEqual(4);
  });

  test.for([0.85, 1, 1.2])("keeps the length that was asked for when it speaks %d times as fast", async (pace) => {
    vendor.reply(() => ({ pace }));
    const blocks = readSermon(Array.from({ length: 6 }, (_, i) => paragraph(`Ruth ${i}`, 2)).join("\n\n"));
    const { seconds } = await speak({ blocks });
    const wordsAMinute = (countSpokenWords(blocks) / seconds) * 60;
    expect(wordsAMinute).toBeGreaterThan(127);
    expect(wordsAMinute).toBeLessThan(133);
  });

  test.for([
    ["whispers", (sample: number) => sample / 25],
    ["is as loud as can be", (sample: number) => Math.max(-32_768, Math.min(32_767, sample * 40))],
  ] as const)("that %s is heard as loud as the others, and not clipped", async ([, change]) => {
    vendor.reply(() => ({
      audio: (pcm) => {
        const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2).map(change);
        return Buffer.from(samples.buffer);
      },
    }));
    const { lufs, truePeakDb, clipped } = await measureRecording((await speak()).mp3);
    expect(Math.abs(lufs + 16)).toBeLessThan(1);
    expect(truePeakDb).toBeLessThan(-1);
    expect(clipped).toBe(0);
  });

  test("is asked again for what failed alone, three times in all; what it took is told for each", async () => {
    const faults: VoiceReply[] = [{ status: 429, headers: { "retry-after-ms": "1" } }, { cut: true }];
    vendor.reply(({ text }) => (text.startsWith("Naomi") ? (faults.shift() ?? {}) : {}));
    const told: VendorUsage[] = [];
    const spoken = await speak({ onUsage: (usage) => void told.push(usage) });
    expect(spoken.seconds).toBeGreaterThan(10);
    expect(vendor.requests).toHaveLength(SPOKEN + 2);
    expect(told).toHaveLength(SPOKEN + 2);
    // A refusal costs nothing; an answer that broke off may.
    const naomi = vendor.requests.find(({ text }) => text.startsWith("Naomi"))?.text.length ?? 0;
    const paid = vendor.requests.reduce((sum, { text }) => sum + text.length, 0) - naomi;
    expect(told.reduce((sum, { inputTokens }) => sum + inputTokens, 0)).toBe(paid);
    expect(told.reduce((sum, { cents }) => sum + cents, 0)).toBeCloseTo(paid / 100, 6);

    vendor.requests.length = 0;
    vendor.reply(() => ({ status: 503 }));
    expect(await failure({ blocks: readSermon("Amen.") })).toMatchObject({ code: "unavailable" });
    expect(vendor.requests).toHaveLength(3);
  });

  const refusal = (code: string, message = "no") =>
    name === "openai" ? { error: { code, message, type: "error" } } : { detail: { status: code, message } };
  const noSuchVoice = (): VoiceReply =>
    name === "openai"
      ? { status: 400, refusal: { error: { message: "[{'loc': ('body', 'voice'), 'msg': 'Input should be ...'}]", code: null } } }
      : { status: 404, refusal: refusal("voice_not_found") };

  test.for([
    [401, "invalid_api_key", "unavailable"],
    [403, "missing_permissions", "unavailable"],
    [404, "model_not_found", "unavailable"],
    [302, "", "unavailable"],
    [402, "payment_required", "over_budget"],
    [401, "quota_exceeded", "over_budget"],
    [429, "insufficient_quota", "over_budget"],
    [400, "content_policy_violation", "failed"],
    [422, "", "failed"],
  ] as const)("is asked once when it answers %d %s, which is %s; nobody sees key or text", async ([status, code, expected]) => {
    const location = `${vendor.urlFor(name)}/elsewhere`;
    vendor.reply(({ text }) => ({ status, refusal: refusal(code, `${text} ${KEY}`), headers: { location } }));
    const told: VendorUsage[] = [];
    const error = await failure({ blocks: readSermon("Grace be with you."), onUsage: (usage) => void told.push(usage) });
    expect(error).toMatchObject({ code: expected });
    expect(vendor.requests).toHaveLength(1);
    expect(told).toEqual([{ inputTokens: 0, outputTokens: 0, cents: 0 }]);
    const shown = inspect(error, { depth: null, showHidden: true });
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain("Grace");
  });

  test.for([
    ["nothing", { audio: () => Buffer.alloc(0) }],
    ["half a sample", { audio: (pcm) => pcm.subarray(1) }],
    ["a moment", { audio: (pcm) => pcm.subarray(0, 2400) }],
    ["much too much", { audio: (pcm) => Buffer.concat(Array.from({ length: 9 }, () => pcm)) }],
    ["silence", { audio: (pcm) => Buffer.alloc(pcm.length) }],
    ["a WAV file", { audio: (pcm) => Buffer.concat([Buffer.from("RIFF"), pcm]) }],
    ["a page", { headers: { "content-type": "text/html" }, answer: () => Buffer.from("<html></html>".repeat(30_000)) }],
  ] satisfies [string, VoiceReply][])("fails when it gives %s", async ([, reply]) => {
    vendor.reply(() => reply);
    expect(await failure({ blocks: readSermon(paragraph("Ruth", 3)) })).toMatchObject({ code: "failed" });
    expect(vendor.requests).toHaveLength(1);
  });

  test("is not read to the end of an answer without end", async () => {
    vendor.reply(() => ({ answer: () => Buffer.alloc(50_000_000, " ") }));
    expect(await failure({ blocks: readSermon("Amen.") })).toMatchObject({ code: "failed" });
    await expect.poll(left).toBe(1);
  });

  test("whose id is gone is replaced by the default voice, also for what is spoken already", async () => {
    vendor.reply(({ voice, text }) => (voice === VOICES.Sarah && text.startsWith("Naomi") ? noSuchVoice() : {}));
    const spoken = await speak();
    expect(spoken.voice).toBe(DEFAULT_VOICE);
    const byDefault = vendor.requests.filter(({ voice }) => voice === VOICES[DEFAULT_VOICE]);
    expect(new Set(byDefault.map(({ text }) => text)).size).toBe(SPOKEN);
    expect(spoken.mp3).toEqual((await speak({ voice: DEFAULT_VOICE })).mp3);

    vendor.reply(noSuchVoice);
    expect(await failure()).toMatchObject({ code: "unavailable" });
  });

  test("is not waited for longer than it may take", async () => {
    for (const reply of [{ silent: true }, { hangs: true }]) {
      vendor.reply(() => reply);
      const told: VendorUsage[] = [];
      const request = { blocks: readSermon("Amen."), onUsage: (usage: VendorUsage) => void told.push(usage) };
      expect(await failure(request, { timeoutMs: 100 })).toMatchObject({ code: "unavailable" });
      // It may have spoken, and want to be paid.
      expect(told.map(({ inputTokens }) => inputTokens)).toEqual([5, 5, 5]);
    }
  });

  test("is left at once when nobody wants to hear it any more", async () => {
    vendor.reply(() => ({ silent: true }));
    const gone = new Error("the reader has left");
    const leaving = new AbortController();
    const told: VendorUsage[] = [];
    const speaking = speak({ onUsage: (usage) => void told.push(usage) }, {}, leaving.signal);
    await expect.poll(() => vendor.requests.length).toBe(4);
    leaving.abort(gone);
    await expect(speaking).rejects.toBe(gone);
    await expect.poll(left).toBe(4);
    expect(told).toHaveLength(4);
    expect(vendor.requests).toHaveLength(4);
    await expect(speak({}, {}, AbortSignal.abort(gone))).rejects.toBe(gone);
  });

  test("one block that fails for good ends the others", async () => {
    vendor.reply(({ text }) => (text.startsWith("Naomi") ? { status: 401 } : { silent: true }));
    const blocks = BLOCKS.filter(({ kind }) => kind === "paragraph");
    expect(await failure({ blocks })).toMatchObject({ code: "unavailable" });
    await expect.poll(left).toBe(2);
  });

  test("begins while the text is being written, and says what the finished text says", async () => {
    const finished = Promise.withResolvers<readonly Block[]>();
    const changed = readSermon("These words were taken back.")[0];
    const [title, , , ruth] = BLOCKS;
    let faults = 3;
    vendor.reply(({ text }) => (text.startsWith("Ruth") && faults-- > 0 ? { status: 500 } : {}));
    async function* early() {
      for (const block of [title, changed, ruth]) if (block) yield block;
    }
    const speaking = speak({ blocks: finished.promise, early: early() });
    // It does not wait for the end.
    await expect.poll(() => vendor.requests.length).toBe(5);
    await expect.poll(() => faults).toBe(0);
    finished.resolve(BLOCKS);
    const spoken = await speaking;
    // What was there is not asked for again; what had failed is.
    expect(vendor.requests.filter(({ text }) => text === "The God Who Stays")).toHaveLength(1);
    expect(vendor.requests.filter(({ text }) => text.startsWith("Ruth"))).toHaveLength(4);
    vendor.reply(() => ({}));
    expect(spoken).toEqual(await speak());
  });

  test("says nothing where there is nothing to say, or no text comes", async () => {
    const { timings: times } = await speak({ blocks: readSermon("Amen.\n\n🙏 —") });
    timings.parse(times);
    expect(vendor.requests.map(({ text }) => text)).toEqual(["Amen."]);
    timings.parse((await speak({ blocks: readSermon("🙏") })).timings);
    expect(await failure({ blocks: readSermon("## Heading alone") })).toMatchObject({ code: "failed" });
    expect(await failure({ blocks: Promise.reject(new Error("no text")) })).toMatchObject({ code: "failed" });
    expect(vendor.requests).toHaveLength(1);
  });

  test("a block that is too long for one request is read in parts", async () => {
    const blocks = readSermon(paragraph("Ruth", 60));
    const { timings: times } = await speak({ blocks });
    expect(vendor.requests).toHaveLength(2);
    const spans = times.sentences.flatMap(({ words }) => words);
    expect(spans).toHaveLength(countSpokenWords(blocks));
    expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
  });
});

test("ElevenLabs says when each letter is heard, and that is when its word is marked, in the stretched recording too", async () => {
  const blocks = readSermon(paragraph("Ruth", 6));
  const { timings: times, seconds } = await voiceOf("elevenlabs").speak({ blocks, voice: "John" }, never);
  const text = vendor.requests[0]?.text ?? "";
  const { pcm, starts } = toneSpeech(text, 0.9);
  const factor = (seconds - 0.5) / (pcm.length / 48_000);
  expect(factor).toBeGreaterThan(1.05);
  const at = text.lastIndexOf("quiet");
  const marked = times.sentences.at(-1)?.words.at(-1)?.[0] ?? 0;
  expect(Math.abs(marked - (starts[at] ?? 0) * factor)).toBeLessThan(0.15);
});

test.for([
  ["leaves its times out", { times: null }],
  ["gives times that can't be", { times: (given: number[]) => given.map(() => 0) }],
] satisfies [string, VoiceReply][])("an ElevenLabs voice that %s is timed by length", async ([, reply]) => {
  vendor.reply(() => reply);
  const { timings: times } = await voiceOf("elevenlabs").speak({ blocks: BLOCKS, voice: "John" }, never);
  const lengths = times.sentences.map(({ start, end }) => end - start);
  expect(lengths.filter((length) => length < 0.1)).toEqual([]);
});

test("who gets the text is said by name, and what it may cost is held", () => {
  expect(voiceOf("elevenlabs")).toMatchObject({
    remote: true,
    recipient: "ElevenLabs",
    engine: "eleven_multilingual_v2 of ElevenLabs",
  });
  expect(voiceOf("openai", { baseUrl: null })).toMatchObject({
    remote: true,
    recipient: "OpenAI",
    engine: "gpt-4o-mini-tts of OpenAI",
  });
  expect(voiceOf("openai", { baseUrl: "https://voices.example/v1" }).recipient).toBe("voices.example");
  expect(voiceOf("openai").hold?.(5)).toBeCloseTo(47.6, 6);
  expect(voiceOf("openai", { price: null }).hold?.(5)).toBe(0);
});

test("OpenAI's own directions and voices are named in its way", async () => {
  const speak = (model: string, id: string) =>
    voiceOf("openai", { model, voices: { ...VOICES, John: id } }).speak({ blocks: readSermon("Amen."), voice: "John" }, never);
  await speak("gpt-4o-mini-tts", "voice_1234");
  await speak("tts-1-hd", "onyx");
  expect(vendor.requests.map(({ body }) => [body["voice"], "instructions" in body])).toEqual([
    [{ id: "voice_1234" }, true],
    ["onyx", false],
  ]);
});
