import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber, createTrialUser } from "../../tests/support/people.ts";
import { plainIllustrator, plainVoice, plainWriter, testVendors } from "../../tests/support/vendors.ts";
import { ImageError } from "../vendors/image/image.ts";
import { VoiceError } from "../vendors/voice/voice.ts";
import { WriterError } from "../vendors/writer/writer.ts";
import { resumeGenerations } from "./resume-generations.privileged.ts";
import { runGeneration, type GenerationVendors } from "./run-generation.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";
import { retryVoice } from "./retry-voice.privileged.ts";

let database: TestDatabase;
let user: string;

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createTrialUser(database.db.owner);
});

const vendorsWith = (replaced: Parameters<typeof testVendors>[1] = {}) => testVendors(database.db, replaced);
const signal = new AbortController().signal;
const request = (prompt = "rest") => ({ userId: user, prompt, minutes: 5 as const, voice: "John" as const });
const run = (vendors: GenerationVendors, generationId: string): Promise<void> =>
  runGeneration(vendors)({ generationId }, { signal });

async function facts(generationId: string) {
  const { rows } = await database.db.owner.query(
    `select g.state, g.prompt, (select json_object_agg(s.kind, s.status) from public.generation_steps s where s.generation_id = g.id) as steps,
       (select json_build_object('title', title, 'audio', audio_url is not null, 'image', image_url is not null) from public.sermons where id = g.id) as sermon,
       (select count(*)::int from public.trial_uses u where u.user_id = g.user_id) as days,
       (select trial_generations_used from public.profiles p where p.id = g.user_id) as used
     from public.generations g where g.id = $1`,
    [generationId],
  );
  return rows[0];
}

test("a generation ends in the library with its text, voice and image, and uses one day", async () => {
  const { vendors } = vendorsWith();
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  expect(await facts(id)).toMatchObject({
    state: "finished",
    steps: { text: "completed", voice: "completed", image: "completed", save: "completed" },
    sermon: { title: "rest", audio: true, image: true },
    days: 1,
    used: 1,
  });
});

test("running a finished generation again asks no vendor and counts nothing", async () => {
  const { vendors, asked } = vendorsWith();
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  await run(vendors, id);
  expect(asked).toEqual({ writer: 1, voice: 1, image: 1 });
  expect(await facts(id)).toMatchObject({ days: 1, used: 1 });
});

test("a text that fails gives the day back and ends the generation", async () => {
  const { vendors, asked } = vendorsWith({
    writer: {
      // oxlint-disable-next-line require-yield -- a writer that fails before its first word
      async *write() {
        throw new WriterError("unavailable", "down");
      },
    },
  });
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  expect(await facts(id)).toMatchObject({
    state: "failed",
    steps: { text: "error", voice: "error", image: "error", save: "error" },
    sermon: null,
    days: 0,
    used: 0,
  });
  expect(asked).toMatchObject({ voice: 0, image: 0 });
});

test("a voice and an image that fail leave the text in the library", async () => {
  const { vendors } = vendorsWith({
    voice: {
      speak: async () => Promise.reject(new VoiceError("failed", "no")),
    },
    illustrator: { draw: async () => Promise.reject(new ImageError("failed", "no")) },
  });
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  expect(await facts(id)).toMatchObject({
    state: "finished",
    steps: { voice: "error", image: "error", save: "completed" },
    sermon: { audio: false, image: false },
    used: 1,
  });
});

test("a voice that failed can be asked for again and is saved with the sermon, which may have two recordings", async () => {
  let broken = true;
  const { vendors } = vendorsWith({
    voice: {
      speak: async (r, s) => (broken ? Promise.reject(new VoiceError("failed", "no")) : plainVoice.speak(r, s)),
    },
  });
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  broken = false;
  await retryVoice(database.db, id, "Sarah");
  await run(vendors, id);
  expect(await facts(id)).toMatchObject({
    state: "finished",
    steps: { voice: "completed" },
    sermon: { audio: true },
    days: 1,
    used: 1,
  });
  await retryVoice(database.db, id, "John");
  await run(vendors, id);
  await expect(retryVoice(database.db, id, "Liam")).rejects.toMatchObject({ code: "voicings_used" });
});

test("a sermon that was deleted does not come back: its generation went with it", async () => {
  const { vendors } = vendorsWith();
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  await database.db.owner.query("delete from public.sermons where id = $1", [id]);
  await expect(retryVoice(database.db, id, "Sarah")).rejects.toMatchObject({ code: "voicings_used" });
  await run(vendors, id);
  expect(await facts(id)).toBeUndefined();
});

