import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Database, Transaction } from "@lampstand/database";

const limit = z.strictObject({
  /** So many in each `window`, given back evenly. */
  max: z.number().positive(),
  /** Seconds. */
  window: z.number().positive(),
  /** So many at once; `max` when left out. */
  burst: z.number().int().positive().optional(),
});
type Limit = z.infer<typeof limit>;

/**
 * What is counted and for whom (docs/decisions/007-auth-limits.md). Per address: an IPv4 address or
 * a /64. Per account: a mail address, whether or not somebody has it, or a signed-in person.
 */
const DEFAULTS = {
  addressMail: { max: 30, window: 300 },
  /** A tenth of what the project sends, asked for or sent: so many networks it takes to use that up. */
  addressMailHour: { max: 100, window: 3600, burst: 50 },
  addressUser: { max: 30, window: 300 },
  addressVerify: { max: 30, window: 300 },
  addressToken: { max: 150, window: 300, burst: 30 },
  // The client drops its session at a 429, and a token can't be guessed: so this only bounds the load.
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
  /** Those of them that confirm an address, and those that open an account: three fifths of all unless given. */
  projectConfirmationMail: { max: 600, window: 3600 },
  projectRecoveryMail: { max: 600, window: 3600 },
  /** Calls of a function that visitors may call, each function by itself. */
  addressFunction: { max: 60, window: 300, burst: 30 },
  /** Uploads, copies and moves of files. */
  accountUpload: { max: 120, window: 3600, burst: 40 },
  /** Messages to support. */
  addressMessage: { max: 10, window: 600 },
  projectMessage: { max: 300, window: 3600 },
} satisfies Record<string, Limit>;

/** Whom the limits of the whole project count. */
export const PROJECT = "project";

export type LimitName = keyof typeof DEFAULTS;
export type Limits = Record<LimitName, Limit | null>;

export const LIMIT_NAMES = Object.keys(DEFAULTS) as LimitName[];

/** Changes to the limits as operators and tests give them; null switches one off. */
export const limitChanges = z.partialRecord(z.literal(LIMIT_NAMES), limit.nullable());
export type LimitChanges = z.infer<typeof limitChanges>;

const MAIL_PART = 0.6;

/** Neither sign-ups nor recoveries use up all mails of the project, however many it sends. */
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

/** One count: which limit, and whose. */
export interface Charge {
  limit: LimitName;
  who: string;
}

export interface Counter {
  db: Database;
  limits: Limits;
  keys: { jwtSecret: string };
}

// Keyed, so that the rows do not tell which addresses were tried.
const keyOf = ({ keys }: Counter, { limit: name, who }: Charge): Buffer =>
  createHmac("sha256", keys.jwtSecret).update(`limit:${name}:${who}`).digest().subarray(0, 16);

const cost = ({ max, window }: Limit): number => window / max;

/**
 * Takes one from each, in one statement, and answers the limits that have none left: the generic cell rate algorithm, where a row
 * holds only the time at which all that was taken is given back. Every process counts on the same rows. As a rule outside of
 * transactions: what is taken stays taken although the request fails, and nobody waits for the row longer than a statement. With
 * `tx` it is taken with the transaction alone, and others wait for the row until that ends.
 */
export async function take(
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
    // Ordered, so that two statements never wait for each other's rows.
    `insert into auth.rate_limits as r (key, free_at)
     select key, now() + make_interval(secs => cost) from unnest($1::bytea[], $2::float8[]) as t (key, cost) order by key
     on conflict (key) do update set free_at = greatest(r.free_at, now()) + (excluded.free_at - now())
       where greatest(r.free_at, now()) + (excluded.free_at - now())
         <= now() + make_interval(secs => ($3::float8[])[array_position($1::bytea[], excluded.key)])
     returning key`,
    [
      counted.map(({ key }) => key),
      counted.map(({ rule }) => cost(rule)),
      // A microsecond's grace: intervals are rounded to one.
      counted.map(({ rule }) => (rule.burst ?? rule.max) * cost(rule) + 0.000_01),
    ],
  );
  return counted.filter(({ key }) => !taken.rows.some((row) => row.key.equals(key))).map(({ limit: name }) => name);
}

/** Gives one back. */
export async function giveBack(auth: Counter, charge: Charge, tx: Pick<Transaction, "query"> = auth.db.owner): Promise<void> {
  const rule = auth.limits[charge.limit];
  if (!rule) return;
  await tx.query("update auth.rate_limits set free_at = free_at - make_interval(secs => $2) where key = $1", [
    keyOf(auth, charge),
    cost(rule),
  ]);
}

/** Removes rows that count nothing any more. */
export async function sweepLimits(db: Database): Promise<void> {
  await db.owner.query("delete from auth.rate_limits where free_at < now()");
}
