import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { startGenerations, type TestGenerations } from "../../tests/support/generations.ts";
import { createSubscriber, createTrialUser } from "../../tests/support/people.ts";
import { plainIllustrator, plainVoice, plainWriter, testVendors } from "../../tests/support/vendors.ts";
import { RETRIES_PER_DAY } from "../../shared/constants.ts";
import { ImageError } from "../vendors/image/image.ts";
import { VoiceError } from "../vendors/voice/voice.ts";
import { WriterError } from "../vendors/writer/writer.ts";

let database: TestDatabase;
let generations: TestGenerations;
let user: string;
const working = { writer: true, voice: true, image: true };
/** What the voice speaks when it is not what was asked for. */
let instead: "John" | "Roger" | null;
let asked: ReturnType<typeof testVendors>["asked"];

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
  Object.assign(working, { writer: true, voice: true, image: true });
  instead = null;
  const test = testVendors(database.db, {
    writer: {
      async *write(...given) {
        if (!working.writer) throw new WriterError("unavailable", "down");
        yield* plainWriter.write(...given);
      },
    },
    voice: {
      speak: async (request, signal) => {
        if (!working.voice) throw new VoiceError("failed", "no");
        const spoken = await plainVoice.speak(request, signal);
        return { ...spoken, voice: request.voice === "Sarah" ? (instead ?? "Sarah") : spoken.voice };
      },
    },
    illustrator: {
      draw: (...given) => (working.image ? plainIllustrator.draw(...given) : Promise.reject(new ImageError("failed", "no"))),
    },
  });
  asked = test.asked;
  generations = await startGenerations(database, test.vendors);
});
afterEach(() => generations.close());

const write = () => generations.ask("generate-sermon", user, { prompt: "rest", duration: "5", voice: "John" });
async function written(): Promise<{ sermon: string; generationId: string }> {
  const { status, body } = await write();
  expect(status).toBe(200);
  return body as { sermon: string; generationId: string };
}
const voice = (of: { sermon: string; generationId: string }, more: object = {}) =>
  generations.ask("generate-voice", user, { text: of.sermon, voice: "John", generationId: of.generationId, ...more });
const image = ({ generationId }: { generationId: string }, more: object = {}) =>
  generations.ask("generate-image", user, { prompt: "rest", generationId, ...more });
async function facts() {
  const { rows } = await database.db.owner.query(
    `select (select count(*)::int from public.trial_uses where user_id = $1) as days,
       (select trial_generations_used from public.profiles where id = $1) as used,
       (select json_agg(json_build_object('audio', audio_url is not null, 'image', image_url is not null)) from public.sermons where user_id = $1) as sermons,
       (select bool_or(state = 'running') from public.generations where user_id = $1) as running`,
    [user],
  );
  return rows[0];
}

const aDayPasses = () =>
  database.db.owner.query("update public.generation_steps set asked_again_at = asked_again_at - interval '25 hours'");
async function minutesUsed(): Promise<number> {
  const { rows } = await database.db.owner.query<{ used_s: number }>("select used_s from billing.minutes($1)", [user]);
  return rows[0]?.used_s ?? 0;
}

test("a text that failed can be asked for again on the same day", async () => {
  working.writer = false;
  expect(await write()).toMatchObject({
    status: 503,
    body: { code: "text_unavailable", message: expect.stringContaining("server configuration") },
  });
  expect(await facts()).toMatchObject({ days: 0, used: 0, sermons: null });
  working.writer = true;
  await voice(await written());
  await expect.poll(facts).toEqual({ days: 1, used: 1, sermons: [{ audio: true, image: true }], running: false });
});

test("a voice that failed is told, kept out of the sermon, and made again when that is asked for, on the same day", async () => {
  working.voice = false;
  const sermon = await written();
  expect(await voice(sermon, { again: false })).toMatchObject({ status: 502, body: { code: "voice_failed" } });
  expect(asked.voice).toBe(1);
  await expect.poll(facts).toEqual({ days: 1, used: 1, sermons: [{ audio: false, image: true }], running: false });
  working.voice = true;
  expect(await voice(sermon)).toMatchObject({ status: 200, body: { audioFileName: expect.stringMatching(/\.mp3$/) } });
  await expect.poll(facts).toEqual({ days: 1, used: 1, sermons: [{ audio: true, image: true }], running: false });
  expect(asked).toEqual({ writer: 1, voice: 2, image: 1 });
});

test("a voice that is away for days costs a subscriber neither the recording nor minutes", async () => {
  user = await createSubscriber(database.db.owner);
  working.voice = false;
  const sermon = await written();
  await voice(sermon, { again: false });
  for (let day = 1; day <= 2; day++) {
    for (let tries = 1; tries <= RETRIES_PER_DAY; tries++)
      expect(await voice(sermon)).toMatchObject({ status: 502, body: { code: "voice_failed" } });
    expect(await voice(sermon)).toMatchObject({
      status: 409,
      body: {
        code: "retries_used",
        message: "The recording of this sermon has been tried as often as it can be today. Please try again tomorrow.",
      },
    });
    await aDayPasses();
  }
  expect(await minutesUsed()).toBe(0);
  working.voice = true;
  expect(await voice(sermon)).toMatchObject({ status: 200, body: { audioFileName: expect.stringMatching(/\.mp3$/) } });
  await expect.poll(facts).toMatchObject({ sermons: [{ audio: true, image: true }], running: false });
  const once = await minutesUsed();
  expect(once).toBeGreaterThan(0);
  // One more may come about, in another voice.
  expect(await voice(sermon, { voice: "Sarah" })).toMatchObject({ status: 200 });
  await expect.poll(minutesUsed).toBe(2 * once);
  expect(await voice(sermon, { voice: "Liam" })).toMatchObject({ status: 409, body: { code: "voicings_used" } });
});

