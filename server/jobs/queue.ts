import { Logger, run, type TaskList } from "graphile-worker";
import type pg from "pg";

/** Handles one job. Throwing makes the queue try again later; payloads hold ids only. */
export type JobHandler = (payload: unknown, job: { signal: AbortSignal }) => Promise<void>;

export interface QueueOptions {
  pool: pg.Pool;
  handlers: Record<string, JobHandler>;
  /** crontab lines, for example "* * * * * resume-generations". */
  crontab: string;
  concurrency: number;
  /** True when no other worker can exist on this database: jobs locked by a process that died are then unlocked at once. */
  alone: boolean;
  onError: (task: string, error: Error) => void;
}

export interface Queue {
  /** Takes no new jobs and waits for the running ones. After 5 s their signal aborts, and they are left for the next start. */
  stop(): Promise<void>;
}

/** Starts working on the queue (graphile-worker on the product's own Postgres). */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  if (options.alone) {
    await options.pool.query(
      "select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))",
    );
  }
  const taskList: TaskList = {};
  for (const [task, handle] of Object.entries(options.handlers)) {
    taskList[task] = async (payload, helpers) => {
      try {
        await handle(payload, { signal: helpers.abortSignal });
      } catch (error) {
        options.onError(task, error as Error);
        throw error;
      }
    };
  }
  const runner = await run({
    pgPool: options.pool,
    taskList,
    crontab: options.crontab,
    concurrency: options.concurrency,
    noHandleSignals: true,
    // graphile-worker's own log would repeat the errors that `onError` reports, with the payload.
    logger: new Logger(() => () => {}),
  });
  return { stop: () => runner.stop() };
}
