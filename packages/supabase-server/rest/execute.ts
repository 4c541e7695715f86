import type pg from "pg";
import { z } from "zod";
import { asUser, queryAsUser, type RequestContext, type Transaction } from "@lampstand/database";
import { compile, type Sql } from "./sql/sql.ts";
import type { Backend } from "./verbs/request.ts";

const outcome = z.object({
  body: z.string().nullable(),
  page: z.coerce.number(),
  total: z.coerce.number().nullable(),
  merged: z.coerce.number().nullish(),
  headers: z.string().nullish(),
  status: z.string().nullish(),
});

/** The single row that every statement of this API returns. */
export type Outcome = z.infer<typeof outcome>;

function query({ nameOf }: Backend, { claims }: RequestContext, statement: Sql): pg.QueryConfig {
  const { text, values } = compile(statement);
  const name = nameOf[claims.role](text);
  return name === undefined ? { text, values } : { name, text, values };
}

/** Runs a statement in a transaction of its own, under the caller's role, in one round trip. */
export async function execute(backend: Backend, context: RequestContext, statement: Sql, readOnly: boolean): Promise<Outcome> {
  const { rows } = await queryAsUser(backend.db, context, query(backend, context, statement), { readOnly });
  return outcome.parse(rows[0]);
}

/** Thrown to roll a transaction back and still return its outcome. */
class RolledBack extends Error {
  override readonly name = "RolledBack";
  readonly found: Outcome;
  constructor(found: Outcome) {
    super("rolled back as asked");
    this.found = found;
  }
}

/** Like `execute`, but rolls back when `check` throws for the outcome, or when `rollback` is set. */
export async function executeChecked(
  backend: Backend,
  context: RequestContext,
  statement: Sql,
  { check, rollback }: { check: (found: Outcome) => void; rollback: boolean },
): Promise<Outcome> {
  const work = async (tx: Transaction): Promise<Outcome> => {
    const { rows } = await tx.query(query(backend, context, statement));
    const found = outcome.parse(rows[0]);
    check(found);
    if (!rollback) return found;
    // Check deferred constraints now, or the response could report a success that a commit would have refused.
    await tx.query("set constraints all immediate");
    throw new RolledBack(found);
  };
  try {
    return await asUser(backend.db, context, work);
  } catch (error) {
    if (error instanceof RolledBack) return error.found;
    throw error;
  }
}
