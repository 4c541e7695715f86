import type pg from "pg";
import type { Database } from "./database.ts";
import { transaction, type Transaction } from "./transaction.ts";

/** Runs `work` in a transaction as the owner of the auth and storage schemas. Only `packages/supabase-server` may import it. */
export async function asPlatform<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(db.owner.connect(), "begin", work);
}

/** `asPlatform` for a single statement, which is a transaction of its own: one round trip in place of three. */
export const queryAsPlatform = <R extends pg.QueryResultRow>(db: Database, query: pg.QueryConfig): Promise<pg.QueryResult<R>> =>
  db.owner.query<R>(query);
