import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { observed, withTrace, type Observer, type Trace } from "@lampstand/telemetry";
import { Logger, run, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { z } from "zod";
import { JOB_NAMES, JOBS, MAX_ATTEMPTS, type JobHandlers, type JobName, type JobPayload } from "./jobs.ts";

interface TaskOptions {
  /** By name; all of them in the program (`jobHandlers`). A job without a handler waits. */
  handlers: Partial<JobHandlers>;
  /** Jobs of packages, which parse their payloads themselves. */
  packageJobs?: Readonly<Record<string, (payload: unknown) => Promise<void>>>;
  onError?: (task: string, error: Error) => void;
  /** Told of each job, and of what is done for it. */
  observer?: Observer;
  /** The job gave up because the worker stops. */
  onInterrupted?: (job: InterruptedJob) => void;
}

interface InterruptedJob {
  id: string;
  /** This one included. */
  attempts: number;
}

export interface QueueOptions extends TaskOptions {
  pool: pg.Pool;
  concurrency: number;
  /** Seconds that running jobs are given to end when the worker stops. */
  drainSeconds: number;
  onError: (task: string, error: Error) => void;
  /** The worker ended by itself, or could not be started again; it will be. */
  onEnd: (error: unknown) => void;
}

export interface Queue {
  /** False while its worker ends by itself, and until another could be started. */
  isWorking(): boolean;
  /** Takes no new jobs and waits for the running ones. After `drainSeconds` their signal aborts, and another worker begins them at once. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 30_000;

/**
 * Gives the queue back the jobs of processes that died; for a program that is alone on its database, before it starts. To be called before
 * anything is queued: a job that is queued while the same one is locked becomes a second one.
 */
export async function unlockJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    "select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))",
  );
}

/**
 * Starts working on the queue (graphile-worker on the product's own Postgres). Its worker ends when it can't store what became of a job,
 * because the database is away; another one is then started, after 1 second, then after twice as long each time, up to 30 seconds.
 */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { pool, onEnd } = options;
  const stopping = new AbortController();
  let worker = await startWorker(options);

  const restart = async (): Promise<void> => {
    for (let ms = 1000; !stopping.signal.aborted; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      await pause(ms, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        // The ended worker's jobs: without this they would wait for four hours.
        await pool.query("select graphile_worker.force_unlock_workers($1)", [[worker.id]]);
        worker = await startWorker(options);
        return;
      } catch (error) {
        onEnd(error);
      }
    }
  };
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const reason = await worker.ended;
      if (stopping.signal.aborted) return;
      onEnd(reason);
      await restart();
    }
    // It was started while `stop` was called.
    await worker.stop();
  };
  const supervised = supervise();
  return {
    isWorking: () => worker.takesJobs(),
    stop: async () => {
      stopping.abort();
      await worker.stop();
      await supervised;
    },
  };
}

/** What `tracePayload` put beside the payload. */
const traced = z.object({ trace: z.object({ requestId: z.string(), traceparent: z.string().nullable() }) });

/** The request that queued the job; one of its own for a scheduled job. */
function traceOf(payload: unknown): Trace {
  const found = traced.safeParse(payload);
  return found.success ? found.data.trace : { requestId: randomUUID(), traceparent: null };
}

const UNOBSERVED: Observer = () => ({ traceparent: null, end: () => {} });

/** The tasks of graphile-worker: each parses its job's payload and then calls the handler. */
export function toTasks({
  handlers,
  packageJobs = {},
  onError = () => {},
  observer = UNOBSERVED,
  onInterrupted = () => {},
}: TaskOptions): TaskList {
  const tasks: TaskList = {};
  const add = (task: string, handle: (payload: unknown, signal: AbortSignal) => Promise<void>): void => {
    tasks[task] = async (payload, { abortSignal, job }) => {
      const attributes = { job: task, jobId: job.id, attempt: job.attempts };
      await withTrace(traceOf(payload), observer, async () => {
        try {
          await observed({ kind: "job", name: task, attributes }, () => handle(payload, abortSignal));
        } catch (error) {
          if (abortSignal?.aborted) onInterrupted({ id: job.id, attempts: job.attempts });
          else onError(task, error as Error);
          throw error;
        }
      });
    };
  };
  const addHandler = <N extends JobName>(name: N): void => {
    const handle = handlers[name];
    if (handle) add(name, (payload, signal) => handle(JOBS[name].payload.parse(payload) as JobPayload<N>, { signal }));
  };
  for (const name of JOB_NAMES) addHandler(name);
  for (const [task, handle] of Object.entries(packageJobs)) add(task, handle);
  return tasks;
}

