import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Database, Transaction } from "@lampstand/database";

const limit = z.strictObject({
  /** Requests per `window`, refilled evenly. */
  max: z.number().positive(),
  /** Seconds. */
  window: z.number().positive(),
  /** Requests at once; `max` when left out. */
  burst: z.number().int().positive().optional(),
});
type Limit = z.infer<typeof limit>;

/**
 * What is counted and for whom (docs/decisions/007-auth-limits.md). Per address: an IPv4 address or
 * a /64. Per account: a mail address, whether or not somebody has it, or a signed-in person.
 */
const DEFAULTS = {
  addressMail: { max: 30, window: 300 },
  /** A tenth of `projectMail`, so that one network can't use up the project's mails. Counts mails asked for and mails sent. */
  addressMailHour: { max: 100, window: 3600, burst: 50 },
  addressUser: { max: 30, window: 300 },
  addressVerify: { max: 30, window: 300 },
  addressToken: { max: 150, window: 300, burst: 30 },
  // High: the client drops its session at a 429, and tokens can't be guessed. It only bounds the load.
  addressRefresh: { max: 1500, window: 300, burst: 600 },
  addressFactor: { max: 15, window: 60 },
  addressProvider: { max: 150, window: 300, burst: 30 },
  accountMail: { max: 30, window: 3600, burst: 15 },
  accountUser: { max: 30, window: 300 },
  accountVerify: { max: 20, window: 300 },
  accountFactor: { max: 15, window: 60 },
  /** Wrong passwords for one account from one address, and from everywhere. */
  passwordFromAddress: { max: 10, window: 300 },
  passwordFromAnywhere: { max: 30, window: 300 },
  /** Mails that the whole project sends. */
  projectMail: { max: 1000, window: 3600 },
  /** Mails that confirm an address, and mails that open an account: 60 % of `projectMail` each unless given. */
  projectConfirmationMail: { max: 600, window: 3600 },
  projectRecoveryMail: { max: 600, window: 3600 },
  /** Calls of a function that visitors may call; each function is counted separately. */
  addressFunction: { max: 60, window: 300, burst: 30 },
  /** Uploads, copies and moves of files. */
  accountUpload: { max: 120, window: 3600, burst: 40 },
  /** Messages to support. */
  addressMessage: { max: 10, window: 600 },
  projectMessage: { max: 300, window: 3600 },
} satisfies Record<string, Limit>;

/** The key (`who`) of limits of the whole project. */
export const PROJECT = "project";

export type LimitName = keyof typeof DEFAULTS;
export type Limits = Record<LimitName, Limit | null>;

export const LIMIT_NAMES = Object.keys(DEFAULTS) as LimitName[];

/** Overrides of the default limits, for operators and tests; null switches one off. */
export const limitChanges = z.partialRecord(z.literal(LIMIT_NAMES), limit.nullable());
export type LimitChanges = z.infer<typeof limitChanges>;

const MAIL_PART = 0.6;

/** Sign-ups alone, or recoveries alone, can't use up all mails of the project. */
function partOf(all: Limit | null): Limit | null {
  if (!all) return null;
  const burst = all.burst === undefined ? {} : { burst: Math.ceil(all.burst * MAIL_PART) };
  return { ...all, max: Math.ceil(all.max * MAIL_PART), ...burst };
}

export function withDefaultLimits(changes: LimitChanges = {}): Limits {
  const given = changes as Partial<Limits>;
  const part = partOf(given.projectMail === undefined ? DEFAULTS.projectMail : given.projectMail);
  return { ...DEFAULTS, projectConfirmationMail: part, projectRecoveryMail: part, ...given };
}

/** One unit of a limit, for one caller. */
export interface Charge {
  limit: LimitName;
  who: string;
}

export interface Counter {
  db: Database;
  limits: Limits;
  keys: { jwtSecret: string };
}

// A keyed hash, so that the table does not reveal which addresses were tried.
const keyOf = ({ keys }: Counter, { limit: name, who }: Charge): Buffer =>
  createHmac("sha256", keys.jwtSecret).update(`limit:${name}:${who}`).digest().subarray(0, 16);

const cost = ({ max, window }: Limit): number => window / max;

/** Seconds after which an exceeded limit has a unit again, unless somebody else takes it: they come back one by one. */
export function secondsToWait({ limits }: Pick<Counter, "limits">, name: LimitName): number {
  const rule = limits[name];
  return rule ? Math.max(1, Math.ceil(cost(rule))) : 1;
}

/**
 * Consumes one unit of each limit, in one statement, and returns the limits that are exceeded. Generic cell rate algorithm: a row holds
 * only the time at which its limit is full again; all processes share the rows. By default outside of transactions, so that it counts
 * even if the request fails, and the row is locked only briefly. With `tx` it counts only if that commits, and others wait for the row.
 */
export async function consumeLimits(
  auth: Counter,
  charges: readonly Charge[],
  tx: Pick<Transaction, "query"> = auth.db.owner,
): Promise<LimitName[]> {
  const counted = charges.flatMap((charge) => {
    const rule = auth.limits[charge.limit];
    return rule ? [{ ...charge, rule, key: keyOf(auth, charge) }] : [];
  });
  if (counted.length === 0) return [];
  const taken = await tx.query<{ key: Buffer }>(
    // Ordered, so that concurrent statements can't deadlock.
    `insert into auth.rate_limits as r (key, free_at)
     select key, now() + make_interval(secs => cost) from unnest($1::bytea[], $2::float8[]) as t (key, cost) order by key
     on conflict (key) do update set free_at = greatest(r.free_at, now()) + (excluded.free_at - now())
       where greatest(r.free_at, now()) + (excluded.free_at - now())
         <= now() + make_interval(secs => ($3::float8[])[array_position($1::bytea[], excluded.key)])
     returning key`,
    [
      counted.map(({ key }) => key),
      counted.map(({ rule }) => cost(rule)),
      // Tolerance, as intervals are rounded to a microsecond.
      counted.map(({ rule }) => (rule.burst ?? rule.max) * cost(rule) + 0.000_01),
    ],
  );
  return counted.filter(({ key }) => !taken.rows.some((row) => row.key.equals(key))).map(({ limit: name }) => name);
}

/** Gives one unit back. */
export async function refundLimit(auth: Counter, charge: Charge, tx: Pick<Transaction, "query"> = auth.db.owner): Promise<void> {
  const rule = auth.limits[charge.limit];
  if (!rule) return;
  await tx.query("update auth.rate_limits set free_at = free_at - make_interval(secs => $2) where key = $1", [
    keyOf(auth, charge),
    cost(rule),
  ]);
}

/** Deletes rows whose limit is full again. */
export async function sweepLimits(db: Database): Promise<void> {
  await db.owner.query("delete from auth.rate_limits where free_at < now()");
}
