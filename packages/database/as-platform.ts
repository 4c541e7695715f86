import type { Database } from "./database.ts";
import { transaction, type Transaction } from "./transaction.ts";

/** The platform's own door, as the owner of the auth and storage schemas. Only `packages/supabase-server` may import it. */
export async function asPlatform<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(db.owner.connect(), "begin", work);
}
