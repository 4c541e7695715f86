import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, callFunction, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";
import { unzip } from "../support/unzip.ts";

// The download of one's data has all of it, and nothing of anybody else's.

let app: TestApp;
let database: TestApp["database"];

beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
});
afterAll(() => app.close());

const askForData = (person: Person, signal?: AbortSignal): Promise<Response> =>
  fetch(`${app.url}/functions/v1/download-my-data`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    body: "{}",
    ...(signal && { signal }),
  });

async function writeSermon(person: Person, prompt: string): Promise<void> {
  await callFunction(app, "generate-sermon", person.token, { prompt, duration: "5", voice: "John" });
  const state = async () => (await person.client.from("generations").select("state").single()).data?.state as unknown;
  await expect.poll(state).toBe("finished");
}

test("the archive holds the account, its sermons with sound and picture, and its payments", async () => {
  const [ruth, naomi] = [await signUpPerson(app, "ruth@example.com"), await signUpPerson(app, "naomi@example.com")];
  const face = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await ruth.client.storage.from("avatars").upload(`${ruth.id}-face.png`, face, { contentType: "image/png" });
  await Promise.all([writeSermon(ruth, "forgiving my father"), writeSermon(naomi, "a secret of Naomi's")]);

  await ruth.client.functions.invoke("open-podcast-feed", { body: {} });
  const { data: heard } = await ruth.client.from("sermons").select("id").single();
  await ruth.client.from("sermon_positions").insert({ sermon_id: heard?.id, seconds: 42 });
  const { data: lent } = await ruth.client.from("collections").insert({ name: "Lent" }).select("id").single();
  await ruth.client.from("collection_sermons").insert({ collection_id: lent?.id, sermon_id: heard?.id });

  const answer = await askForData(ruth);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "no-store",
    "content-disposition": expect.stringMatching(/^attachment; filename="lampstand-data-\d{4}-\d\d-\d\d\.zip"$/),
  });
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  const sermon = "sermons/001-forgiving-my-father";
  expect([...files.keys()]).toEqual([
    "README.txt",
    ...[
      "profile",
      "sessions",
      "activity",
      "subscription",
      "minutes",
      "generations",
      "links",
      "listening",
      "collections",
      "contact-messages",
    ].map((name) => `${name}.json`),
    expect.stringMatching(/^avatar\.\w+$/),
    ...[".json", ".md", ".mp3", ".words.json", ".webp"].map((extension) => sermon + extension),
  ]);
  for (const name of [...files.keys()].slice(1)) {
    const described = name.replace(/^sermons.*?\./, ".").replace(/^avatar\..*/, "avatar.*");
    expect(String(files.get("README.txt")), name).toContain(described);
  }
  const { data: row } = await ruth.client.from("sermons").select("*").single();
  const parsed = (name: string): unknown => JSON.parse(String(files.get(name)));
  expect(parsed(`${sermon}.json`)).toMatchObject({ id: row.id, title: "forgiving my father", content: row.content });
  expect(String(files.get(`${sermon}.md`))).toBe(`${row.content}\n`);
  const audio = (await ruth.client.storage.from("sermon-audio").download(row.audio_url)).data ?? new Blob();
  expect(files.get(`${sermon}.mp3`)?.equals(Buffer.from(await audio.arrayBuffer()))).toBe(true);
  expect((await sharp(files.get(`${sermon}.webp`)).metadata()).format).toBe("webp");

  expect(parsed("profile.json")).toMatchObject({
    account: { email: ruth.email },
    profile: { id: ruth.id, full_name: "Test Person" },
    // Not its secret, which nobody has but the app that was given it.
    podcastFeed: [{ created_at: expect.any(String) }],
  });
  expect(parsed("sessions.json")).toEqual([expect.objectContaining({ is_current: true })]);
  expect(parsed("subscription.json")).toMatchObject({
    subscriptions: [{ status: "trialing" }],
    payments: { purchasesOfMinutes: [] },
  });
  expect(parsed("listening.json")).toMatchObject([{ sermon_id: row.id, seconds: 42, heard: false }]);
  expect(parsed("collections.json")).toMatchObject([{ name: "Lent", sermons: [row.id] }]);
  expect(parsed("generations.json")).toMatchObject({ askedFor: [{ topic: "forgiving my father" }] });
  expect(parsed("activity.json")).toEqual(expect.arrayContaining([expect.objectContaining({ action: "data_downloaded" })]));

  const whole = Buffer.concat([...files.values()]).toString("latin1");
  for (const foreign of [naomi.id, naomi.email, "a secret of Naomi's"]) expect(whole.includes(foreign), foreign).toBe(false);
  for (const secret of ["$2b$", "encrypted_password", "refresh_token"]) expect(whole.includes(secret), secret).toBe(false);

  // A download that is not read stays the only one allowed; one whose connection ends makes room for the next.
  const leaving = new AbortController();
  expect((await askForData(naomi, leaving.signal)).status).toBe(200);
  expect((await askForData(naomi)).status).toBe(409);
  leaving.abort();
  const turn = "select from public.data_downloads where user_id = $1 and running_until <= now()";
  await expect.poll(async () => (await database.query(turn, [naomi.id])).rowCount).toBe(1);
  const again = await askForData(naomi);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test("data is given only to its owner, with a session that has not ended", async () => {
  const mary = await signUpPerson(app, "mary@example.com");
  const ask = async (token: string | null): Promise<string> => {
    const { status, body } = await callFunction(app, "download-my-data", token, {});
    return `${status} ${body.code}`;
  };
  expect(await ask(null)).toBe("401 no_authorization");
  expect(await ask(app.keys.anonKey)).toBe("401 sign_in_required");
  expect(await ask(app.keys.serviceRoleKey)).toBe("401 sign_in_required");
  expect(await ask(`${mary.token}x`)).toBe("401 bad_jwt");
  await mary.client.auth.signOut();
  expect(await ask(mary.token)).toBe("401 session_not_found");
});
