import type { SupabaseClient } from "@supabase/supabase-js";
import { parseBlob } from "music-metadata";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countSpokenWords, readSermon, spokenSentences } from "../../shared/sermon-text.ts";
import { timings } from "../../shared/timings.ts";
import { createDatabase, type TestDatabase } from "../support/database.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import { startAppOn, type TestApp } from "../support/start-app.ts";
import { startVoiceServer, type VoiceServer } from "../support/voice-server.ts";

const IDS = { John: "j0hn", Daniel: "d4niel", Sarah: "s4rah", Charlie: "ch4rlie", Roger: "r0ger", Liam: "l14m" };
const VERSION = "1::ElevenLabs";

let vendor: VoiceServer;
let database: TestDatabase;
let app: TestApp;
let ruth: SupabaseClient;
let naomi: SupabaseClient;
let boaz: SupabaseClient;

beforeAll(async () => {
  vendor = await startVoiceServer();
  database = await createDatabase();
  app = await startAppOn(database.ownerUrl, {
    VOICE: "elevenlabs",
    VOICE_MODEL: "eleven_multilingual_v2",
    VOICE_BASE_URL: vendor.urlFor("elevenlabs"),
    VOICE_IDS: JSON.stringify(IDS),
    VOICE_PRICE: "10",
    VOICE_DAILY_BUDGET: "100",
    ELEVENLABS_API_KEY: "xi-test",
  });
  [ruth, naomi, boaz] = await Promise.all([
    signUpAndPay(app, "ruth@example.com"),
    signUpAndPay(app, "naomi@example.com"),
    signUpAndPay(app, "boaz@example.com"),
  ]);
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await vendor.close();
});
beforeEach(() => {
  vendor.requests.length = 0;
  vendor.reply(() => ({}));
});

const idOf = async (client: SupabaseClient): Promise<string> => (await client.auth.getUser()).data.user?.id ?? "";
const agree = async (client: SupabaseClient) => {
  const consent = { user_id: await idOf(client), kind: "remote_ai", version: VERSION };
  expect((await client.from("consents").upsert(consent, { onConflict: "user_id,kind" })).error).toBeNull();
};
const write = async (client: SupabaseClient, voice: string): Promise<Record<string, string>> => {
  const body = { prompt: "forgiving my father", duration: "5", userId: await idOf(client), voice };
  const { data, error, response } = await client.functions.invoke<Record<string, string>>("generate-sermon", { body });
  const answer = error ? ((await response?.json()) as Record<string, string>) : data;
  return { ...answer, status: String(response?.status) };
};
const speak = async (client: SupabaseClient, written: Record<string, string>, more: object) => {
  const body = { text: written["sermon"], userId: await idOf(client), generationId: written["generationId"], ...more };
  const { data, response } = await client.functions.invoke<Record<string, unknown>>("generate-voice", { body });
  return { status: response?.status, ...data };
};
const starts = async () => {
  const { data } = await app
    .service()
    .from("vendor_starts")
    .select("engine, calls, input_tokens, cents, held_cents")
    .eq("vendor", "voice");
  return data ?? [];
};

test("no text is sent to a voice vendor before the user has consented to exactly that vendor", async () => {
  const { disclosure } = (await (await fetch(`${app.url}/config.json`)).json()) as { disclosure: unknown };
  expect(disclosure).toEqual({ version: VERSION, writer: null, voice: "ElevenLabs", image: null });
  expect(await write(ruth, "Sarah")).toMatchObject({ status: "403", code: "consent_required" });
  expect(vendor.requests).toEqual([]);
});

test("a sermon is read by the chosen voice, has the requested length, and costs at most what was held for it", async () => {
  await agree(ruth);
  const written = await write(ruth, "Sarah");
  const content = written["sermon"] ?? "";
  const spoken = await speak(ruth, written, { voice: "Sarah" });
  expect(spoken).toEqual({ status: 200, audioFileName: expect.stringMatching(/\.mp3$/) });
  expect(new Set(vendor.requests.map(({ voice }) => voice))).toEqual(new Set([IDS.Sarah]));

  const path = String("audioFileName" in spoken ? spoken.audioFileName : "");
  const audio = await ruth.storage.from("sermon-audio").download(path);
  const file = await ruth.storage.from("sermon-audio").download(path.replace(/mp3$/, "json"));
  const times = timings.parse(JSON.parse((await file.data?.text()) ?? ""));
  const blocks = readSermon(content);
  expect(times.sentences.map(({ words }) => words.length)).toEqual(spokenSentences(blocks).map(({ words }) => words.length));
  // At 48 kbit/s the stated length must match the size of the sound behind the tag.
  const { common, format, native } = await parseBlob(audio.data ?? new Blob());
  const tags = native["ID3v2.3"] ?? [];
  expect(format.duration).toBeCloseTo(times.seconds, 0);
  expect(common).toMatchObject({ title: /^# (.+)$/mu.exec(content)?.[1], artist: "Lampstand", language: "eng" });
  expect(common.lyrics?.[0]?.text).toContain(blocks.find(({ kind }) => kind === "paragraph")?.words[0]?.text);
  expect(tags.filter(({ id }) => id === "CHAP").length).toBeGreaterThan(2);
  expect(Math.abs(times.seconds - 300)).toBeLessThan(30);
  expect(Math.abs((countSpokenWords(blocks) / times.seconds) * 60 - 130)).toBeLessThan(3);

  const sent = vendor.requests.reduce((sum, { text }) => sum + text.length, 0);
  const [start] = await starts();
  expect(start).toMatchObject({ engine: "eleven_multilingual_v2 of ElevenLabs", held_cents: 0, input_tokens: sent });
  expect(start?.calls).toBe(vendor.requests.length);
  expect(Number(start?.cents)).toBeCloseTo(sent / 100, 2);
  expect(Number(start?.cents)).toBeLessThan(47.6);
});

test("a voice that the vendor has removed is replaced by the default one, and the answer says so", async () => {
  await agree(naomi);
  vendor.reply(({ voice }) =>
    voice === IDS.Liam ? { status: 404, refusal: { detail: { status: "voice_not_found", message: "gone" } } } : {},
  );
  const written = await write(naomi, "Liam");
  expect(await speak(naomi, written, { voice: "Liam" })).toMatchObject({
    voiceSubstituted: true,
    message: "Your selected voice was unavailable and replaced with the default voice.",
  });
  const asked = vendor.requests.length;
  // The page's next call is answered with the existing recording.
  expect(await speak(naomi, written, { voice: "John" })).toEqual({ status: 200, audioFileName: expect.stringMatching(/\.mp3$/) });
  expect(vendor.requests).toHaveLength(asked);
});

test("with the day's budget used up no recording is made, but the text is stored", async () => {
  await agree(boaz);
  const written = await write(boaz, "John");
  expect(written["sermon"]).toContain("## ");
  expect(await speak(boaz, written, { voice: "John" })).toMatchObject({ status: 502 });
  expect(vendor.requests).toEqual([]);
});
