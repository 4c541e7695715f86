import { isOver, PaymentsError, type Payments } from "../vendors/payments/payments.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { changeSubscription } from "./change-subscription.privileged.ts";

/**
 * Before the mail that announces the first charge (24 hours ahead), with more than the hour that lies between two runs of
 * `reconcile-billing` to spare.
 */
const BEFORE_FIRST_CHARGE = "26 hours";

const FAILED = "what could charge somebody for nothing could not be ended";

/**
 * Expires the customer's open checkouts, cancels their subscriptions and voids their open invoices, at once and without refunds. Checkouts
 * come first, so that no subscription begins meanwhile. Idempotent. Throws `PaymentsError`.
 */
export async function endCustomer(payments: Payments, customerId: string): Promise<void> {
  for (const { id } of await payments.listOpenCheckouts(customerId)) await payments.expireCheckout(id);
  for (const { id, status } of await payments.listSubscriptions(customerId))
    if (!isOver(status)) await payments.cancelSubscription(id);
  for (const { id, status } of await payments.listInvoices(customerId)) if (status === "open") await payments.voidInvoice(id);
}

/** Ends the subscriptions of customers whose account an operator has deleted. Throws `PaymentsError` "unavailable". */
export async function endCustomersOfDeletedUsers(context: FunctionContext): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ customer: string }>("select stripe_customer_id as customer from billing.orphaned_customers order by since"),
  );
  for (const { customer } of rows)
    await logUnlessUnavailable(context, { customer }, FAILED, async () => {
      if (!(await context.payments.isCustomerDeleted(customer))) await endCustomer(context.payments, customer);
      await asService(context.db, (tx) =>
        tx.query("delete from billing.orphaned_customers where stripe_customer_id = $1", [customer]),
      );
    });
}

/**
 * Schedules the cancellation of trials whose e-mail address was never confirmed. If the address was mistyped, its owner can't sign in to
 * cancel and does not get the mail about the first charge. Who confirms later can resume. Throws `PaymentsError` "unavailable".
 */
export async function endUnconfirmedTrials(context: FunctionContext): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ user: string }>(`select user_id as "user" from billing.unconfirmed_trials($1)`, [BEFORE_FIRST_CHARGE]),
  );
  for (const { user } of rows)
    await logUnlessUnavailable(context, { user }, FAILED, () =>
      changeSubscription(context, user, async (subscription) =>
        subscription.status === "trialing" && subscription.cancelAt === null
          ? context.payments.scheduleCancellation(subscription.id)
          : subscription,
      ),
    );
}

/** Logs the failure of `work`, so that a loop over customers goes on. Throws on only the `PaymentsError` "unavailable". */
export async function logUnlessUnavailable(
  context: FunctionContext,
  facts: object,
  message: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PaymentsError && error.code === "unavailable") throw error;
    context.log.error({ err: error, ...facts }, message);
  }
}
