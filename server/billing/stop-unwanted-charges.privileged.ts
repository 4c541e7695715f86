import { PaymentsError } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { endCustomer } from "./end-customer.ts";
import { changeSubscription } from "./change-subscription.privileged.ts";

/** Before the mail that tells of the first charge, which goes out a day ahead, and more than the hour between two runs before that. */
const BEFORE_FIRST_CHARGE = "26 hours";

/** Ends what could charge the customers whose account an operator has deleted. Throws `PaymentsError` "unavailable". */
export async function endCustomersOfDeletedUsers(context: FunctionContext): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ customer: string }>("select stripe_customer_id as customer from billing.orphaned_customers order by since"),
  );
  for (const { customer } of rows)
    await logUnlessUnavailable(context, { customer }, async () => {
      if (!(await context.payments.isCustomerDeleted(customer))) await endCustomer(context.payments, customer);
      await asService(context.db, (tx) =>
        tx.query("delete from billing.orphaned_customers where stripe_customer_id = $1", [customer]),
      );
    });
}

/**
 * Has the trials of addresses that were never confirmed end uncharged. With a slip in the address nobody can sign in to cancel, or reads
 * that a charge is near; whoever confirms it later can resume. Throws `PaymentsError` "unavailable".
 */
export async function endUnconfirmedTrials(context: FunctionContext): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ user: string }>(`select user_id as "user" from billing.unconfirmed_trials($1)`, [BEFORE_FIRST_CHARGE]),
  );
  for (const { user } of rows)
    await logUnlessUnavailable(context, { user }, () =>
      changeSubscription(context, user, async (subscription) =>
        subscription.status === "trialing" && subscription.cancelAt === null
          ? context.payments.scheduleCancellation(subscription.id)
          : subscription,
      ),
    );
}

/** One's failure is not another's; a provider that is away ends the run. */
async function logUnlessUnavailable(context: FunctionContext, whose: object, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PaymentsError && error.code === "unavailable") throw error;
    context.log.error({ err: error, ...whose }, "what could charge somebody for nothing could not be ended");
  }
}
