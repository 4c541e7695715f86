import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement } from "../endpoints/implement.ts";
import { changeSubscription } from "./change-subscription.privileged.ts";
import { toFunctionError } from "./refusals.ts";

/**
 * POST cancel-subscription: cancels at the end of the paid period or trial. A subscription whose renewal failed ends at once: there is no
 * paid period, and the provider would go on trying the card. Idempotent.
 */
export const cancelSubscription = implement(endpoints.cancelSubscription, async ({ context, userId }) => {
  try {
    const { cancelAt, endedAt, periodEnd } = await changeSubscription(context, userId, async (subscription) => {
      if (subscription.cancelAt !== null) return subscription;
      return subscription.status === "active" || subscription.status === "trialing"
        ? context.payments.scheduleCancellation(subscription.id)
        : context.payments.cancelSubscription(subscription.id);
    });
    return { success: true, cancelAt: new Date((endedAt ?? cancelAt ?? periodEnd) * 1000).toISOString() };
  } catch (error) {
    throw toFunctionError(error, "Could not cancel subscription. Please try again.");
  }
});
