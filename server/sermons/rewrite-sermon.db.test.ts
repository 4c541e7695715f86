import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { startGenerations, type TestGenerations } from "../../tests/support/generations.ts";
import { createSubscriber, createTrialUser } from "../../tests/support/people.ts";
import { plainVoice, plainWriter, testVendors } from "../../tests/support/vendors.ts";
import { VoiceError } from "../vendors/voice/voice.ts";
import { WriterError, type WriteRequest } from "../vendors/writer/writer.ts";

let database: TestDatabase;
let generations: TestGenerations;
let user: string;
const working = { writer: true, voice: true };
/** What the writer was asked for. */
let requests: WriteRequest[];

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
  Object.assign(working, { writer: true, voice: true });
  requests = [];
  await database.db.owner.query("delete from public.missed_readings");
  const { vendors } = testVendors(database.db, {
    writer: {
      async *write(...given) {
        requests.push(given[0]);
        if (!working.writer) throw new WriterError("unavailable", "down");
        yield* plainWriter.write(...given);
      },
    },
    voice: {
      speak: (...given) => (working.voice ? plainVoice.speak(...given) : Promise.reject(new VoiceError("failed", "no"))),
    },
  });
  generations = await startGenerations(database, vendors);
});
afterEach(() => generations.close());

const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.db.owner.query<Row>(sql, values)).rows;
async function ended(id: string): Promise<void> {
  const state = async () =>
    (await query<{ state: string }>("select state from public.generations where id = $1", [id]))[0]?.state;
  await expect.poll(state).not.toBe("running");
}

async function written(prompt = "forgiving my father", reading?: string, nobodyInDanger?: true): Promise<string> {
  const request = { prompt, duration: "5", voice: "Sarah", reading, nobodyInDanger };
  const { status, body } = await generations.ask("generate-sermon", user, request);
  expect(status).toBe(200);
  const id = String(body["generationId"]);
  await ended(id);
  return id;
}
const rewrite = (sermonId: string, reading = "grief.self") => generations.ask("rewrite-sermon", user, { sermonId, reading });
async function rewritten(sermonId: string, reading?: string): Promise<string> {
  const { status, body } = await rewrite(sermonId, reading);
  expect(status, JSON.stringify(body)).toBe(200);
  const id = String(body["generationId"]);
  await ended(id);
  return id;
}
const age = (id: string, days: number) =>
  query("update public.generations set created_at = created_at - make_interval(days => $2) where id = $1", [id, days]);
const misses = () => query("select theme, count from public.missed_readings order by theme");

test("whoever said that nobody is in danger is not asked again when the sermon is written anew", async () => {
  const prompt = "our lad has sold his guitar and paid back what he owed us";
  const asked = await generations.ask("generate-sermon", user, { prompt, duration: "5", voice: "Sarah" });
  expect(asked.body).toMatchObject({ crisis: { certain: false } });
  await rewritten(await written(prompt, undefined, true));
  expect(requests).toHaveLength(2);
});

test("the reading that was chosen is stored with the generation and given to the writer; none gives none", async () => {
  const chosen = "grief.other+carer+sleepless+exhausted+worried-for-other+has-parent+in-church";
  const id = await written("forgiving my father", chosen);
  expect(await query("select reading from public.generations where id = $1", [id])).toEqual([{ reading: chosen }]);
  user = await createTrialUser(database.db.owner);
  await written();
  expect(requests.map(({ reading }) => reading)).toEqual([chosen, undefined]);
});

test("a key of another form is refused, and the column takes none", async () => {
  for (const reading of ["grief", "grief.everybody", "Grief.self", "../grief.self", "grief.self+", `${"x".repeat(61)}.self`])
    expect(await generations.ask("generate-sermon", user, { prompt: "rest", duration: "5", reading })).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
  const id = await written();
  await expect(query("update public.generations set reading = 'x' where id = $1", [id])).rejects.toMatchObject({ code: "23514" });
});

test("a sermon that missed is written anew on the same topic, with no second trial day", async () => {
  const id = await written();
  const anew = await rewritten(id, "grief.self");
  expect(
    await query("select prompt, minutes, voice, reading, rewrite_of, state from public.generations where id = $1", [anew]),
  ).toEqual([
    { prompt: "forgiving my father", minutes: 5, voice: "Sarah", reading: "grief.self", rewrite_of: id, state: "finished" },
  ]);
  expect(requests.map(({ topic, reading }) => [topic, reading])).toEqual([
    ["forgiving my father", undefined],
    ["forgiving my father", "grief.self"],
  ]);
  expect(await query("select id from public.sermons where user_id = $1", [user])).toHaveLength(2);
  expect(await query("select day from public.trial_uses where user_id = $1", [user])).toHaveLength(1);
});

