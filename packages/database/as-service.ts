import type { Database } from "./database.ts";
import { acquireConnection } from "./pool.ts";
import { transaction, type Transaction } from "./transaction.ts";

/**
 * Runs `work` in a transaction under service_role, which bypasses row level security. Only `*.privileged.ts` may import it (checked by
 * `npm run check`).
 */
export async function asService<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(acquireConnection(db.requests.service_role), "begin", async (tx) => {
    await tx.query(
      `select set_config('role', 'service_role', true), set_config('request.jwt.claims', '{"role":"service_role"}', true)`,
    );
    return work(tx);
  });
}
