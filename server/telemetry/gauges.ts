import packageFile from "../../package.json" with { type: "json" };
import { BRAND } from "../../shared/brand.ts";
import type { Database } from "@lampstand/database";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { JOB_NAMES } from "../jobs/jobs.ts";
import { listSets } from "../backup/set.ts";
import type { Folder } from "../vendors/files/files.ts";
import { inTime } from "../http/in-time.ts";
import { READ_MS, type Metrics, type Sample } from "./metrics.ts";

export interface GaugeSources {
  config: Pick<Config, "databaseUrl" | "role">;
  db: Database;
  /** By port, what stands behind it. */
  engines: Readonly<Record<string, string>>;
  /** Jobs of packages. */
  packageJobs: readonly string[];
  backups: Folder | null;
}

/** A state of the database or of the backups is read once for the gauges of a scrape, and for scrapers that come together. */
const FRESH_MS = 2000;
/** Backups come once a night, and a bucket is asked about them. */
const BACKUPS_FRESH_MS = 60_000;

interface QueueRow {
  job: string;
  ready: number;
  wait: number;
  running: number;
  given_up: number;
  failing: number;
}

const QUEUE = `
  select task_identifier as job,
    count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as ready,
    coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)), 0)::float as wait,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as given_up,
    count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1)::int as failing
  from graphile_worker.jobs group by 1`;

const MAILS = `
  select 'billing' as outbox, count(*)::int as waiting from billing.mails where sent_at is null
  union all select 'contact', count(*)::int from public.contact_mails where sent_at is null
  union all select 'account', count(*)::int from graphile_worker.jobs where task_identifier in ('auth-mail', 'auth-notice')`;

/** Adds what is read from the database, the pools and the backups when the metrics are asked for. */
export function addGauges(metrics: Metrics, { config, db, engines, packageJobs, backups }: GaugeSources): void {
  const names = [...JOB_NAMES, ...packageJobs];
  const queue = fresh(FRESH_MS, async () => {
    const { rows } = await db.owner.query<QueueRow>(QUEUE);
    return names.map(
      (job) => rows.find((row) => row.job === job) ?? { job, ready: 0, wait: 0, running: 0, given_up: 0, failing: 0 },
    );
  });
  const ofQueue = (value: (row: QueueRow) => number) => async () =>
    (await queue()).map((row): Sample => [{ job: row.job }, value(row)]);
  metrics.addGauge(
    "lampstand_queue_jobs",
    "Jobs in the queue, by job and state: ready (waits for a worker), running, failing (waits for another attempt), given_up.",
    ["job", "state"],
    async () =>
      (await queue()).flatMap((row) =>
        (["ready", "running", "failing", "given_up"] as const).map((state): Sample => [{ job: row.job, state }, row[state]]),
      ),
  );
  metrics.addGauge(
    "lampstand_queue_oldest_wait_seconds",
    "How long the job that waits longest for a worker has waited, by job.",
    ["job"],
    ofQueue(({ wait }) => wait),
  );
  const mails = fresh(FRESH_MS, async () => {
    const { rows } = await db.owner.query<{ outbox: string; waiting: number }>(MAILS);
    return rows.map(({ outbox, waiting }): Sample => [{ outbox }, waiting]);
  });
  metrics.addGauge("lampstand_mails_waiting", "Mails that were not sent yet, by outbox.", ["outbox"], mails);
  const kind = config.databaseUrl === null ? "embedded" : "own";
  const answers = fresh(FRESH_MS, async () => db.owner.query("select 1").then(() => 1));
  metrics.addGauge("lampstand_database_up", "Whether PostgreSQL answers, embedded or at DATABASE_URL.", ["kind"], async () => [
    [{ kind }, await inTime(READ_MS, answers(), 0)],
  ]);
  const pools: Record<string, pg.Pool> = { owner: db.owner };
  for (const [role, { pool }] of Object.entries(db.requests)) pools[role] = pool;
  metrics.addGauge(
    "lampstand_database_connections",
    "Connections of a pool, by pool and state (in_use, idle).",
    ["pool", "state"],
    async () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]): Sample[] => [
        [{ pool, state: "in_use" }, totalCount - idleCount],
        [{ pool, state: "idle" }, idleCount],
      ]),
  );
  metrics.addGauge("lampstand_database_connections_max", "The most connections that a pool may open.", ["pool"], async () =>
    Object.entries(pools).map(([pool, { options }]): Sample => [{ pool }, options.max]),
  );
  // For a moment every caller waits, also the gauges themselves, which ask together.
  const waitingIn = ({ totalCount, idleCount, waitingCount, options }: pg.Pool): number =>
    idleCount === 0 && totalCount >= options.max ? waitingCount : 0;
  metrics.addGauge(
    "lampstand_database_waiting",
    "Callers that wait because all connections of a pool are taken.",
    ["pool"],
    async () => Object.entries(pools).map(([name, pool]): Sample => [{ pool: name }, waitingIn(pool)]),
  );
  metrics.addGauge("lampstand_build_info", `Which ${BRAND.product} this is: always 1.`, ["version", "node", "role"], async () => [
    [{ version: packageFile.version, node: process.versions.node, role: config.role }, 1],
  ]);
  metrics.addGauge("lampstand_vendor_info", "What stands behind each port: always 1.", ["port", "engine"], async () =>
    Object.entries(engines).map(([port, engine]): Sample => [{ port, engine }, 1]),
  );
  if (!backups) return;
  const newest = fresh(BACKUPS_FRESH_MS, async () => (await listSets(backups)).finished[0]);
  metrics.addGauge("lampstand_backup_age_seconds", "Age of the newest finished backup.", [], async () => {
    const madeAt = timeOf(await newest());
    return madeAt === null ? [] : [[{}, (Date.now() - madeAt) / 1000]];
  });
  metrics.addGauge(
    "lampstand_backup_failing",
    "1 while the last attempt to make the nightly backup has failed.",
    [],
    async () => {
      const row = (await queue()).find(({ job }) => job === "backup");
      return [[{}, row && row.failing + row.given_up > 0 ? 1 : 0]];
    },
  );
}

/** When a set was made, which its name says (backup.ts). */
function timeOf(set: string | undefined): number | null {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(set ?? "") ?? [];
  return date === undefined ? null : Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
}

/** `read`, at most once in this time, and not again while it is still waited for. */
function fresh<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { until: number; value: Promise<T> } | null = null;
  return async () => {
    if (latest && performance.now() < latest.until) return latest.value;
    const started = { until: Infinity, value: read() };
    latest = started;
    const ended = (): void => void (started.until = performance.now() + milliseconds);
    started.value.then(ended, ended);
    return started.value;
  };
}
