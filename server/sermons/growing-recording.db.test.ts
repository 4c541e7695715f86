import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listen, type Notifications } from "@lampstand/database";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createTrialUser } from "../../tests/support/people.ts";
import { plainWriter, testVendors } from "../../tests/support/vendors.ts";
import type { RecordingPart, Voice } from "../vendors/voice/voice.ts";
import { VoiceError } from "../vendors/voice/voice.ts";
import { GENERATION_CHANNEL } from "./generation.ts";
import { sweepGrowingRecordings } from "./growing-recording.privileged.ts";
import { growingRecordingRoutes } from "./growing-recording-routes.ts";
import { runGeneration } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
let notifications: Notifications;
let server: FastifyInstance;
let origin: string;
let user: string;
const stopping = new AbortController();

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
  notifications = await listen(database.ownerUrl, [GENERATION_CHANNEL], () => {});
  server = Fastify();
  await server.register(growingRecordingRoutes({ db: database.db, notifications, stopping: stopping.signal }));
  origin = await server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  stopping.abort();
  await server.close();
  await notifications.close();
  await database.drop();
});
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
});

const signal = new AbortController().signal;
const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
  (await database.db.owner.query<Row>(sql, values)).rows;
const start = () => startGeneration(database.db, { userId: user, prompt: "rest", minutes: 5, voice: "John" });
const keyOf = async (id: string) =>
  (await query<{ key: string }>("select key from public.growing_recordings where generation_id = $1", [id]))[0]?.key ?? null;
const partsOf = async (id: string) =>
  (await query("select from public.growing_recording_parts where generation_id = $1", [id])).length;
const address = (key: string | null) => `${origin}/growing-recording/${key}`;

const PART = 1000;
const sentence = (start: number) => ({ start, end: start + 1, words: [] });
const part = (number: number, bytes = 3 * PART): RecordingPart => ({
  frames: new Uint8Array(PART).fill(number + 1),
  sentences: [sentence(number)],
  seconds: 3,
  bytes,
});

/** A voice that speaks three parts, each when it is let, and ends when it is let once more. */
function slowVoice(bytes?: number) {
  const steps = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const voice: Pick<Voice, "speak"> = {
    speak: async ({ blocks, onPart, voice: name }) => {
      await blocks;
      for (const [i, step] of steps.entries()) {
        await step.promise;
        if (i < 3) onPart?.(part(i, bytes));
      }
      const timings = { version: 1 as const, seconds: 3, sentences: [0, 1, 2].map(sentence) };
      return { mp3: new Uint8Array([1]), seconds: 3, timings, voice: name };
    },
  };
  return { voice, letSpeak: (...parts: number[]) => parts.forEach((i) => steps[i]?.resolve()) };
}

/** Starts a generation whose voice waits. */
async function begin(bytes?: number) {
  const { voice, letSpeak } = slowVoice(bytes);
  const { vendors } = testVendors(database.db, { voice });
  const id = await start();
  return { id, letSpeak, run: () => runGeneration(vendors)({ generationId: id }, { signal }) };
}

