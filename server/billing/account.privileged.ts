import { z } from "zod";
import { asService } from "@lampstand/database/as-service";
import type { Transaction } from "@lampstand/database";
import { rejectIfDeleting } from "../account/reject-if-deleting.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { errors } from "../endpoints/errors.ts";

const account = z.object({
  email: z.string(),
  trialAvailable: z.boolean(),
  /** The payment provider's id; null before the first checkout. */
  customerId: z.string().nullable(),
  owesFirstPayment: z.boolean(),
  access: z.object({ subscribed: z.boolean(), frozen: z.boolean(), grace_end: z.string().nullable() }),
});
export type Account = z.output<typeof account>;

/**
 * The user's data that billing needs. Throws a `FunctionError` when the account is being deleted or is deleted: an access token stays
 * valid for a while after that.
 */
export async function readAccount(tx: Transaction, userId: string): Promise<Account> {
  await rejectIfDeleting(tx, userId);
  const { rows } = await tx.query(
    `select billing.account_email($1) as email, billing.trial_available($1) as "trialAvailable", billing.access($1) as access,
       billing.owes_first_payment($1) as "owesFirstPayment",
       (select stripe_customer_id from public.customers where id = $1) as "customerId"`,
    [userId],
  );
  const found = account.safeParse(rows[0]);
  if (!found.success) throw errors.signInRequired();
  return found.data;
}

export async function accountOf(context: FunctionContext, userId: string): Promise<Account> {
  return asService(context.db, (tx) => readAccount(tx, userId));
}

/** The referral code; null if it is the user's own. */
export async function referralCodeOfAnother(tx: Transaction, userId: string, code: string | null): Promise<string | null> {
  const { rows } = await tx.query<{ code: string | null }>("select billing.others_code($1, $2) as code", [userId, code]);
  return rows[0]?.code ?? null;
}
