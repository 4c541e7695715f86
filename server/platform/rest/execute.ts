import type pg from "pg";
import { z } from "zod";
import { asUser, queryAsUser, type RequestContext } from "../../db/as-user.ts";
import type { Database } from "../../db/database.ts";
import type { Transaction } from "../../db/transaction.ts";
import { compile, sql, type Sql } from "./sql/sql.ts";

const outcome = z.object({
  body: z.string().nullable(),
  page: z.coerce.number(),
  total: z.coerce.number().nullable(),
  merged: z.coerce.number().nullish(),
  headers: z.string().nullish(),
  status: z.string().nullish(),
});

/** The one row that every statement of this room answers. */
export type Outcome = z.infer<typeof outcome>;

const explained = z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]);

function query(statement: Sql): pg.QueryConfig {
  return compile(statement);
}

/** Runs a statement in a transaction of its own, under the caller's role, in one round trip. */
export async function execute(db: Database, context: RequestContext, statement: Sql, readOnly: boolean): Promise<Outcome> {
  const { rows } = await queryAsUser(db, context, query(statement), { readOnly });
  return outcome.parse(rows[0]);
}

/** As `execute`; when `check` throws at what came out, nothing of it stays. */
export async function executeChecked(
  db: Database,
  context: RequestContext,
  statement: Sql,
  check: (found: Outcome) => void,
): Promise<Outcome> {
  return asUser(db, context, async (tx) => {
    const { rows } = await tx.query(query(statement));
    const found = outcome.parse(rows[0]);
    check(found);
    return found;
  });
}

/**
 * Reads, and asks the planner how many rows `matches` would give. The guess becomes the total, but an exact total of at most
 * `trusted` rows is kept (null: none is known).
 */
export async function executeEstimating(
  db: Database,
  context: RequestContext,
  statement: Sql,
  matches: Sql,
  trusted: number | null,
): Promise<Outcome> {
  const work = async (tx: Transaction): Promise<Outcome> => {
    const { rows } = await tx.query(query(statement));
    const found = outcome.parse(rows[0]);
    if (found.total !== null && trusted !== null && found.total <= trusted) return found;
    const plan = await tx.query<{ "QUERY PLAN": unknown }>(query(sql`explain (format json) ${matches}`));
    const [{ Plan }] = explained.parse(plan.rows[0]?.["QUERY PLAN"]);
    return { ...found, total: Math.max(Plan["Plan Rows"], found.total ?? 0) };
  };
  return asUser(db, context, work, { readOnly: true });
}
