import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startApp } from "../support/app.ts";
import { callFunction, signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";
import { unzip } from "../support/unzip.ts";

// What is deleted in the app can be taken back for 30 days, and until then nobody comes upon it (docs/product.md#deleting-a-sermon).

let app: TestApp;
let ruth: Person;
let sermon: { id: string; title: string; audio_url: string; image_url: string };

beforeAll(async () => {
  app = await startApp();
  ruth = await signUpPerson(app, "ruth@example.com");
  await callFunction(app, "generate-sermon", ruth.token, { prompt: "forgiving my father", duration: "5", voice: "John" });
  const isFinished = async () => (await ruth.client.from("generations").select("state").single()).data?.state === "finished";
  await vi.waitUntil(isFinished, { timeout: 200_000 });
  const { data } = await ruth.client.from("sermons").select("id, title, audio_url, image_url").single();
  sermon = data as typeof sermon;
});
afterAll(() => app.close());

const trash = (person: Person, id = sermon.id) => person.client.rpc("trash_sermons", { p_ids: [id] });
const restore = (person: Person, id = sermon.id) => person.client.rpc("restore_sermons", { p_ids: [id] });
const exists = async (bucket: string, path: string) => (await app.service().storage.from(bucket).exists(path)).data;
const swept = async () => {
  // The job that deletes files has nothing left to do.
  const waiting = async () => (await app.database.query("select from public.media_deletions where at <= now()")).rows.length;
  await expect.poll(waiting).toBe(0);
};

/** What any call of its owner finds of the sermon. */
async function found(person: Person): Promise<Record<string, unknown>> {
  const { client } = person;
  const audio = client.storage.from("sermon-audio");
  const folder = sermon.audio_url.split("/").slice(0, 2).join("/");
  const rows = async (table: string, column: string) =>
    (await client.from(table).select(column).eq(column, sermon.id)).data?.length;
  return {
    row: await rows("sermons", "id"),
    generation: await rows("generations", "id"),
    steps: ((await rows("generation_steps", "generation_id")) ?? 0) > 0,
    list: (await client.from("sermons").select("id").eq("user_id", person.id).order("created_at", { ascending: false })).data
      ?.length,
    search: (await client.rpc("search_sermons", { p_words: "father" })).data?.length,
    choices: (await client.rpc("library_choices")).data?.sermons,
    address: (await audio.createSignedUrl(sermon.audio_url, 60)).error === null,
    download: (await audio.download(sermon.audio_url)).error === null,
    listing: (await audio.list(folder)).data?.length !== 0,
    picture: (await client.storage.from("sermon-images").list(folder)).data?.length !== 0,
    changed: (await client.from("sermons").update({ title: sermon.title }).eq("id", sermon.id).select("id")).data?.length,
    deleted: (await client.from("sermons").delete().eq("id", sermon.id).neq("id", sermon.id).select("id")).data?.length,
  };
}
const everything = {
  row: 1,
  generation: 1,
  steps: true,
  list: 1,
  search: 1,
  choices: 1,
  address: true,
  download: true,
  listing: true,
  picture: true,
  changed: 1,
  deleted: 0,
};
const nothing = {
  row: 0,
  generation: 0,
  steps: false,
  list: 0,
  search: 0,
  choices: 0,
  address: false,
  download: false,
  listing: false,
  picture: false,
  changed: 0,
  deleted: 0,
};

test("no call finds anything of a sermon in the trash, its files are kept, and restoring brings all of it back", async () => {
  expect(await found(ruth)).toEqual(everything);
  expect((await trash(ruth)).data).toEqual([sermon.id]);
  expect(await found(ruth)).toEqual(nothing);
  const { data } = await ruth.client.rpc("list_trash");
  expect(data).toMatchObject([{ id: sermon.id, title: "forgiving my father" }]);
  // A row delete meets nothing, and so takes nothing out of the trash either.
  expect((await ruth.client.from("sermons").delete().eq("id", sermon.id).select("id")).data).toEqual([]);
  await swept();
  expect(await exists("sermon-audio", sermon.audio_url)).toBe(true);
  expect(await exists("sermon-images", sermon.image_url)).toBe(true);
  expect((await restore(ruth)).data).toEqual([sermon.id]);
  expect(await found(ruth)).toEqual(everything);
  expect((await ruth.client.rpc("list_trash")).data).toEqual([]);
});

test("nobody else puts a sermon into the trash, finds it there, restores it or deletes it", async () => {
  const eve = await signUpPerson(app, "eve@example.com");
  expect((await trash(eve)).data).toEqual([]);
  await trash(ruth);
  expect((await eve.client.rpc("list_trash")).data).toEqual([]);
  expect((await restore(eve)).data).toEqual([]);
  expect((await eve.client.rpc("delete_trashed_sermons", { p_ids: [sermon.id] })).data).toEqual([]);
  expect((await restore(ruth)).data).toEqual([sermon.id]);
  for (const call of ["trash_sermons", "restore_sermons", "delete_trashed_sermons"])
    expect((await app.visitor().rpc(call, { p_ids: [sermon.id] })).error?.code, call).toBe("42501");
});

test("the download of one's data has what is in the trash, with the day it was put there", async () => {
  await trash(ruth);
  const answer = await fetch(`${app.url}/functions/v1/download-my-data`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ruth.token}` },
    body: "{}",
  });
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const name = "sermons/001-forgiving-my-father";
  expect([...files.keys()].filter((file) => file.startsWith("sermons/"))).toEqual(
    [".json", ".md", ".mp3", ".words.json", ".webp"].map((extension) => name + extension),
  );
  expect(JSON.parse(String(files.get(`${name}.json`)))).toMatchObject({
    id: sermon.id,
    deleted_at: expect.stringMatching(/^\d{4}-/),
  });
  await restore(ruth);
});

test("what is in the trash counts in a person's share", async () => {
  const { error } = await app.database
    .query(
      "insert into public.sermons (user_id, title, content, deleted_at) select $1, 't', 'c', now() from generate_series(1, 5000)",
      [ruth.id],
    )
    .then(() => ruth.client.from("sermons").insert({ title: "t", content: "c" }));
  expect(error).toMatchObject({ code: "quota_exceeded" });
  await app.database.query("delete from public.sermons where title = 't'");
});

test("deleted for good from the trash, nothing is left of text, topic and files", async () => {
  await app.database.query("delete from public.media_deletions");
  await trash(ruth);
  expect((await ruth.client.rpc("delete_trashed_sermons", { p_ids: [sermon.id] })).data).toEqual([sermon.id]);
  await expect.poll(() => exists("sermon-audio", sermon.audio_url)).toBe(false);
  await expect.poll(() => exists("sermon-images", sermon.image_url)).toBe(false);
  expect((await app.database.query("select from public.generations where user_id = $1", [ruth.id])).rows).toEqual([]);
  expect((await ruth.client.rpc("list_trash")).data).toEqual([]);
});
