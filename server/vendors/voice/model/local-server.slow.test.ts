import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countSpokenWords, readSermon, spokenSentences } from "../../../../shared/sermon-text.ts";
import { timings } from "../../../../shared/timings.ts";
import { measureRecording } from "../../../../scripts/measure-recording.ts";
import { startVoiceServer, toneSpeech, type VoiceServer } from "../../../../tests/support/voice-server.ts";
import type { Voice } from "../voice.ts";
import { createModelVoice, type ModelVoiceOptions } from "./model-voice.ts";

const VOICES = {
  John: "am_michael",
  Daniel: "bm_daniel",
  Sarah: "af_sarah",
  Charlie: "bm_george",
  Roger: "am_onyx",
  Liam: "am_liam",
};
const never = new AbortController().signal;
const TEXT = `Ruth stood at the door for a long time. ${"The kettle is on, and the street is very quiet. ".repeat(6)}`.trim();

let server: VoiceServer;
const open: Voice[] = [];
beforeAll(async () => {
  server = await startVoiceServer();
});
afterAll(async () => {
  await Promise.all(open.map((voice) => voice.close()));
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
  server.reply(() => ({}));
});

function voiceOf(options: Partial<ModelVoiceOptions> = {}): Voice {
  const voice = createModelVoice({
    vendor: "openai-compatible",
    model: "kokoro",
    apiKey: null,
    baseUrl: server.urlFor("compatible"),
    voices: VOICES,
    timeoutMs: 60_000,
    price: null,
    backoffMs: 1,
    ...options,
  });
  open.push(voice);
  return voice;
}
const speak = (options: Partial<ModelVoiceOptions> = {}, text = TEXT) =>
  voiceOf(options).speak({ blocks: readSermon(text), voice: "Sarah" }, never);

test("A server on this machine is no recipient, needs no key, and one elsewhere is named by its host", async () => {
  expect(voiceOf()).toMatchObject({ remote: false, engine: "kokoro on this machine" });
  expect(voiceOf().recipient).toBeUndefined();
  expect(voiceOf({ baseUrl: "https://voices.example/v1" })).toMatchObject({ remote: true, recipient: "voices.example" });
  await speak();
  expect(server.requests[0]).toMatchObject({ voice: "af_sarah", body: { model: "kokoro", response_format: "wav" } });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  await speak({ apiKey: "k" });
  expect(server.requests.at(-1)?.headers.authorization).toBe("Bearer k");
});

test.for([16_000, 22_050, 24_000, 48_000])("A WAV file of %d Hz is heard at its own pitch and pace", async (sampleHz) => {
  server.reply(() => ({ sampleHz }));
  const { mp3, seconds, timings: times } = await speak();
  const blocks = readSermon(TEXT);
  expect(timings.parse(times).sentences.map(({ words }) => words.length)).toEqual(
    spokenSentences(blocks).map(({ words }) => words.length),
  );
  const wordsAMinute = (countSpokenWords(blocks) / seconds) * 60;
  expect(Math.abs(wordsAMinute - 130)).toBeLessThan(3);
  expect(Math.abs((await measureRecording(mp3)).lufs + 16)).toBeLessThan(1);
});

test("With captions each word is marked when the server says that it is heard", async () => {
  const { timings: times, seconds } = await speak({ captions: true });
  const [request] = server.requests;
  expect(request?.url).toBe("/compatible/dev/captioned_speech");
  const text = request?.text ?? "";
  const { pcm, starts } = toneSpeech(text, 0.9);
  const factor = (seconds - 0.5) / (pcm.length / 48_000);
  const marked = times.sentences.flatMap(({ words }) => words.map(([start]) => start));
  const expected = Array.from(text.matchAll(/\S+/gu), ({ index }) => (starts[index] ?? 0) * factor);
  expect(marked).toHaveLength(expected.length);
  for (const [i, start] of marked.entries()) expect(Math.abs(start - (expected[i] ?? 0))).toBeLessThan(0.15);
});

test.for([
  ["an MP3", { answer: () => Buffer.from("ID3 and so on") }],
  ["a page", { answer: () => Buffer.from("<html></html>") }],
  ["samples without a header", { answer: (wav: Buffer) => wav.subarray(44) }],
] as const)("It fails when it gives %s", async ([, reply]) => {
  server.reply(() => reply);
  await expect(speak()).rejects.toMatchObject({ code: "failed" });
  await expect(speak({ captions: true })).rejects.toMatchObject({ code: "failed" });
});

test("A voice that it does not have is replaced by the default one", async () => {
  const refusal = { detail: { error: "validation_error", message: "Voice 'af_sarah' not found. Available voices: am_michael" } };
  server.reply(({ voice }) => (voice === "af_sarah" ? { status: 400, refusal } : {}));
  expect((await speak({}, "Amen.")).voice).toBe("John");
});
