import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, callFunction, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// What a user deletes is removed with its files, and nobody else can delete it.

let app: TestApp;
let database: TestApp["database"];

beforeAll(async () => {
  // Long enough in the making that something can be deleted meanwhile.
  app = await startApp({}, { speaks: true });
  ({ database } = app);
});
afterAll(() => app.close());

const topic = { prompt: "forgiving my father", duration: "5", voice: "John" };

async function writeSermon(person: Person): Promise<{ id: string; content: string; audio: string; image: string }> {
  const { body } = await callFunction(app, "generate-sermon", person.token, topic);
  const running = async () => (await person.client.from("generations").select("id").eq("state", "running")).data;
  await expect.poll(running).toEqual([]);
  const { data } = await person.client.from("sermons").select("audio_url, image_url").single();
  return { id: body.generationId ?? "", content: body.sermon ?? "", audio: data?.audio_url, image: data?.image_url };
}

const audioExists = async (path: string) => (await app.service().storage.from("sermon-audio").exists(path)).data;

test("deleting a sermon deletes its topic, text and recordings, and its trial day stays used", async () => {
  const ruth = await signUpPerson(app, "ruth@example.com");
  const sermon = await writeSermon(ruth);
  // As if the outbox had already checked the upload and kept its files.
  await database.query("delete from public.media_deletions");
  await ruth.client.from("sermons").update({ audio_url: null }).eq("id", sermon.id);
  await expect.poll(() => audioExists(sermon.audio)).toBe(false);
  await ruth.client.from("sermons").delete().eq("id", sermon.id);
  const { rows } = await database.query("select prompt from public.generations where user_id = $1", [ruth.id]);
  expect(rows).toEqual([]);
  expect((await database.query("select from public.generation_steps where generation_id = $1", [sermon.id])).rows).toEqual([]);
  expect((await callFunction(app, "check-subscription", ruth.token, {})).body).toMatchObject({
    trial: { canGenerateToday: false, generationsLeft: 2 },
  });
});

test("nobody else can insert a sermon under a generation's id before it is saved", async () => {
  const [eve, naomi] = [await signUpPerson(app, "eve@example.com"), await signUpPerson(app, "naomi@example.com")];
  const { body } = await callFunction(app, "generate-sermon", naomi.token, topic);
  const taken = await eve.client.from("sermons").insert({ id: body.generationId, user_id: eve.id, title: "t", content: "c" });
  expect(taken.error?.code).toBe("42501");
  await expect.poll(async () => (await naomi.client.from("sermons").select("id")).data).toEqual([{ id: body.generationId }]);
});

test("the avatar of a deleted account is deleted, and its token can neither store nor start anything", async () => {
  const gone = await signUpPerson(app, "gone@example.com");
  const face = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const upload = (name: string) =>
    gone.client.storage.from("avatars").upload(`${gone.id}-${name}.png`, face, { contentType: "image/png" });
  expect((await upload("face")).error).toBeNull();
  await app.service().auth.admin.deleteUser(gone.id);
  expect((await upload("ghost")).error).not.toBeNull();
  expect((await callFunction(app, "generate-sermon", gone.token, topic)).status).toBe(401);
  const picture = `${app.url}/storage/v1/object/public/avatars/${gone.id}-face.png`;
  await expect.poll(async () => (await fetch(picture)).ok).toBe(false);
});

test("files that two rows refer to are deleted with the second of them only", async () => {
  const person = await signUpPerson(app, "twice@example.com");
  const sermon = await writeSermon(person);
  const sermons = () => person.client.from("sermons");
  // Another text: the same one would be the same row.
  const copy = { user_id: person.id, title: "a copy", content: `${sermon.content}\n\nOnce more.`, audio_url: sermon.audio };
  const { data } = await sermons()
    .insert({ ...copy, image_url: sermon.image })
    .select("id")
    .single();
  await sermons().delete().eq("id", data?.id);
  const waiting = async () => (await database.query("select from public.media_deletions where at <= now()")).rows;
  await expect.poll(waiting).toEqual([]);
  expect(await audioExists(sermon.audio)).toBe(true);

  // Deleted while another recording is made: neither the row nor its files come back.
  const request = { text: sermon.content, voice: "Sarah", generationId: sermon.id };
  const again = callFunction(app, "generate-voice", person.token, request);
  const states = async () => (await person.client.from("generations").select("state")).data?.map(({ state }) => String(state));
  await expect.poll(states).toEqual(["running"]);
  await sermons().delete().eq("id", sermon.id);
  await again;
  await expect.poll(states).not.toContain("running");
  expect((await sermons().select("id")).data).toEqual([]);
  // Its files are deleted after the recording has ended: the outbox is due now instead of in a minute.
  await database.query("select pg_notify('media_deletions', '')");
  await expect.poll(() => audioExists(sermon.audio)).toBe(false);
  const image = async () => (await fetch(`${app.url}/storage/v1/object/public/sermon-images/${sermon.image}`)).status;
  await expect.poll(image).toBe(400);
});

test("an account that is deleted in the middle of a sermon leaves no row, and its token makes no new one", async () => {
  const gone = await signUpPerson(app, "leaving@example.com");
  const asked = await callFunction(app, "generate-sermon", gone.token, topic);
  expect(asked.status).toBe(200);
  expect((await app.service().auth.admin.deleteUser(gone.id)).error).toBeNull();
  const jobs = async () =>
    (await database.query("select from graphile_worker.jobs where task_identifier = 'run-generation'")).rows;
  await expect.poll(jobs).toEqual([]);
  for (const [table, key] of Object.entries({
    generations: "user_id",
    sermons: "user_id",
    trial_uses: "user_id",
    customers: "id",
  }))
    expect((await database.query(`select from public.${table} where ${key} = $1`, [gone.id])).rows, table).toEqual([]);
  expect((await gone.client.from("sermons").insert({ user_id: gone.id, title: "t", content: "c" })).error?.code).toBe("23503");
  expect((await gone.client.auth.getUser()).error?.code).toBe("user_not_found");
  const more = await callFunction(app, "generate-voice", gone.token, { text: asked.body.sermon, voice: "John" });
  expect(more).toMatchObject({ status: 401 });
});