/** What has come of an answer, and reads on until there are so many bytes. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, length: number): Promise<Buffer> {
  let come = Buffer.alloc(0);
  while (come.length < length) {
    const { value, done } = await reader.read();
    if (done) break;
    come = Buffer.concat([come, value]);
  }
  return come;
}

test("a recording is heard from its first part on while the rest is spoken, as a file whose length is known", async () => {
  const { id, letSpeak, run } = await begin();
  const running = run();
  letSpeak(0);
  await expect.poll(() => keyOf(id)).not.toBeNull();
  const answer = await fetch(address(await keyOf(id)), { headers: { range: "bytes=0-" } });
  expect(answer.status).toBe(206);
  const length = Number(answer.headers.get("content-length"));
  expect(answer.headers.get("content-range")).toBe(`bytes 0-${length - 1}/${length}`);
  expect(answer.headers.get("content-type")).toBe("audio/mpeg");
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const head = length - 3 * PART;
  const first = await readUntil(reader, head + PART);
  // Its title stands before the sound.
  expect(first.subarray(0, 3).toString()).toBe("ID3");
  expect([...new Set(first.subarray(head))]).toEqual([1]);
  expect(await partsOf(id)).toBe(1);
  letSpeak(1, 2);
  expect([...new Set(await readUntil(reader, 2 * PART))]).toEqual([2, 3]);
  expect((await reader.read()).done).toBe(true);
  letSpeak(3);
  await running;
  // Whoever hears it goes on when the finished recording is stored.
  expect((await fetch(address(await keyOf(id)))).status).toBe(200);
});

test("a place that is not spoken yet is waited for, and one beyond the end is refused", async () => {
  const { id, letSpeak, run } = await begin();
  const running = run();
  letSpeak(0);
  await expect.poll(() => keyOf(id)).not.toBeNull();
  const whole = await fetch(address(await keyOf(id)), { headers: { range: "bytes=0-0" } });
  const length = Number(whole.headers.get("content-range")?.split("/")[1]);
  expect((await whole.arrayBuffer()).byteLength).toBe(1);
  const last = await fetch(address(await keyOf(id)), { headers: { range: "bytes=-10" } });
  expect(last.headers.get("content-range")).toBe(`bytes ${length - 10}-${length - 1}/${length}`);
  letSpeak(1, 2, 3);
  expect(Buffer.from(await last.arrayBuffer())).toEqual(Buffer.alloc(10, 3));
  const beyond = await fetch(address(await keyOf(id)), { headers: { range: `bytes=${length}-` } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${length}`]);
  await running;
});

test("nothing is heard before the text is finished, and nobody without the key hears anything", async () => {
  for (const key of [randomUUID(), "not-a-key"]) expect((await fetch(address(key))).status).toBe(404);
  const id = await start();
  const gate = Promise.withResolvers<void>();
  const { vendors } = testVendors(database.db, {
    writer: {
      async *write() {
        yield { type: "text", text: "# Rest\n\n*Come.*\n\n" };
        await gate.promise;
        for await (const event of plainWriter.write({ topic: "rest", minutes: 5, seed: "1", memory: [] }, signal))
          if (event.type === "done")
            yield { ...event, written: { ...event.written, content: "# Rest\n\n*Come.*\n\nYou should kill yourself." } };
      },
    },
    voice: {
      speak: async ({ blocks, onPart }) => {
        await blocks;
        onPart?.(part(0));
        throw new VoiceError("failed", "it spoke what was withheld");
      },
    },
  });
  const running = runGeneration(vendors)({ generationId: id }, { signal });
  gate.resolve();
  await running;
  expect(await query("select state from public.generations where id = $1", [id])).toEqual([{ state: "withheld" }]);
  expect(await keyOf(id)).toBeNull();
});

test("another attempt begins anew under another address, and what the one had that lost its lease is gone", async () => {
  const first = await begin();
  const lost = first.run().catch(() => {});
  first.letSpeak(0);
  await expect.poll(() => keyOf(first.id)).not.toBeNull();
  const before = await keyOf(first.id);
  const heard = await fetch(address(before));
  await query("update public.generation_steps set lease_until = now() where generation_id = $1", [first.id]);
  const second = slowVoice();
  const { vendors } = testVendors(database.db, { voice: second.voice });
  const running = runGeneration(vendors)({ generationId: first.id }, { signal });
  await expect
    .poll(() => query("select attempt from public.generation_steps where generation_id = $1 and kind = 'voice'", [first.id]))
    .toEqual([{ attempt: 2 }]);
  first.letSpeak(1, 2, 3);
  await lost;
  expect(await partsOf(first.id)).toBe(0);
  // Who hears the former one is told at once.
  await expect(heard.arrayBuffer()).rejects.toThrow();
  expect((await fetch(address(before))).status).toBe(404);
  second.letSpeak(0, 1, 2, 3);
  await running;
  expect(await keyOf(first.id)).not.toBe(before);
  expect(await partsOf(first.id)).toBe(3);
});

test("one that turns out longer than it was told ends, and the finished recording is stored", async () => {
  const { id, letSpeak, run } = await begin(2 * PART);
  const running = run();
  letSpeak(0, 1, 2, 3);
  await running;
  expect(await keyOf(id)).toBeNull();
  expect(await query("select state from public.generations where id = $1", [id])).toEqual([{ state: "finished" }]);
});

test("it goes with its sermon and with its account, and a quarter of an hour after it began", async () => {
  const made = async (): Promise<string> => {
    user = await createTrialUser(database.db.owner);
    const { id, letSpeak, run } = await begin();
    letSpeak(0, 1, 2, 3);
    await run();
    expect(await partsOf(id)).toBe(3);
    return id;
  };
  const [trashed, deleted] = [await made(), await made()];
  const closed = await made();
  const key = await keyOf(trashed);
  await query("update public.sermons set deleted_at = now() where id = $1", [trashed]);
  expect((await fetch(address(key))).status).toBe(404);
  await query("delete from public.sermons where id = $1", [deleted]);
  expect(await partsOf(deleted)).toBe(0);
  await query("delete from auth.users where id = $1", [user]);
  expect(await partsOf(closed)).toBe(0);

  const old = await made();
  await sweepGrowingRecordings(database.db);
  expect(await partsOf(old)).toBe(3);
  await query("update public.growing_recordings set began_at = now() - interval '16 minutes' where generation_id = $1", [old]);
  await sweepGrowingRecordings(database.db);
  expect(await partsOf(old)).toBe(0);
});