test("another voice, asked for while the picture is still being drawn, waits for the first to be saved and is then kept", async () => {
  let drawn = (): void => {};
  const drawing = new Promise<void>((resolve) => (drawn = resolve));
  const { vendors } = vendorsWith({
    illustrator: { draw: async (...given) => drawing.then(() => plainIllustrator.draw(...given)) },
  });
  const id = await startGeneration(database.db, request());
  const first = run(vendors, id);
  await expect.poll(async () => (await facts(id)).steps.voice).toBe("completed");
  await expect(retryVoice(database.db, id, "Sarah")).rejects.toMatchObject({ code: "generation_running" });
  drawn();
  await first;
  await retryVoice(database.db, id, "Sarah");
  await run(vendors, id);
  const { rows } = await database.db.owner.query(
    `select s.audio_url, v.output from public.sermons s join public.generation_steps v on v.generation_id = s.id
     where s.id = $1 and v.kind = 'voice'`,
    [id],
  );
  expect(rows).toEqual([{ audio_url: rows[0].output.path, output: expect.objectContaining({ voice: "Sarah" }) }]);
});

test("a text that would endanger its hearer is not kept, nor is the topic", async () => {
  const { vendors } = vendorsWith({
    writer: {
      async *write(r, s) {
        for await (const event of plainWriter.write(r, s))
          yield event.type === "done"
            ? { ...event, written: { ...event.written, content: "# x\n\nYou should kill yourself." } }
            : event;
      },
    },
  });
  const id = await startGeneration(database.db, request("a plain topic"));
  await run(vendors, id);
  expect(await facts(id)).toMatchObject({ state: "withheld", prompt: "", sermon: null, days: 0, used: 0 });
  const drafts = await database.db.owner.query(
    "select string_agg(draft, '') || coalesce(string_agg(output::text, ''), '') as kept from public.generation_steps where generation_id = $1",
    [id],
  );
  expect(drafts.rows[0].kept).toBe("");
});

test("a process that dies at any step is continued, without a second text, day or vendor already paid", async () => {
  for (const dying of ["writer", "voice", "image"] as const) {
    const person = await createTrialUser(database.db.owner);
    const id = await startGeneration(database.db, { ...request(), userId: person });
    const never = new Promise<never>(() => {});
    const first = vendorsWith({
      ...(dying === "writer" && {
        writer: { write: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never }) }) },
      }),
      ...(dying === "voice" && { voice: { speak: () => never } }),
      ...(dying === "image" && { illustrator: { draw: () => never } }),
    });
    void run(first.vendors, id);
    // The dead process is one that hangs for ever: wait until it is at the step, then let its lease run out.
    await expect.poll(() => first.asked[dying]).toBe(1);
    await resumeGenerations(database.db, { alone: true, failed: true });

    const second = vendorsWith();
    await expect
      .poll(async () =>
        run(second.vendors, id).then(
          () => facts(id),
          () => null,
        ),
      )
      .toMatchObject({ state: "finished", days: 1, used: 1 });
    const kept = dying === "writer" ? "" : "writer";
    if (kept) expect(second.asked.writer, `after dying in ${dying}`).toBe(0);
  }
});

const MAX_TRIES = 10;
const voiceStep = async (generationId: string) => {
  const { rows } = await database.db.owner.query(
    "select status, error_code, tries from public.generation_steps where generation_id = $1 and kind = 'voice'",
    [generationId],
  );
  return rows[0];
};

test("a recording that was being made in ten crashes is given up, the text is kept, and who asks for it again gets it", async () => {
  const never = new Promise<never>(() => {});
  const dying = vendorsWith({ voice: { speak: () => never } });
  const id = await startGeneration(database.db, request());
  for (let crashes = 1; crashes <= MAX_TRIES; crashes++) {
    void run(dying.vendors, id);
    await expect.poll(() => dying.asked.voice).toBe(crashes);
    await resumeGenerations(database.db, { alone: true, failed: true });
  }
  const { vendors, asked } = vendorsWith();
  await run(vendors, id);
  expect(await voiceStep(id)).toEqual({ status: "error", error_code: "gave_up", tries: MAX_TRIES });
  expect(await facts(id)).toMatchObject({ state: "finished", sermon: { audio: false, image: true }, days: 1, used: 1 });
  expect(asked.voice).toBe(0);

  await retryVoice(database.db, id, "John");
  await run(vendors, id);
  expect(await facts(id)).toMatchObject({ state: "finished", sermon: { audio: true }, days: 1, used: 1 });
});

test("processes that stop in order leave a recording all its tries", async () => {
  const id = await startGeneration(database.db, request());
  for (let stops = 1; stops <= MAX_TRIES + 1; stops++) {
    const stop = new AbortController();
    const speak = async (): Promise<never> => {
      stop.abort(new Error("the process stops"));
      throw stop.signal.reason;
    };
    const { vendors } = vendorsWith({ voice: { speak } });
    await expect(runGeneration(vendors)({ generationId: id }, { signal: stop.signal })).rejects.toThrow("stops");
  }
  expect(await voiceStep(id)).toEqual({ status: "pending", error_code: "interrupted", tries: 0 });
});

