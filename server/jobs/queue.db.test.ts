import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest";
import { asService } from "@lampstand/database/as-service";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { enqueue, MAX_ATTEMPTS, type JobHandler, type JobHandlers } from "./jobs.ts";
import { startQueue, type Queue } from "./queue.ts";

let database: TestDatabase;
let queue: Queue | undefined;
const onError = vi.fn<(task: string, error: Error) => void>();
const onEnd = vi.fn<(error: unknown) => void>();

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await queue?.stop();
  onError.mockClear();
  await database.db.owner.query("delete from graphile_worker._private_jobs");
});

async function start(handlers: Partial<JobHandlers>): Promise<void> {
  queue = await startQueue({
    pool: database.db.owner,
    handlers,
    concurrency: 3,
    drainSeconds: 0.01,
    onError,
    onEnd,
  });
}

const queueJob = (generationId: string) => asService(database.db, (tx) => enqueue(tx, "run-generation", { generationId }));

interface Row {
  key: string;
  payload: unknown;
  attempts: number;
  max_attempts: number;
  run_at: Date;
}
const jobs = async (): Promise<Row[]> => {
  const { rows } = await database.db.owner.query<Row>(
    `select j.key, p.payload, j.attempts, j.max_attempts, j.run_at from graphile_worker.jobs j
     join graphile_worker._private_jobs p using (id) order by j.id`,
  );
  return rows;
};

test("a job gets the payload that it was queued with, and a signal", async () => {
  const done = Promise.withResolvers<Parameters<JobHandler<"run-generation">>>();
  await start({ "run-generation": async (...given) => done.resolve(given) });
  const generationId = randomUUID();
  await queueJob(generationId);
  const [payload, { signal }] = await done.promise;
  expect([payload, signal.aborted]).toEqual([{ generationId }, false]);
});

test("of two equal jobs one waits, and the retry policy is the one of the queue", async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  for (const id of [one, one, other]) await queueJob(id);
  expect(await jobs()).toMatchObject(
    [one, other].map((generationId) => ({
      key: `run-generation:${generationId}`,
      payload: { generationId },
      max_attempts: MAX_ATTEMPTS,
    })),
  );
});

test("a job that is queued for later waits until then", async () => {
  const runAt = "2040-01-01T00:00:00Z";
  await asService(database.db, (tx) => enqueue(tx, "delete-media", {}, { runAt }));
  expect(await jobs()).toMatchObject([{ key: "delete-media", run_at: new Date(runAt) }]);
});

test("a payload that its definition refuses does not reach the handler, and stays in the queue", async () => {
  const handler = vi.fn(async () => {});
  await start({ "run-generation": handler });
  await database.db.owner.query("select jobs.enqueue('run-generation', '{\"generationId\": 7}')");
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ attempts: 1 }]));
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith("run-generation", expect.objectContaining({ name: "ZodError" })));
  expect(handler).not.toHaveBeenCalled();
});

