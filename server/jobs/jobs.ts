import { z } from "zod";
import type { Transaction } from "@lampstand/database";
import { tracePayload } from "@lampstand/telemetry";

interface JobDefinition<P extends z.ZodObject> {
  /** Ids only: payloads stay in the queue's table, and are seen by whoever reads it. */
  payload: P;
  /** When it runs without being asked, in cron's notation (UTC). */
  schedule: string | null;
  /** Of those that wait the lowest goes first. */
  priority: number;
}

/** What takes many seconds, and of which many may wait: mails and payments go first. */
const AFTER_ALL_OTHERS = 10;

const job = <P extends z.ZodRawShape>(
  payload: P,
  schedule: string | null = null,
  priority = 0,
): JobDefinition<z.ZodObject<P>> => ({ payload: z.object(payload), schedule, priority });

/**
 * Every job of the product: its name, its payload, its schedule. `enqueue` and the handlers (server/job-handlers.ts) are typed by it, and
 * a payload is parsed by it before its handler runs. The mails of accounts are jobs of `packages/supabase-server`.
 */
export const JOBS = {
  "run-generation": job({ generationId: z.uuid() }, null, AFTER_ALL_OTHERS),
  "resume-generations": job({}, "* * * * *"),
  "delete-media": job({}, "* * * * *"),
  "sweep-growing-recordings": job({}, "* * * * *"),
  "sweep-trash": job({}, "47 * * * *"),
  "delete-account": job({ id: z.uuid() }),
  "resume-deletions": job({}, "* * * * *"),
  "contact-mail": job({ id: z.uuid() }),
  "billing-mails": job({}, "* * * * *"),
  "billing-mail": job({ id: z.uuid() }),
  "stripe-event": job({ id: z.string() }),
  "reconcile-billing": job({}, "37 * * * *"),
  "sweep-auth": job({}, "27 * * * *"),
  "sweep-unreferenced-bytes": job({}, "17 * * * *"),
  backup: job({}, "7 3 * * *"),
};

export type JobName = keyof typeof JOBS;
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
export type JobPayload<N extends JobName> = z.output<(typeof JOBS)[N]["payload"]>;

/** Does one job. Throwing makes the queue try again later, so it must be safe to run again at any point. */
export type JobHandler<N extends JobName> = (payload: JobPayload<N>, job: { signal: AbortSignal }) => Promise<void>;
export type JobHandlers = { [N in JobName]: JobHandler<N> };

/**
 * The retry policy of every job: graphile-worker waits e^n seconds after the nth failure, at most six hours, so that the last of these
 * attempts is about four days after the first, and less where another job of its name succeeds meanwhile (`startQueue`). A job whose work has
 * its own schedule of retries (`delete-account`) queues itself again.
 */
export const MAX_ATTEMPTS = 25;

/**
 * Queues a job when the transaction commits. At most one job of a name and payload waits: another one replaces it, and keeps its place in
 * line if its time has come. `runAt` is a timestamp of PostgreSQL; left out: at once. The id of the request that queues it is kept beside
 * the payload, for the log and traces; handlers don't see it.
 */
export async function enqueue<N extends JobName>(
  tx: Transaction,
  name: N,
  payload: JobPayload<N>,
  { runAt = null }: { runAt?: string | null } = {},
): Promise<void> {
  const key = [name, ...Object.values(payload)].join(":");
  await tx.query("select jobs.enqueue($1, $2, $3, $4, $5, $6)", [
    name,
    JSON.stringify({ ...payload, ...tracePayload() }),
    key,
    runAt,
    MAX_ATTEMPTS,
    JOBS[name].priority,
  ]);
}
