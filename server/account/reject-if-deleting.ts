import type { Transaction } from "@lampstand/database";
import { refusals } from "./refusals.ts";

/**
 * Nothing is begun for an account that is being deleted, whose token may still be about. To be asked under the lock of what is begun
 * (a sermon's, billing's), which the deletion takes too. Throws a `FunctionError`.
 */
export async function rejectIfDeleting(tx: Transaction, userId: string): Promise<void> {
  const { rowCount } = await tx.query("select from public.account_deletions where user_id = $1", [userId]);
  if (rowCount) throw refusals.accountClosed();
}
