import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber, createTrialUser } from "../../tests/support/people.ts";
import { plainWriter, testVendors } from "../../tests/support/vendors.ts";
import { WriterError, type WriteEvent, type Writer } from "../vendors/writer/writer.ts";
import { runGeneration } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
let user: string;

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 10 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
});

const OPENING = "# Rest\n\n*Come.*\n\n";
const SECTION = "## One\n\nRest for tonight.\n\n";
/** Shows `text`, then ends as `then` says. */
const writing = (text: string, then: "fails" | "reachesCrisisThreshold"): Pick<Writer, "write"> => ({
  async *write(...given) {
    yield { type: "text", text } satisfies WriteEvent;
    if (then === "fails") throw new WriterError("unusable_output", "too short");
    for await (const event of plainWriter.write(...given))
      if (event.type === "done") yield { ...event, written: { ...event.written, content: "# x\n\nYou should kill yourself." } };
  },
});
const start = (prompt = "rest") => startGeneration(database.db, { userId: user, prompt, minutes: 5, voice: "John" });
async function make(writer: Pick<Writer, "write">, prompt?: string): Promise<string> {
  const id = await start(prompt);
  await runGeneration(testVendors(database.db, { writer }).vendors)(
    { generationId: id },
    { signal: new AbortController().signal },
  );
  return id;
}
async function facts() {
  const { rows } = await database.db.owner.query(
    `select (select count(*)::int from public.trial_uses where user_id = $1) as days,
       (select trial_generations_used from public.profiles where id = $1) as used,
       (select can_generate_today from public.trial_state($1)) as today`,
    [user],
  );
  return rows[0];
}
const later = (hours: number) =>
  Promise.all([
    database.db.owner.query(
      "update public.profiles set trial_start_date = trial_start_date - make_interval(secs => $2::float8 * 3600) where id = $1",
      [user, hours],
    ),
    database.db.owner.query(
      "update public.subscriptions set trial_start = trial_start - make_interval(secs => $2::float8 * 3600) where user_id = $1",
      [user, hours],
    ),
    database.db.owner.query(
      "update public.generations set created_at = created_at - make_interval(secs => $2::float8 * 3600) where user_id = $1",
      [user, hours],
    ),
  ]);

test("a text that fails after a section of it was shown has taken its day", async () => {
  const id = await make(writing(OPENING + SECTION, "fails"));
  expect(await facts()).toEqual({ days: 1, used: 1, today: false });
  await expect(start("another topic")).rejects.toMatchObject({ status: 403, code: "daily_limit" });
  // What was shown stays.
  const { rows } = await database.db.owner.query(
    "select draft from public.generation_steps where generation_id = $1 and kind = 'text'",
    [id],
  );
  expect(rows[0].draft).toBe(OPENING + SECTION);
});

test("a text that fails with no more than its title shown has not", async () => {
  await make(writing(OPENING, "fails"));
  expect(await facts()).toEqual({ days: 0, used: 0, today: true });
});

test("the same topic is tried again without taking another day", async () => {
  await make(writing(OPENING + SECTION, "fails"));
  await make(plainWriter);
  expect(await facts()).toEqual({ days: 1, used: 1, today: false });
  await expect(start()).rejects.toMatchObject({ code: "daily_limit" });
});

test("what fails before anything is shown takes nothing of what may be tried again", async () => {
  await make(writing(OPENING + SECTION, "fails"));
  for (let i = 0; i < 4; i++) await make(writing(OPENING, "fails"));
  await make(plainWriter);
  expect(await facts()).toEqual({ days: 1, used: 1, today: false });
});

test("a day has three texts that were begun, not more", async () => {
  for (let i = 0; i < 3; i++) await make(writing(OPENING + SECTION, "fails"));
  await expect(start()).rejects.toMatchObject({ status: 403, code: "daily_limit" });
  expect(await facts()).toEqual({ days: 1, used: 1, today: false });
});

test("who tries again when the next day has just begun does not pay with that one", async () => {
  await make(writing(OPENING + SECTION, "fails"));
  await later(23.99);
  await make(plainWriter);
  expect(await facts()).toMatchObject({ days: 1, used: 1 });
});

test("a day later the same topic takes a day of its own", async () => {
  await make(writing(OPENING + SECTION, "fails"));
  await later(24);
  await make(plainWriter);
  expect(await facts()).toEqual({ days: 2, used: 2, today: false });
});

test("a text that is withheld counts nothing, however much of it was shown", async () => {
  await make(writing(OPENING + SECTION, "reachesCrisisThreshold"));
  expect(await facts()).toEqual({ days: 0, used: 0, today: true });
});

test("a subscriber's minutes are for recordings: a text that fails gives them back, shown or not", async () => {
  user = await createSubscriber(database.db.owner);
  await make(writing(OPENING + SECTION, "fails"));
  const { rows } = await database.db.owner.query("select used_s from billing.minutes($1)", [user]);
  expect(rows).toEqual([{ used_s: 0 }]);
});