test("a picture that failed likewise, but not as often as somebody likes", async () => {
  working.image = false;
  const sermon = await written();
  expect(await image(sermon, { again: false })).toMatchObject({ status: 502, body: { code: "image_failed" } });
  for (let tries = 1; tries <= RETRIES_PER_DAY; tries++)
    expect(await image(sermon)).toMatchObject({ status: 502, body: { code: "image_failed" } });
  expect(await image(sermon)).toMatchObject({ status: 409, body: { code: "retries_used" } });
  expect(asked.image).toBe(1 + RETRIES_PER_DAY);
  expect(await facts()).toMatchObject({ days: 1, used: 1, sermons: [{ audio: true, image: false }] });

  user = await createSubscriber(database.db.owner);
  const next = await written();
  await image(next, { again: false });
  working.image = true;
  expect(await image(next)).toMatchObject({ status: 200, body: { fileName: expect.stringMatching(/\.webp$/) } });
  await expect.poll(facts).toMatchObject({ sermons: [{ audio: true, image: true }], running: false });
  expect(asked.voice).toBe(2);
});

test("asking again from two pages at once makes it once", async () => {
  working.voice = false;
  const sermon = await written();
  await voice(sermon, { again: false });
  working.voice = true;
  const answers = await Promise.all(Array.from({ length: 4 }, () => voice(sermon)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body["audioFileName"])).size).toBe(1);
  expect(asked.voice).toBe(2);
});

test("a voice that was replaced is told; asking for the default voice then records nothing twice that is there already", async () => {
  instead = "John";
  const sermon = await (async () => {
    const { body } = await generations.ask("generate-sermon", user, { prompt: "rest", duration: "5", voice: "Sarah" });
    return body as { sermon: string; generationId: string };
  })();
  const first = await voice(sermon, { voice: "Sarah", again: false });
  expect(first).toMatchObject({
    status: 200,
    body: {
      voiceSubstituted: true,
      message: "Your selected voice was unavailable and replaced with the default voice.",
    },
  });
  const second = await voice(sermon, { voice: "John", again: false });
  expect(second.body).toEqual({ audioFileName: first.body["audioFileName"] });
  expect(asked.voice).toBe(1);
});

test("a voice that was replaced by another than the default one is recorded once more as that", async () => {
  instead = "Roger";
  const { body } = await generations.ask("generate-sermon", user, { prompt: "rest", duration: "5", voice: "Sarah" });
  const sermon = body as { sermon: string; generationId: string };
  const first = await voice(sermon, { voice: "Sarah", again: false });
  expect(first.body["voiceSubstituted"]).toBe(true);
  const second = await voice(sermon, { voice: "John", again: false });
  expect(second.body).toEqual({ audioFileName: expect.not.stringMatching(String(first.body["audioFileName"])) });
  expect(asked.voice).toBe(2);
});

test("the generation's id names a sermon by itself, and its own voice is meant; text, topic and voice are taken as before", async () => {
  const sermon = await written();
  const { generationId } = sermon;
  const speak = (body: object) => generations.ask("generate-voice", user, body);
  const draw = (body: object) => generations.ask("generate-image", user, body);
  const [spoken, drawn] = await Promise.all([speak({ generationId }), draw({ generationId })]);
  expect(spoken).toEqual({ status: 200, body: { audioFileName: expect.stringMatching(/\.mp3$/) } });
  expect(drawn).toEqual({ status: 200, body: { fileName: expect.stringMatching(/\.webp$/) } });
  expect(await speak({ text: sermon.sermon, voice: "John", userId: user })).toEqual(spoken);
  expect(await draw({ prompt: "rest" })).toEqual(drawn);
  expect(asked).toEqual({ writer: 1, voice: 1, image: 1 });

  const mismatch = { status: 409, body: { code: "generation_mismatch" } };
  expect(await speak({ generationId, text: "another text" })).toMatchObject(mismatch);
  expect(await draw({ generationId, prompt: "another topic" })).toMatchObject(mismatch);
  expect(await speak({ generationId, text: sermon.sermon })).toEqual(spoken);

  const needed = (field: string) => ({
    status: 400,
    body: {
      code: "validation_failed",
      field: "generationId",
      message: `Please give the sermon's generationId, or its ${field}.`,
    },
  });
  expect(await speak({ voice: "John" })).toEqual(needed("text"));
  expect(await draw({})).toEqual(needed("prompt"));
  user = await createTrialUser(database.db.owner);
  expect((await speak({ generationId })).status).toBe(403);
  expect((await draw({ generationId })).status).toBe(403);
});

test("nobody has another's voice or picture made again", async () => {
  working.voice = working.image = false;
  const sermon = await written();
  await voice(sermon, { again: false });
  user = await createTrialUser(database.db.owner);
  expect(await voice(sermon)).toMatchObject({ status: 403, body: { code: "not_granted" } });
  expect(await image(sermon)).toMatchObject({ status: 403, body: { code: "not_granted" } });
});