test("it takes no minutes of a subscriber, also when its recording has to be made again", async () => {
  user = await createSubscriber(database.db.owner, { minutes: 5 });
  const id = await written();
  const used = async () => (await query<{ used_s: number }>("select used_s from billing.minutes($1)", [user]))[0]?.used_s;
  const before = await used();
  working.voice = false;
  const anew = await rewritten(id);
  working.voice = true;
  expect(await generations.ask("generate-voice", user, { generationId: anew, again: true })).toMatchObject({ status: 200 });
  expect(await used()).toBe(before);
});

test("one may be written anew although the trial has ended, and not while a payment is disputed", async () => {
  const id = await written();
  await query("update public.subscriptions set status = 'canceled' where user_id = $1", [user]);
  await query("insert into billing.disputes (id, user_id, status) values ($1, $2, 'needs_response')", [`dp_${user}`, user]);
  expect(await rewrite(id)).toMatchObject({ status: 403, body: { code: "account_frozen" } });
  await query("delete from billing.disputes where user_id = $1", [user]);
  await rewritten(id);
});

test("nobody has another's sermon written anew", async () => {
  const id = await written();
  user = await createTrialUser(database.db.owner);
  expect(await rewrite(id)).toMatchObject({ status: 404, body: { code: "sermon_not_found" } });
  expect(await rewrite(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: "sermon_not_found" } });
  expect(await misses()).toEqual([]);
});

test("a sermon is written anew once, also after the new one was deleted", async () => {
  const id = await written();
  const anew = await rewritten(id);
  const twice = { status: 409, body: { code: "already_rewritten" } };
  expect(await rewrite(id, "anxiety.self")).toMatchObject(twice);
  await query("delete from public.sermons where id = $1", [anew]);
  expect(await query("select from public.generations where id = $1", [anew])).toEqual([]);
  expect(await rewrite(id)).toMatchObject(twice);
});

test("one that was itself written anew is not, also after the first one was deleted", async () => {
  const id = await written();
  const anew = await rewritten(id);
  const refused = { status: 409, body: { code: "rewrite_of_rewrite" } };
  expect(await rewrite(anew)).toMatchObject(refused);
  await query("delete from public.sermons where id = $1", [id]);
  expect(await rewrite(anew)).toMatchObject(refused);
});

test("after seven days it is too late", async () => {
  const id = await written();
  await age(id, 7);
  expect(await rewrite(id)).toMatchObject({ status: 409, body: { code: "rewrite_over" } });
  await age(id, -1);
  await rewritten(id);
});

test("two clicks begin one generation", async () => {
  const id = await written();
  const answers = await Promise.all([rewrite(id), rewrite(id), rewrite(id)]);
  const begun = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body["generationId"]));
  expect(begun.size).toBe(1);
  await ended(String([...begun][0]));
  expect(await query("select from public.generations where rewrite_of = $1", [id])).toHaveLength(1);
  expect(await misses()).toEqual([{ theme: "forgiveness", count: 1 }]);
});

test("one whose text failed may be asked for again, and is counted once", async () => {
  const id = await written();
  working.writer = false;
  await rewritten(id);
  working.writer = true;
  await rewritten(id);
  expect(await query("select state from public.generations where rewrite_of = $1 order by state", [id])).toEqual([
    { state: "failed" },
    { state: "finished" },
  ]);
  expect(await rewrite(id)).toMatchObject({ status: 409, body: { code: "already_rewritten" } });
  expect(await misses()).toEqual([{ theme: "forgiveness", count: 1 }]);
});

test("a miss is counted by day and theme, with no topic and no person", async () => {
  await rewritten(await written("forgiving my father", "anxiety.self"));
  user = await createTrialUser(database.db.owner);
  await rewritten(await written("forgiving my father", "anxiety.self"));
  expect(await query("select day = current_date as today, theme, count from public.missed_readings")).toEqual([
    { today: true, theme: "anxiety", count: 2 },
  ]);
  const columns = await query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'missed_readings' order by 1",
  );
  expect(columns.map(({ name }) => name)).toEqual(["count", "day", "theme"]);
});

test("a person who has had all of a day's generations waits until tomorrow", async () => {
  const id = await written();
  await query(
    `insert into public.vendor_starts (vendor, engine, user_id, generation_id)
     select 'writer', 'x', $1, gen_random_uuid() from generate_series(1, 10)`,
    [user],
  );
  expect(await rewrite(id)).toMatchObject({ status: 429, body: { code: "too_many_generations" } });
});
