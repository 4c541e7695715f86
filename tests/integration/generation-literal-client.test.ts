import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// A client that calls one function after the other with nothing but their documented fields, and then inserts the sermon by itself.

let app: TestApp;
let ruth: Person;

beforeAll(async () => {
  app = await startApp();
  ruth = await signUpPerson(app, "ruth@example.com");
  await invoke(ruth.client, "create-checkout-session", { email: ruth.email, endTrial: true });
});
afterAll(() => app.close());

async function invoke<T = Record<string, string>>(client: SupabaseClient, name: string, body: object): Promise<T> {
  const { data, error } = await client.functions.invoke<T>(name, { body });
  if (error) throw error;
  return data as T;
}
const write = (prompt: string) =>
  invoke<{ sermon: string; generationId: string }>(ruth.client, "generate-sermon", { prompt, duration: "5", userId: ruth.id });
const speak = (text: string, voice: string) =>
  invoke<{ audioFileName: string }>(ruth.client, "generate-voice", { text, voice, userId: ruth.id });

async function recordings(generationId: string): Promise<{ recordings: number; charged: number; voice: string }> {
  const { rows } = await app.database.query(
    `select g.voicings as recordings, g.voice,
       (select count(*)::int from billing.usage_reservations r where r.generation_id = g.id and r.state <> 'released') as charged,
       (select count(*)::int from public.vendor_starts v where v.generation_id = g.id and v.vendor = 'voice') as spoken
     from public.generations g where g.id = $1`,
    [generationId],
  );
  return rows[0];
}
const state = async (id: string) =>
  (await ruth.client.from("generations").select("state").eq("id", id).single<{ state: string }>()).data?.state;

test("a voice that is asked for after the text is the only one that is recorded and paid for", async () => {
  const { sermon, generationId } = await write("forgiving my father");
  const { audioFileName } = await speak(sermon, "Sarah");
  const { fileName } = await invoke(ruth.client, "generate-image", { prompt: "forgiving my father" });
  const saved = await ruth.client
    .from("sermons")
    .insert({ user_id: ruth.id, title: "forgiving my father", content: sermon, audio_url: audioFileName, image_url: fileName })
    .select("id")
    .single();
  expect(saved).toMatchObject({ error: null, data: { id: generationId } });
  await expect.poll(() => state(generationId)).toBe("finished");
  expect(await recordings(generationId)).toEqual({ recordings: 1, charged: 1, spoken: 1, voice: "Sarah" });
});

test("a sermon that the client inserts after the server has saved it stays one row, with what both know", async () => {
  const prompt = "rest for the weary";
  const { sermon, generationId } = await write(prompt);
  const { audioFileName } = await speak(sermon, "Roger");
  await expect.poll(() => state(generationId)).toBe("finished");
  await ruth.client.from("sermons").update({ is_favourite: true }).eq("id", generationId);
  const kept = { note: "For Sunday.", seconds: 42 };
  await ruth.client.from("sermon_notes").insert({ sermon_id: generationId, note: kept.note });
  await ruth.client.from("sermon_positions").insert({ sermon_id: generationId, seconds: kept.seconds });
  const { data: collection } = await ruth.client.from("collections").insert({ name: "Rest" }).select("id").single();
  await ruth.client.from("collection_sermons").insert({ collection_id: collection?.id, sermon_id: generationId });
  const before = await ruth.client.from("sermons").select("*").eq("id", generationId).single();
  const saved = await ruth.client
    .from("sermons")
    .insert({ user_id: ruth.id, title: prompt, content: sermon, audio_url: null, image_url: null })
    .select("*")
    .single();
  expect(saved.data).toEqual({ ...before.data, audio_url: audioFileName });
  const { data: library } = await ruth.client.from("sermons").select("id").eq("content", sermon);
  expect(library).toEqual([{ id: generationId }]);
  // What hangs on the sermon too.
  expect((await ruth.client.from("sermon_notes").select("note").eq("sermon_id", generationId)).data).toEqual([
    { note: kept.note },
  ]);
  const { data: places } = await ruth.client.from("sermon_positions").select("seconds").eq("sermon_id", generationId);
  expect(places).toEqual([{ seconds: kept.seconds }]);
  const { data: collected } = await ruth.client.from("collection_sermons").select("sermon_id");
  expect(collected).toEqual([{ sermon_id: generationId }]);
  // The generation and the files are still there.
  expect((await ruth.client.storage.from("sermon-audio").exists(audioFileName)).data).toBe(true);
  const queued = await app.database.query("select from public.media_deletions where path = $1 and at <= now()", [audioFileName]);
  expect(queued.rowCount).toBe(0);
  expect(await state(generationId)).toBe("finished");
});

test("a sermon for which no voice is ever asked is recorded with the default one after a while, and saved", async () => {
  const { sermon, generationId } = await write("hope in winter");
  const step = async () =>
    (await ruth.client.from("generation_steps").select("kind, status").eq("generation_id", generationId)).data;
  await expect.poll(step).toContainEqual({ kind: "image", status: "completed" });
  expect(await step()).toContainEqual({ kind: "voice", status: "pending" });
  expect((await ruth.client.from("sermons").select("id").eq("content", sermon)).data).toEqual([]);

  // The runner comes back by itself.
  const waits = `select run_at = s.finished_at + interval '30 seconds' as in_time from graphile_worker.jobs j, public.generation_steps s
    where j.key = $1 and s.generation_id = $2 and s.kind = 'text'`;
  await expect
    .poll(async () => (await app.database.query(waits, [`run-generation:${generationId}`, generationId])).rows)
    .toEqual([{ in_time: true }]);

  await app.database.query(
    "update public.generation_steps set finished_at = now() - interval '1 hour' where generation_id = $1 and kind = 'text'",
    [generationId],
  );
  await app.database.query("select jobs.enqueue('run-generation', $1, $2)", [
    JSON.stringify({ generationId }),
    `run-generation:${generationId}`,
  ]);
  await expect.poll(() => state(generationId)).toBe("finished");
  expect((await ruth.client.from("sermons").select("id, audio_url").eq("content", sermon)).data).toEqual([
    { id: generationId, audio_url: expect.stringMatching(/\.mp3$/) },
  ]);
  expect(await recordings(generationId)).toEqual({ recordings: 1, charged: 1, spoken: 1, voice: "John" });
});
