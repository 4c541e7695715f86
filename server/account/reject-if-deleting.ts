import type { Transaction } from "@lampstand/database";
import { refusals } from "./refusals.ts";

/**
 * Throws a `FunctionError` if the account is being deleted; its access tokens are valid until they expire. Call it under the lock of what
 * is begun (a sermon's, billing's), which the deletion takes too.
 */
export async function rejectIfDeleting(tx: Transaction, userId: string): Promise<void> {
  const { rowCount } = await tx.query("select from public.account_deletions where user_id = $1", [userId]);
  if (rowCount) throw refusals.accountClosed();
}
