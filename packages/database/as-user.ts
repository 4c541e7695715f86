import pg from "pg";
import type { Claims, Role } from "./claims.ts";
import type { Database } from "./database.ts";
import { acquireConnection } from "./pool.ts";
import { transaction, type Transaction } from "./transaction.ts";
import { withUserConcurrency } from "./user-concurrency.ts";

const { DatabaseError } = pg;

/** What policies and SQL functions can read about the request (PostgREST's `request.*` settings). */
export interface RequestContext {
  claims: Claims;
  method?: string;
  path?: string;
  /** Lower-case names. */
  headers?: Record<string, string>;
}

// Shorter for less trusted roles. No statement of the app takes this long.
const STATEMENT_TIMEOUT: Readonly<Record<Role, string>> = { anon: "1s", authenticated: "5s", service_role: "10s" };

// A separate statement: set within the query itself, the role would come too late for row level security.
const SET_CONTEXT = {
  name: "request-context",
  text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true), set_config('request.path', $4, true), set_config('request.headers', $5, true),
    set_config('statement_timeout', $6, true)`,
};

function contextValues(context: RequestContext): string[] {
  return [
    context.claims.role,
    JSON.stringify(context.claims),
    context.method ?? "",
    context.path ?? "",
    JSON.stringify(context.headers ?? {}),
    STATEMENT_TIMEOUT[context.claims.role],
  ];
}

function begin(readOnly: boolean | undefined): string {
  return readOnly ? "begin read only" : "begin";
}

/** Runs `work` in one transaction under the caller's role, so that row level security applies. */
export async function asUser<T>(
  db: Database,
  context: RequestContext,
  work: (tx: Transaction) => Promise<T>,
  options: { readOnly?: boolean } = {},
): Promise<T> {
  return withUserConcurrency(context.claims, () =>
    transaction(acquireConnection(db.requests[context.claims.role]), begin(options.readOnly), async (tx) => {
      await tx.query(SET_CONTEXT, contextValues(context));
      return work(tx);
    }),
  );
}

/** `asUser` for a single statement, in one round trip. */
export async function queryAsUser<R extends pg.QueryResultRow>(
  db: Database,
  context: RequestContext,
  query: pg.QueryConfig,
  options: { readOnly?: boolean } = {},
): Promise<pg.QueryResult<R>> {
  return withUserConcurrency(context.claims, () => pipelined<R>(db, context, query, begin(options.readOnly)));
}

async function pipelined<R extends pg.QueryResultRow>(
  db: Database,
  context: RequestContext,
  query: pg.QueryConfig,
  begin: string,
): Promise<pg.QueryResult<R>> {
  const client = await acquireConnection(db.requests[context.claims.role]);
  let broken: Error | undefined;
  try {
    const [started, prepared, answered, committed] = await Promise.allSettled([
      client.query(begin),
      client.query(SET_CONTEXT, contextValues(context)),
      client.query<R>(query),
      // After a failed statement PostgreSQL rolls back instead.
      client.query("commit"),
    ]);
    for (const outcome of [started, prepared, answered, committed]) if (outcome.status === "rejected") throw outcome.reason;
    if (answered.status === "rejected") throw answered.reason;
    return answered.value;
  } catch (error) {
    // Any other error is the connection's: its state is unknown, so it must not go back to the pool.
    if (!(error instanceof DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