test("a job that is interrupted by a stop has not failed, and another worker begins it at once", async () => {
  const began = Promise.withResolvers<null>();
  await start({
    "run-generation": async (_payload, { signal }) => {
      began.resolve(null);
      await once(signal, "abort");
      signal.throwIfAborted();
    },
  });
  const id = randomUUID();
  await queueJob(id);
  await began.promise;
  await queue?.stop();
  expect(await jobs()).toMatchObject([{ attempts: 0, payload: { generationId: id } }]);
  const [due] = await jobs();
  expect(due?.run_at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(onError).not.toHaveBeenCalled();
});

test("what a vendor's outage made wait is tried as soon as a job of the same name succeeds", async () => {
  let isAway = true;
  const done: string[] = [];
  const handler: JobHandler<"run-generation"> = async ({ generationId }) => {
    if (isAway) throw new Error("the vendor is away");
    done.push(generationId);
  };
  await start({ "run-generation": handler });
  const [waiting, old, recent, next] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  for (const id of [waiting, old, recent]) await queueJob(id);
  await expect.poll(async () => (await jobs()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  await queue?.stop();
  const keyOf = (id: string): string => `run-generation:${id}`;
  await database.db.owner.query(
    `update graphile_worker._private_jobs set run_at = now() + '1 hour', attempts = 6,
       updated_at = now() - (case key when $1 then '1 second' else '1 minute' end)::interval,
       created_at = now() - (case key when $2 then '2 days' else '1 hour' end)::interval`,
    [keyOf(recent), keyOf(old)],
  );
  isAway = false;
  await start({ "run-generation": handler });
  await queueJob(next);
  await expect.poll(() => done).toEqual([next, waiting]);
  expect(await jobs()).toMatchObject([old, recent].map((id) => ({ key: keyOf(id), attempts: 6 })));
});

test("a job that fails anew when it is tried for another's success waits as long as before", async () => {
  const broken = randomUUID();
  const handler = vi.fn<JobHandler<"run-generation">>(async ({ generationId }) => {
    if (generationId === broken) throw new Error("it fails for a reason of its own");
  });
  await queueJob(broken);
  await database.db.owner.query(
    "update graphile_worker._private_jobs set run_at = now() + '1 hour', attempts = 6, updated_at = now() - interval '1 minute'",
  );
  await start({ "run-generation": handler });
  await queueJob(randomUUID());
  await expect.poll(() => handler.mock.calls.map(([{ generationId }]) => generationId).at(-1)).toBe(broken);
  await expect.poll(async () => (await jobs()).map(({ attempts }) => attempts)).toEqual([6]);
  const [{ run_at: next } = { run_at: new Date(0) }] = await jobs();
  expect(next.getTime() - Date.now()).toBeGreaterThan(300_000);
});

test("a job of another name does not hasten it", async () => {
  const later = vi.fn<JobHandler<"run-generation">>();
  await queueJob(randomUUID());
  await database.db.owner.query(
    "update graphile_worker._private_jobs set run_at = now() + '1 hour', attempts = 6, updated_at = now() - interval '1 minute'",
  );
  await start({ "run-generation": later, "delete-media": async () => {} });
  await asService(database.db, (tx) => enqueue(tx, "delete-media", {}));
  await expect.poll(async () => (await jobs()).length).toBe(1);
  await queue?.stop();
  expect(await jobs()).toMatchObject([{ attempts: 6, run_at: expect.toSatisfy((at: Date) => at > new Date()) }]);
  expect(later).not.toHaveBeenCalled();
});

test("a wrong name, a wrong payload and a missing handler do not compile", () => {
  const tx = { query: vi.fn() } as never;
  const wrong = (): unknown => [
    // @ts-expect-error There is no such job.
    enqueue(tx, "run-generations", {}),
    // @ts-expect-error It lacks the generation's id.
    enqueue(tx, "run-generation", {}),
    // @ts-expect-error It is not what the job is about.
    enqueue(tx, "delete-account", { generationId: randomUUID() }),
    // @ts-expect-error The other jobs have no handler.
    { "run-generation": async () => {} } satisfies JobHandlers,
  ];
  expect(wrong).toBeTypeOf("function");
});

test("a job that fails while the database is away does not end the process, and is done when it is back", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const admin = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await admin.connect();
  onTestFinished(async () => {
    process.off("unhandledRejection", unhandled);
    await admin.end();
  });
  const name = new URL(database.ownerUrl).pathname.slice(1);
  const letIn = (yes: boolean) => admin.query(`alter database ${name} with allow_connections ${yes}`);
  const away = new Error("the database is away");
  const ran: string[] = [];
  await start({
    "run-generation": async ({ generationId }) => {
      ran.push(generationId);
      if (ran.length > 1) return;
      await letIn(false);
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      throw away;
    },
  });
  const id = randomUUID();
  await queueJob(id);
  // It fails to begin again too, once at least.
  await vi.waitFor(() => expect(onEnd.mock.calls.length).toBeGreaterThan(1), 20_000);
  expect(queue?.isWorking()).toBe(false);
  await letIn(true);
  await vi.waitFor(() => expect(ran).toEqual([id, id]), 20_000);
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), 20_000);
  expect(queue?.isWorking()).toBe(true);
  expect(onError).toHaveBeenCalledWith("run-generation", away);
  expect(unhandled).not.toHaveBeenCalled();
}, 60_000);

test("a job that does not end when its signal aborts does not hold up the stop", async () => {
  const began = Promise.withResolvers<null>();
  await start({
    "run-generation": async () => {
      began.resolve(null);
      await new Promise<never>(() => {});
    },
  });
  await queueJob(randomUUID());
  await began.promise;
  await queue?.stop();
  expect(await jobs()).toHaveLength(1);
}, 30_000);

/** Ends of jobs can't be stored until the returned function is called; `refused` resolves when one was not. */
async function refuseEnds(): Promise<{ refused: () => Promise<boolean>; allow: () => Promise<unknown> }> {
  const { owner } = database.db;
  await owner.query(`
    create sequence refusals;
    create function refuse_end() returns trigger language plpgsql as $$
      begin perform nextval('refusals'); raise 'no end is stored'; end $$;
    create trigger refuse_end before delete on graphile_worker._private_jobs for each row execute function refuse_end()`);
  return {
    refused: async () =>
      (await owner.query<{ is_called: boolean }>("select is_called from refusals")).rows[0]?.is_called ?? false,
    allow: () => owner.query("drop function refuse_end cascade; drop sequence refusals"),
  };
}

test.each(["goes on", "can be stopped"])(
  "where a job's end was not stored, then another's was, and then a third failed, the queue %s",
  async (what) => {
    const [short, next] = [randomUUID(), randomUUID()];
    const long = [0, 1].map(() => ({
      id: randomUUID(),
      began: Promise.withResolvers<null>(),
      mayEnd: Promise.withResolvers<null>(),
    }));
    const ran: string[] = [];
    await start({
      "run-generation": async ({ generationId }) => {
        ran.push(generationId);
        const job = long.find(({ id }) => id === generationId);
        job?.began.resolve(null);
        await job?.mayEnd.promise;
        if (job === long[1] && ran.indexOf(generationId) === ran.lastIndexOf(generationId)) throw new Error("it failed");
      },
    });
    for (const { id, began } of long) {
      await queueJob(id);
      await began.promise;
    }
    const ends = await refuseEnds();
    await queueJob(short);
    await vi.waitFor(async () => expect(await ends.refused()).toBe(true), 10_000);
    await ends.allow();
    await vi.waitFor(() => expect(queue?.isWorking()).toBe(false));
    const stopped = what === "can be stopped" && queue?.stop();
    long[0]?.mayEnd.resolve(null);
    await vi.waitFor(async () => expect(await jobs()).toHaveLength(2), 10_000);
    long[1]?.mayEnd.resolve(null);
    if (stopped) {
      await stopped;
      return;
    }
    await queueJob(next);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), 20_000);
    // The two that have no stored end are done once more.
    for (const id of [short, long[1]?.id]) expect(ran.filter((each) => each === id)).toHaveLength(2);
  },
  30_000,
);
