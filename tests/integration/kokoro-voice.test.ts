import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { parseBlob } from "music-metadata";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSpokenWords, readSermon, spokenSentences } from "../../shared/sermon-text.ts";
import { timings } from "../../shared/timings.ts";
import { startApp } from "../support/app.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { installTinyKokoro } from "../support/tiny-kokoro.ts";

let dir: string;
let app: TestApp;
let ruth: SupabaseClient;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "lampstand-kokoro-"));
  await installTinyKokoro(join(dir, "kokoro"));
  app = await startApp({ VOICE: "kokoro", VOICE_DIR: join(dir, "kokoro"), VOICE_THREADS: "1" });
  ruth = await signUpAndPay(app, "ruth@example.com");
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

test("A sermon is spoken by Kokoro, without anybody's consent, with a time for every word and the tags of every recording", async () => {
  const { disclosure, voiceSamples } = (await (await fetch(`${app.url}/config.json`)).json()) as Record<string, unknown>;
  expect(disclosure).toBeUndefined();
  expect(voiceSamples).toBe(false);

  const { data: user } = await ruth.auth.getUser();
  const { data: written } = await ruth.functions.invoke<{ sermon: string; generationId: string }>("generate-sermon", {
    body: { prompt: "forgiving my father", duration: "5", userId: user.user?.id, voice: "Daniel" },
  });
  const { data: spoken } = await ruth.functions.invoke<{ audioFileName: string }>("generate-voice", {
    body: { text: written?.sermon, userId: user.user?.id, generationId: written?.generationId, voice: "Daniel" },
  });
  const bucket = ruth.storage.from("sermon-audio");
  const { data: mp3, error } = await bucket.download(spoken?.audioFileName ?? "");
  expect(error).toBeNull();
  const blocks = readSermon(written?.sermon ?? "");
  const { common, format } = await parseBlob(mp3 ?? new Blob());
  expect(common.artist).toBe("Lampstand");
  expect(Math.abs((countSpokenWords(blocks) / (format.duration ?? 0)) * 60 - 130)).toBeLessThan(3);

  const { data: json } = await bucket.download((spoken?.audioFileName ?? "").replace(/\.mp3$/, ".json"));
  const times = timings.parse(JSON.parse((await json?.text()) ?? ""));
  expect(times.sentences.map(({ words }) => words.length)).toEqual(spokenSentences(blocks).map(({ words }) => words.length));
  const spans = times.sentences.flatMap(({ words }) => words);
  expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b));
  const { data: starts } = await app.service().from("vendor_starts").select("engine, held_cents").eq("vendor", "voice");
  expect(starts).toEqual([{ engine: "kokoro", held_cents: 0 }]);
});
