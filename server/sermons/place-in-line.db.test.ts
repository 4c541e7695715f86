import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { queryAsUser } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";
import { enqueue } from "../jobs/jobs.ts";
import { startQueue, type Queue } from "../jobs/queue.ts";
import { nameVoice } from "./choose-voice.privileged.ts";
import { resumeGenerations } from "./resume-generations.privileged.ts";
import { startGeneration } from "./start-generation.privileged.ts";

let database: TestDatabase;
let queue: Queue | undefined;
let [anna, ben, clara] = ["", "", ""];

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { owner } = database.db;
  [anna, ben, clara] = [await createSubscriber(owner), await createSubscriber(owner), await createSubscriber(owner)];
});
afterEach(async () => {
  await queue?.stop();
  queue = undefined;
  await database.db.owner.query("delete from graphile_worker._private_jobs");
  await database.db.owner.query("delete from public.generations");
});

const ask = (userId: string, prompt = "rest", voice: "John" | undefined = "John"): Promise<string> =>
  startGeneration(database.db, { userId, prompt, minutes: 5, voice });

/** Has one worker do all that waits, and answers with its order. */
async function worked(count: number): Promise<string[]> {
  const done: string[] = [];
  const all = Promise.withResolvers<void>();
  const did = async (what: string): Promise<void> => {
    if (done.push(what) === count) all.resolve();
  };
  queue = await startQueue({
    pool: database.db.owner,
    handlers: { "run-generation": ({ generationId }) => did(generationId), "contact-mail": () => did("a mail") },
    concurrency: 1,
    drainSeconds: 5,
    onError: () => {},
    onEnd: () => {},
  });
  await all.promise;
  return done;
}

async function place(userId: string, generationId: string): Promise<unknown> {
  const { rows } = await queryAsUser(
    database.db,
    { claims: { role: "authenticated", sub: userId } },
    { text: "select public.place_in_line($1) as place", values: [generationId] },
    { readOnly: true },
  );
  return rows[0]?.["place"];
}

test("somebody who asks for ten sermons at once has one place in line, and the next person is the second", async () => {
  const asked = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => ask(anna, `rest ${i}`)));
  const begun = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(begun).toHaveLength(1);
  const second = await ask(ben);
  expect(await place(ben, second)).toEqual({ ahead: 1, seconds: null });
  expect(await worked(2)).toEqual([...begun, second]);
});

test("looking for sermons whose runner died leaves everybody in their place", async () => {
  const waiting = [await ask(anna), await ask(ben)];
  await database.db.owner.query("update public.generations set created_at = now() - interval '1 minute'");
  const last = await ask(clara);
  await resumeGenerations(database.db, { alone: false, failed: false });
  expect(await worked(3)).toEqual([...waiting, last]);
});

test("naming the voice of a sermon that waits leaves it in its place", async () => {
  const first = await ask(anna, "rest", undefined);
  const second = await ask(ben);
  await nameVoice(database.db, first, "Sarah");
  expect(await worked(2)).toEqual([first, second]);
});

test("a mail goes before the sermons that wait", async () => {
  const sermon = await ask(anna);
  await asService(database.db, (tx) => enqueue(tx, "contact-mail", { id: sermon }));
  expect(await worked(2)).toEqual(["a mail", sermon]);
});

test("who waits is told how many are before, and by what the last ones took when it begins", async () => {
  const [made, first, second] = [await ask(clara), await ask(anna), await ask(ben)];
  // The first one is made now; three were, in 10, 20 and 30 seconds, so that three of four would take 25 at most.
  await database.db.owner.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another' where key = 'run-generation:' || $1::text",
    [made],
  );
  expect(await place(ben, second)).toEqual({ ahead: 1, seconds: null });
  await database.db.owner.query(
    `with made as (
       insert into public.generations (user_id, prompt, prompt_sha256, minutes, voice, state, finished_at)
       select $1, '', '', 5, 'John', 'finished', now() - make_interval(mins => i) from generate_series(1, 3) i returning id, finished_at
     ), numbered as (select id, finished_at, row_number() over () as n from made)
     insert into public.generation_steps (generation_id, kind, started_at)
     select id, 'text', finished_at - make_interval(secs => 10 * n) from numbered`,
    [clara],
  );
  expect(await place(anna, first)).toEqual({ ahead: 0, seconds: 25 });
  expect(await place(ben, second)).toEqual({ ahead: 1, seconds: 50 });
  expect([await place(clara, made), await place(anna, second)]).toEqual([null, null]);
});
