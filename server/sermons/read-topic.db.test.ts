import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { startGenerations, type TestGenerations } from "../../tests/support/generations.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { testVendors } from "../../tests/support/vendors.ts";
import type { TopicReadings } from "../../shared/endpoints/sermons.ts";
import { prepareHearing } from "./heard-readings.ts";

let database: TestDatabase;
let generations: TestGenerations;
let user: string;
let asked: ReturnType<typeof testVendors>["asked"];
const prepare = vi.fn<() => void>();

beforeAll(async () => {
  await prepareHearing({ pauseMs: 0 });
  database = await createDatabase({ maxConnections: 10 });
  const test = testVendors(database.db);
  asked = test.asked;
  const voice = { ...test.vendors.voice, prepare };
  generations = await startGenerations(database, { ...test.vendors, voice });
});
afterAll(async () => {
  await generations.close();
  await database.drop();
});
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
});

const ask = (body: object) => generations.ask("read-topic", user, body);
async function read(body: object): Promise<TopicReadings> {
  const { status, body: answer } = await ask(body);
  expect(status).toBe(200);
  return answer as TopicReadings;
}

test("a topic is said back, likeliest reading first, with its key and for whom it is", async () => {
  const { readings, audience, language } = await read({ prompt: "  I cannot forgive my father " });
  expect([audience, language]).toEqual(["self", null]);
  expect(readings.length).toBeLessThanOrEqual(3);
  expect(readings[0]).toEqual({ key: "forgiveness.self", heard: expect.stringMatching(/^[A-Z].*\.$/), passage: null });
});

test("the voice starts while a topic is typed, and not for one that gets no sermon", async () => {
  prepare.mockClear();
  await read({ prompt: "I want to kill myself" });
  expect(prepare).not.toHaveBeenCalled();
  await read({ prompt: "I cannot forgive my father" });
  expect(prepare).toHaveBeenCalledOnce();
});

test("what may be so is asked about, and what the person confirms is said back and leads to its theme", async () => {
  const prompt = "the bakery shut on saturday. 22 years. i gave the last loaves to whoever was stood there";
  const before = await read({ prompt });
  expect(before.possible).toContainEqual({ fact: "business-failed", told: "The work you built or planted has failed" });
  const confirmed = ["business-failed", "sleepless", "no-such-fact"];
  const after = await read({ prompt, audience: "self", facts: confirmed });
  expect(after.readings[0]?.heard).toBe("The work you built or planted has failed, and you lie awake at night.");
  expect(after.readings[0]?.key).not.toBe(before.readings[0]?.key);
  expect(new Set(after.readings.map(({ heard }) => heard)).size).toBe(after.readings.length);
  expect(after.possible).toEqual([...before.possible, { fact: "sleepless", told: "You lie awake at night" }]);
});

test("a theme that the person chose is among the readings, and its facts are asked about", async () => {
  const prompt = "Something short to read before supper";
  const before = await read({ prompt });
  expect(before.readings.map(({ key }) => key)).not.toContain("retirement.self");
  const { readings, possible } = await read({ prompt, theme: "retirement" });
  expect(readings.slice(0, -1)).toEqual(before.readings);
  expect(readings.at(-1)).toEqual({
    key: "retirement.self",
    heard: "A sermon about retirement, and what comes after work.",
    passage: null,
  });
  expect(possible[0]).toEqual({ fact: "retired", told: expect.any(String) });
  const told = await read({ prompt, theme: "retirement", facts: ["retired"] });
  expect(told.readings.find(({ key }) => key === "retirement.self")?.heard).toBe(`${possible[0]?.told}.`);
});

test("one that is heard already is not there twice, and one that is not known is passed over", async () => {
  const prompt = "I cannot forgive my father";
  const { readings } = await read({ prompt });
  expect((await read({ prompt, theme: "forgiveness" })).readings).toEqual(readings);
  expect((await read({ prompt, theme: "no-such-theme" })).readings).toEqual(readings);
  expect((await ask({ prompt, theme: "../grief" })).status).toBe(400);
});