test("one whose job has failed waits for the next attempt, and is not begun anew each minute; a start of the program begins it at once", async () => {
  const id = await startGeneration(database.db, request());
  const key = `run-generation:${id}`;
  const runsIn = async (): Promise<number | undefined> => {
    const { rows } = await database.db.owner.query<{ seconds: number }>(
      "select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs where key = $1",
      [key],
    );
    return rows[0]?.seconds;
  };
  await database.db.owner.query("update public.generations set created_at = now() - interval '1 minute' where id = $1", [id]);
  const fail = `update graphile_worker._private_jobs set run_at = now() + interval '10 minutes', attempts = 6 where key = $1`;
  await database.db.owner.query(fail, [key]);
  await resumeGenerations(database.db, { alone: false, failed: false });
  expect(await runsIn()).toBeCloseTo(600, -1);
  await resumeGenerations(database.db, { alone: false, failed: true });
  expect(await runsIn()).toBeLessThanOrEqual(0);

  // Its runner has died, and holds the job for hours.
  await database.db.owner.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead' where key = $1", [
    key,
  ]);
  await resumeGenerations(database.db, { alone: false, failed: false });
  const free = await database.db.owner.query("select from graphile_worker.jobs where key = $1 and locked_at is null", [key]);
  expect(free.rowCount).toBe(1);
});

test("a runner that lost its lease changes nothing", async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = vendorsWith({
    voice: {
      speak: async (r, s) => held.then(() => plainVoice.speak({ ...r, voice: "Liam" }, s)),
    },
  });
  const id = await startGeneration(database.db, request());
  const stale = run(slow.vendors, id);
  await expect.poll(() => slow.asked.voice).toBe(1);
  await resumeGenerations(database.db, { alone: true, failed: true });
  await run(vendorsWith().vendors, id);
  release();
  await expect(stale).rejects.toThrow("lease");
  const { rows } = await database.db.owner.query(
    "select output ->> 'voice' as voice from public.generation_steps where generation_id = $1 and kind = 'voice'",
    [id],
  );
  expect(rows[0].voice).toBe("John");
});

test("forty clicks at once start one generation and take one day", async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => startGeneration(database.db, request())));
  expect(new Set(ids).size).toBe(1);
  expect((await facts(ids[0] ?? ""))?.days).toBe(1);
});

test("different topics at once start one and refuse the others", async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => startGeneration(database.db, request(`topic ${i}`))),
  );
  expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
  for (const r of results)
    if (r.status === "rejected") expect(r.reason).toMatchObject({ status: 409, code: "generation_running" });
});

test("the second sermon of a day is refused, and the next day has its own", async () => {
  const { vendors } = vendorsWith();
  const id = await startGeneration(database.db, request());
  await run(vendors, id);
  await expect(startGeneration(database.db, request("another"))).rejects.toMatchObject({ status: 403, code: "daily_limit" });
  await database.db.owner.query(
    "update public.profiles set trial_start_date = trial_start_date - interval '24 hours' where id = $1",
    [user],
  );
  await expect(startGeneration(database.db, request("another"))).resolves.toEqual(expect.any(String));
});

test("after the third day the trial is over", async () => {
  const late = await createTrialUser(database.db.owner, { hoursAgo: 73 });
  await expect(startGeneration(database.db, { ...request(), userId: late })).rejects.toMatchObject({
    code: "subscription_required",
  });
});

test("ten minutes are for subscribers", async () => {
  await expect(startGeneration(database.db, { ...request(), minutes: 10 })).rejects.toMatchObject({
    status: 403,
    code: "duration_not_allowed",
  });
  const subscriber = await createSubscriber(database.db.owner);
  await expect(startGeneration(database.db, { ...request(), userId: subscriber, minutes: 10 })).resolves.toEqual(
    expect.any(String),
  );
});

test("nobody starts more than ten generations in a day, whatever came of them", async () => {
  const subscriber = await createSubscriber(database.db.owner);
  const { vendors } = vendorsWith({
    writer: {
      // oxlint-disable-next-line require-yield -- a writer that fails before its first word
      async *write() {
        throw new WriterError("unavailable", "down");
      },
    },
  });
  for (let i = 0; i < 10; i++)
    await run(vendors, await startGeneration(database.db, { ...request(`topic ${i}`), userId: subscriber }));
  await expect(startGeneration(database.db, { ...request("one more"), userId: subscriber })).rejects.toMatchObject({
    status: 429,
    code: "too_many_generations",
  });
});

test("the installation's daily budget stops a vendor with a code", async () => {
  const { vendors } = vendorsWith();
  const id = await startGeneration(database.db, request());
  await run({ ...vendors, budgets: { writer: null, voice: 0, image: null } }, id);
  const { rows } = await database.db.owner.query(
    "select error_code from public.generation_steps where generation_id = $1 and kind = 'voice'",
    [id],
  );
  expect(rows[0].error_code).toBe("over_budget");
  expect(await facts(id)).toMatchObject({ state: "finished", sermon: { audio: false, image: true } });
});