/** By its key (`enqueue`) a scheduled job replaces one that still waits for another attempt, so that they do not pile up. */
const crontab = (handlers: Partial<JobHandlers>): string =>
  JOB_NAMES.flatMap((name) => {
    const { schedule } = JOBS[name];
    return schedule && handlers[name] ? [`${schedule} ${name} ?jobKey=${name}&max=${MAX_ATTEMPTS}`] : [];
  }).join("\n");

interface Worker {
  /** The name under which it locks jobs. */
  id: string;
  /** False once it takes no more jobs, though some may still run. */
  takesJobs(): boolean;
  /** Resolves with the reason when it has ended. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * For the ends of jobs to be stored, once no job runs any more. After an end that could not be stored, graphile-worker counts the later ones
 * wrongly, and waits for ever where two or more followed (see https://github.com/graphile/worker/issues/636).
 */
const STORING_LIMIT_MS = 5_000;

/** No job runs any more; what follows is the storing of their ends. */
const JOBS_ENDED = ["pool:gracefulShutdown:complete", "pool:forcefulShutdown:complete", "pool:forcefulShutdown:error"] as const;

async function startWorker(options: QueueOptions): Promise<Worker> {
  const { pool, drainSeconds } = options;
  const interrupted: InterruptedJob[] = [];
  const events: WorkerEvents = new EventEmitter();
  const overdue = Promise.withResolvers<null>();
  const limits: NodeJS.Timeout[] = [];
  const limit = (ms: number): void => void limits.push(setTimeout(() => overdue.resolve(null), ms));
  let takesJobs = true;
  let id = "";
  let reason: unknown;
  events.on("pool:create", ({ workerPool }) => {
    id = workerPool.id;
  });
  events.on("pool:fatalError", ({ error }) => {
    reason = error;
  });
  events.on("pool:gracefulShutdown", () => {
    takesJobs = false;
    // A job that does not end when its signal aborts is given up.
    limit(drainSeconds * 1000 + STORING_LIMIT_MS);
  });
  events.on("job:success", ({ job }) => void retryOthers(pool, job.task_identifier).catch(() => {}));
  for (const event of JOBS_ENDED) events.on(event, () => limit(STORING_LIMIT_MS));
  const runner = await run({
    pgPool: pool,
    taskList: toTasks({ ...options, onInterrupted: (job) => interrupted.push(job) }),
    crontab: crontab(options.handlers),
    concurrency: options.concurrency,
    noHandleSignals: true,
    events,
    // Without a delay (even of 0 ms) nobody awaits the statement that stores a job's end: its failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: drainSeconds * 1000 } },
    // graphile-worker's own log would repeat the errors that `onError` reports, with the payload.
    logger: new Logger(() => () => {}),
  });
  const ended = Promise.race([runner.promise, overdue.promise])
    .catch((error: unknown) => (reason = error))
    .then(() => {
      for (const each of limits) clearTimeout(each);
      // Where the limit was reached its schedule still runs. It rejects when all has ended.
      runner.stop().catch(() => {});
      return reason;
    });
  return {
    id,
    takesJobs: () => takesJobs,
    ended,
    stop: async () => {
      runner.stop().catch(() => {});
      await ended;
      // Where the database is away they wait as after a failure.
      await handBack(pool, interrupted.splice(0)).catch(() => {});
    },
  };
}

/**
 * After an outage of a vendor the jobs that need it would wait for about as long again. One that succeeds shows that the outage is over, so the
 * others of its name are tried at once. This does not count as an attempt, since a job may fail for a reason of its own, and its attempts
 * have to last for days; hence no more often than every 20 seconds, and on the first day only.
 */
async function retryOthers(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query(
    `select from
       (select attempts, array_agg(id) as ids from graphile_worker.jobs
        where task_identifier = $1 and attempts > 0 and run_at > now() and locked_at is null
          and updated_at < now() - interval '20 seconds' and created_at > now() - interval '1 day'
        group by attempts) failed,
       graphile_worker.reschedule_jobs(failed.ids, run_at => now(), attempts => failed.attempts - 1)`,
    [name],
  );
  if (rowCount) await tellWorkers(pool, rowCount);
}

/** Workers look for jobs every two seconds, or when they are told of new ones. */
const tellWorkers = (pool: pg.Pool, count: number): Promise<unknown> =>
  pool.query("select pg_notify('jobs:insert', json_build_object('count', $1::int)::text)", [count]);

/** An interrupted job has not failed: without this it would wait for the pause after a failure, and be found by another worker's next look. */
async function handBack(pool: pg.Pool, jobs: readonly InterruptedJob[]): Promise<void> {
  for (const { id, attempts } of jobs)
    await pool.query("select graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => $2)", [
      id,
      attempts - 1,
    ]);
  if (jobs.length > 0) await tellWorkers(pool, jobs.length);
}
