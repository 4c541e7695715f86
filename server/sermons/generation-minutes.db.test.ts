import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber, createTrialUser } from "../../tests/support/people.ts";
import { plainVoice, plainWriter, testVendors } from "../../tests/support/vendors.ts";
import { VoiceError } from "../vendors/voice/voice.ts";
import { WriterError } from "../vendors/writer/writer.ts";
import { retryVoice } from "./retry-voice.privileged.ts";
import { resumeGenerations } from "./resume-generations.privileged.ts";
import { runGeneration, type GenerationVendors } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
let user: string;

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createSubscriber(database.db.owner);
});

const signal = new AbortController().signal;
const start = (minutes: 5 | 10 = 5, prompt = "rest") =>
  startGeneration(database.db, { userId: user, prompt, minutes, voice: "John" });
const run = (vendors: GenerationVendors, generationId: string) => runGeneration(vendors)({ generationId }, { signal });
const speaking = (seconds: number) =>
  testVendors(database.db, {
    voice: { speak: async (r, s) => ({ ...(await plainVoice.speak(r, s)), seconds }) },
  });
const silent = () => testVendors(database.db, { voice: { speak: () => Promise.reject(new VoiceError("failed", "no")) } });

async function used(): Promise<number> {
  const { rows } = await database.db.owner.query<{ used: number }>("select used_s as used from billing.minutes($1)", [user]);
  return rows[0]?.used ?? -1;
}
const reservations = async () =>
  (
    await database.db.owner.query<{ state: string }>(
      "select state from billing.usage_reservations where user_id = $1 order by voicing",
      [user],
    )
  ).rows.map(({ state }) => state);

test("a subscriber's sermon takes its minutes before the text, and costs what its recording lasts in whole seconds", async () => {
  const id = await start(10);
  expect(await used()).toBe(600);
  await run(speaking(551.2).vendors, id);
  expect([await used(), await reservations()]).toEqual([552, ["committed"]]);
  await run(speaking(551.2).vendors, id);
  expect(await used()).toBe(552);
});

test("a recording longer than was asked for costs no more than that", async () => {
  await run(speaking(317).vendors, await start());
  expect(await used()).toBe(300);
});

test("a double click takes the minutes once", async () => {
  await Promise.all(Array.from({ length: 20 }, () => start()));
  expect(await used()).toBe(300);
});

test("without text or recording the minutes come back", async () => {
  const failing = testVendors(database.db, {
    writer: {
      // oxlint-disable-next-line require-yield -- a writer that fails before its first word
      async *write() {
        throw new WriterError("unavailable", "down");
      },
    },
  });
  await run(failing.vendors, await start());
  expect([await used(), await reservations()]).toEqual([0, ["released"]]);
  await run(silent().vendors, await start());
  expect(await used()).toBe(0);
});

test("a text that is withheld costs nothing", async () => {
  const endangering = testVendors(database.db, {
    writer: {
      async *write(r, s) {
        for await (const event of plainWriter.write(r, s))
          yield event.type === "done"
            ? { ...event, written: { ...event.written, content: "# x\n\nYou should kill yourself." } }
            : event;
      },
    },
  });
  await run(endangering.vendors, await start());
  expect([await used(), await reservations()]).toEqual([0, ["released"]]);
});

test("a second recording is paid for like the first, and given back like it", async () => {
  const id = await start();
  await run(speaking(290).vendors, id);
  await retryVoice(database.db, id, "Sarah");
  expect(await used()).toBe(590);
  await run(silent().vendors, id);
  expect([await used(), await reservations()]).toEqual([290, ["committed", "released"]]);
});

test("a recording that failed is paid for when it is asked for again", async () => {
  const id = await start();
  await run(silent().vendors, id);
  await retryVoice(database.db, id, "Sarah");
  await run(speaking(280).vendors, id);
  expect([await used(), await reservations()]).toEqual([280, ["released", "committed"]]);
});

test("too few minutes are refused with a code, before anything is made", async () => {
  user = await createSubscriber(database.db.owner, { minutes: 9 });
  await expect(start(10)).rejects.toMatchObject({ status: 402, code: "minutes_exhausted" });
  const id = await start(5);
  await run(speaking(300).vendors, id);
  await expect(retryVoice(database.db, id, "Sarah")).rejects.toMatchObject({ status: 402, code: "minutes_exhausted" });
  await expect(start(5, "another")).rejects.toMatchObject({ code: "minutes_exhausted" });
  const { rows } = await database.db.owner.query("select state, voicings from public.generations where user_id = $1", [user]);
  expect(rows).toEqual([{ state: "finished", voicings: 1 }]);
});

test("a disputed payment stops the next sermon and says why", async () => {
  await database.db.owner.query("select billing.save_dispute($1, $2, 'needs_response')", [user, `dp_${user}`]);
  await expect(start()).rejects.toMatchObject({ status: 403, code: "account_frozen" });
});

test("a sermon of the trial stays free, its second recording included", async () => {
  user = await createTrialUser(database.db.owner);
  const id = await start();
  await run(speaking(300).vendors, id);
  await retryVoice(database.db, id, "Sarah");
  await run(speaking(300).vendors, id);
  expect([await used(), await reservations()]).toEqual([0, []]);
});

test("a process that dies at any step neither loses minutes nor takes them twice", async () => {
  for (const dying of ["writer", "voice", "illustrator"] as const) {
    user = await createSubscriber(database.db.owner);
    const id = await start();
    const never = new Promise<never>(() => {});
    const dead = testVendors(database.db, {
      ...(dying === "writer" && { writer: { write: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) }) } }),
      ...(dying === "voice" && { voice: { speak: () => never } }),
      ...(dying === "illustrator" && { illustrator: { draw: () => never } }),
    });
    void run(dead.vendors, id);
    await expect.poll(() => dead.asked[dying === "illustrator" ? "image" : dying]).toBe(1);
    // The picture is begun before the recording is stored.
    if (dying === "illustrator") await expect.poll(() => reservations()).toEqual(["committed"]);
    await resumeGenerations(database.db, { alone: true, failed: true });
    await expect
      .poll(() =>
        run(speaking(290).vendors, id).then(
          () => reservations(),
          () => null,
        ),
      )
      .toEqual(["committed"]);
    // What died after its recording was stored had settled it.
    expect(await used(), dying).toBe(dying === "illustrator" ? 1 : 290);
  }
});

test("a sermon that is deleted while it is being made has been paid for", async () => {
  const id = await start();
  await database.db.owner.query("delete from public.generations where id = $1", [id]);
  expect([await used(), await reservations()]).toEqual([300, ["committed"]]);
});

test("a sermon deleted while it is recorded again costs that recording too", async () => {
  const id = await start();
  await run(speaking(290).vendors, id);
  await retryVoice(database.db, id, "Sarah");
  await database.db.owner.query("delete from public.sermons where id = $1", [id]);
  expect([await used(), await reservations()]).toEqual([590, ["committed", "committed"]]);
});