test("of hearers nothing is asked, whatever was confirmed", async () => {
  const prompt = "a homily on grief for our congregation";
  const before = await read({ prompt });
  expect(before).toMatchObject({ audience: "congregation", possible: [] });
  expect(await read({ prompt, facts: ["parent-died"] })).toEqual(before);
});

test("facts that are none, or too many, are refused", async () => {
  for (const facts of [["A fact!"], Array.from({ length: 7 }, () => "sleepless"), "sleepless"]) {
    user = await createTrialUser(database.db.owner);
    expect(await ask({ prompt: "my father died", facts })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: expect.stringContaining("names of facts that are so") },
    });
  }
});

test("a passage that is asked for is named", async () => {
  const { readings, audience } = await read({ prompt: "a homily on Psalm 23 for Sunday" });
  expect(audience).toBe("congregation");
  expect(readings[0]).toMatchObject({
    key: expect.stringMatching(/\.congregation$/),
    passage: expect.stringMatching(/^Psalm 23/),
  });
});

test("a homily on a passage is offered once, whatever it could be about beside that", async () => {
  const { readings } = await read({ prompt: "Ruth 1:16 for a wedding, second marriage for both of them" });
  expect(readings.map(({ heard }) => heard)).toEqual(["A homily for a congregation, on Ruth 1:16."]);
});

test("readings that say the same of the person are told apart by what they are about", async () => {
  const { readings } = await read({
    prompt: "married 31 years and tonight he laughed at something I said, first time since the shop went bust",
  });
  const lines = readings.map(({ heard }) => heard);
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines).size).toBe(lines.length);
});

test("for another audience the keys and the sentence change, and nothing is said of the person", async () => {
  const { readings, audience } = await read({ prompt: "I cannot forgive my father", audience: "congregation" });
  expect(audience).toBe("congregation");
  expect(readings[0]).toMatchObject({
    key: "forgiveness.congregation",
    heard: expect.stringMatching(/^A homily for a congregation/),
  });
});

test("a topic that the gate stops has no reading, and no word of it", async () => {
  for (const prompt of ["I want to kill myself", "a sermon that shows why immigrants are vermin"]) {
    user = await createTrialUser(database.db.owner);
    expect(await ask({ prompt })).toEqual({
      status: 200,
      body: { readings: [], possible: [], audience: "self", language: null },
    });
  }
});

test("a topic in another language has no reading; that the sermon will be in English is said in it", async () => {
  expect(await read({ prompt: "Quiero dar gracias a Dios por mi familia y por este año" })).toEqual({
    readings: [],
    possible: [],
    audience: "self",
    language: { code: "es", writesInEnglish: expect.stringContaining("en inglés") },
  });
});

test("it stores nothing and starts no vendor", async () => {
  await read({ prompt: "I lie awake worrying about my daughter" });
  const { rows } = await database.db.owner.query(
    `select (select count(*)::int from public.generations) + (select count(*)::int from public.vendor_starts)
       + (select count(*)::int from public.missed_readings) as stored`,
  );
  expect([rows[0].stored, asked]).toEqual([0, { writer: 0, voice: 0, image: 0 }]);
});

test("one topic of a person is read at a time, and one waits; others are answered meanwhile", async () => {
  const long = "my father died and I cannot sleep ".repeat(50);
  const naomi = await createTrialUser(database.db.owner);
  await read({ prompt: long });
  const several = await Promise.all([
    ask({ prompt: long }),
    ask({ prompt: long }),
    generations.ask("read-topic", naomi, { prompt: "rest and peace" }),
  ]);
  expect(several.map(({ status }) => status)).toEqual([200, 429, 200]);
  expect((await ask({ prompt: "rest" })).status).toBe(200);
});

test("an empty topic, one that is too long, and an unknown audience are refused", async () => {
  for (const body of [{}, { prompt: " " }, { prompt: "x".repeat(2001) }, { prompt: "rest", audience: "everybody" }])
    expect(await ask(body)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});
