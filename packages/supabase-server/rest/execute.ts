import type pg from "pg";
import { z } from "zod";
import { asUser, queryAsUser, type RequestContext, type Database, type Transaction } from "@lampstand/database";
import { compile, type Sql } from "./sql/sql.ts";

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

function query(statement: Sql): pg.QueryConfig {
  return compile(statement);
}

/** Runs a statement in a transaction of its own, under the caller's role, in one round trip. */
export async function execute(db: Database, context: RequestContext, statement: Sql, readOnly: boolean): Promise<Outcome> {
  const { rows } = await queryAsUser(db, context, query(statement), { readOnly });
  return outcome.parse(rows[0]);
}

/** Carries what came out past the end of a transaction that shall not stay. */
class RolledBack extends Error {
  override readonly name = "RolledBack";
  readonly found: Outcome;
  constructor(found: Outcome) {
    super("rolled back as asked");
    this.found = found;
  }
}

/** As `execute`; when `check` throws at what came out, nothing of it stays, nor when `rollback` is asked. */
export async function executeChecked(
  db: Database,
  context: RequestContext,
  statement: Sql,
  { check, rollback }: { check: (found: Outcome) => void; rollback: boolean },
): Promise<Outcome> {
  const work = async (tx: Transaction): Promise<Outcome> => {
    const { rows } = await tx.query(query(statement));
    const found = outcome.parse(rows[0]);
    check(found);
    if (!rollback) return found;
    // What would be checked at the commit is checked now, or the answer would tell of a success that could not be.
    await tx.query("set constraints all immediate");
    throw new RolledBack(found);
  };
  try {
    return await asUser(db, context, work);
  } catch (error) {
    if (error instanceof RolledBack) return error.found;
    throw error;
  }
}
