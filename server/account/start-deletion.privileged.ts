import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { enqueue } from "../jobs/jobs.ts";
import { refusals } from "./refusals.ts";

const withoutSpaces = (address: string): string => address.replaceAll(/\s/gu, "").toLowerCase();

/** Closes the account and queues its deletion in one transaction. Throws a `FunctionError`. */
export async function startDeletion(
  { db }: Pick<FunctionContext, "db">,
  wish: { userId: string; sessionId: string; confirmation: string },
): Promise<void> {
  await asService(db, async (tx) => {
    const account = await tx.query<{ email: string | null }>("select billing.account_email($1) as email", [wish.userId]);
    const email = account.rows[0]?.email;
    if (!email) throw refusals.sessionEnded();
    if (withoutSpaces(wish.confirmation) !== withoutSpaces(email)) throw refusals.confirmationWrong();
    const { rows } = await tx.query<{ id: string | null }>("select public.close_account($1, $2) as id", [
      wish.userId,
      wish.sessionId,
    ]);
    const id = rows[0]?.id;
    if (!id) throw refusals.sessionEnded();
    await enqueue(tx, "delete-account", { id });
  });
}
