import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber, createTrialUser } from "../../tests/support/people.ts";
import { plainVoice, plainWriter, testVendors } from "../../tests/support/vendors.ts";
import type { Block } from "../../shared/sermon-text.ts";
import { VoiceError } from "../vendors/voice/voice.ts";
import { WriterError, type WriteEvent, type WrittenSermon } from "../vendors/writer/writer.ts";
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
  user = await createTrialUser(database.db.owner);
});

const signal = new AbortController().signal;
const start = (userId = user) => startGeneration(database.db, { userId, prompt: "rest", minutes: 5, voice: "John" });
const run = (vendors: GenerationVendors, generationId: string) => runGeneration(vendors)({ generationId }, { signal });

async function written(): Promise<WrittenSermon> {
  const request = { topic: "rest", minutes: 5, seed: "1", memory: [] } as const;
  for await (const event of plainWriter.write(request, signal)) if (event.type === "done") return event.written;
  throw new Error("nothing was written");
}

/** A writer that has told its picture and its first paragraph, and goes on with `rest` when it is let. */
function halfWay(rest: () => AsyncIterable<WriteEvent>) {
  const gate = Promise.withResolvers<void>();
  async function* write(): AsyncGenerator<WriteEvent> {
    const { image } = await written();
    yield { type: "image", image };
    yield { type: "text", text: "# Rest\n\n*Co" };
    await gate.promise;
    yield* rest();
  }
  return { writer: { write }, goOn: gate.resolve };
}
async function* theRest(): AsyncGenerator<WriteEvent> {
  yield { type: "done", written: await written() };
}

async function steps(generationId: string): Promise<Record<string, string>> {
  const { rows } = await database.db.owner.query<{ steps: Record<string, string> }>(
    "select json_object_agg(kind, coalesce(error_code, status)) as steps from public.generation_steps where generation_id = $1",
    [generationId],
  );
  return rows[0]?.steps ?? {};
}
const state = async (id: string) =>
  (await database.db.owner.query("select state from public.generations where id = $1", [id])).rows[0]?.state;
const stored = async (id: string) =>
  (await database.db.owner.query("select path from public.media_deletions where path like '%' || $1 || '%'", [id])).rowCount;

test("voice and picture begin while the text is being written, and the voice speaks the text that was finished", async () => {
  const { writer, goOn } = halfWay(theRest);
  let heard: readonly Block[] = [];
  const early: Block[] = [];
  const { vendors, asked } = testVendors(database.db, {
    writer,
    voice: {
      speak: async (request, s) => {
        for await (const block of request.early ?? []) early.push(block);
        heard = await request.blocks;
        return plainVoice.speak(request, s);
      },
    },
  });
  const id = await start();
  const running = run(vendors, id);
  await expect.poll(() => steps(id)).toMatchObject({ text: "in-progress", voice: "in-progress", image: "completed" });
  expect(await state(id)).toBe("running");
  goOn();
  await running;
  expect(await steps(id)).toEqual({ text: "completed", voice: "completed", image: "completed", save: "completed" });
  expect(early.map(({ kind }) => kind)).toEqual(["title"]);
  expect(heard.at(-1)?.words.map(({ text }) => text)).toEqual(["Rest", "for", "tonight."]);
  expect(asked).toEqual({ writer: 1, voice: 1, image: 1 });
});

test("a text that fails half-way ends what was begun beside it, and gives back the day", async () => {
  const { writer, goOn } = halfWay(async function* () {
    yield { type: "text", text: "me.*\n\n" };
    throw new WriterError("unavailable", "cut");
  });
  const { vendors, asked } = testVendors(database.db, {
    writer,
    voice: { speak: async (request, s) => (await request.blocks, plainVoice.speak(request, s)) },
  });
  const id = await start();
  const running = run(vendors, id);
  await expect.poll(() => asked).toEqual({ writer: 1, voice: 1, image: 1 });
  goOn();
  await running;
  expect(await state(id)).toBe("failed");
  expect(await steps(id)).toEqual({ text: "unavailable", voice: "no_text", image: "no_text", save: "no_text" });
  const { rows } = await database.db.owner.query(
    "select (select count(*)::int from public.trial_uses where user_id = $1) as days, (select count(*)::int from public.sermons where user_id = $1) as sermons",
    [user],
  );
  expect(rows).toEqual([{ days: 0, sermons: 0 }]);
  await expect(start()).resolves.not.toBe(id);
});

test("of a text that is withheld nothing is kept that was spoken, and the picture goes", async () => {
  const { writer, goOn } = halfWay(async function* () {
    yield { type: "text", text: "me.*\n\nYou should kill yourself.\n\n" };
    yield { type: "done", written: { ...(await written()), content: "# Rest\n\n*Come.*\n\nYou should kill yourself." } };
  });
  const heard: Block[] = [];
  const { vendors, asked } = testVendors(database.db, {
    writer,
    voice: {
      speak: async (request, s) => {
        for await (const block of request.early ?? []) heard.push(block);
        await request.blocks;
        return plainVoice.speak(request, s);
      },
    },
  });
  const id = await start();
  const running = run(vendors, id);
  await expect.poll(() => asked.voice).toBe(1);
  await expect.poll(() => stored(id)).toBe(1);
  goOn();
  await running;
  expect(await state(id)).toBe("withheld");
  expect(heard.map(({ kind }) => kind)).toEqual(["title"]);
  // The picture's file stays in the outbox, which deletes what no sermon refers to.
  expect(await stored(id)).toBe(1);
  const { rows } = await database.db.owner.query(
    "select string_agg(draft || coalesce(output::text, ''), '') as kept from public.generation_steps where generation_id = $1",
    [id],
  );
  expect(rows).toEqual([{ kept: "" }]);
});

test("a voice that breaks while the text is being written leaves the text to be finished and saved", async () => {
  const { writer, goOn } = halfWay(theRest);
  const { vendors } = testVendors(database.db, {
    writer,
    voice: { speak: () => Promise.reject(new VoiceError("failed", "no")) },
  });
  const id = await start();
  const running = run(vendors, id);
  await expect.poll(() => steps(id)).toMatchObject({ text: "in-progress", voice: "failed" });
  goOn();
  await running;
  expect(await steps(id)).toMatchObject({ text: "completed", voice: "failed", image: "completed", save: "completed" });
});

test.for([createTrialUser, createSubscriber])(
  "a process that dies while all three are under way is continued: one text, one picture, counted once (%#)",
  async (create) => {
    const person = await create(database.db.owner);
    const id = await start(person);
    const dead = testVendors(database.db, {
      writer: halfWay(theRest).writer,
      voice: { speak: () => new Promise<never>(() => {}) },
    });
    void run(dead.vendors, id);
    await expect.poll(() => steps(id)).toMatchObject({ text: "in-progress", voice: "in-progress", image: "completed" });
    await resumeGenerations(database.db, { alone: true, failed: true });
    const next = testVendors(database.db);
    await run(next.vendors, id);
    expect(next.asked).toEqual({ writer: 1, voice: 1, image: 0 });
    const { rows } = await database.db.owner.query(
      `select g.state, (select count(*)::int from public.trial_uses where user_id = $1) as days,
         (select trial_generations_used from public.profiles where id = $1) as used, (select used_s from billing.minutes($1)) as seconds
       from public.generations g where g.user_id = $1`,
      [person],
    );
    const counted = create === createTrialUser ? { days: 1, used: 1, seconds: 0 } : { days: 0, used: 0, seconds: 1 };
    expect(rows).toEqual([{ state: "finished", ...counted }]);
  },
);
