import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement } from "../endpoints/implement.ts";
import { changeSubscription } from "./change-subscription.privileged.ts";
import { toFunctionError } from "./refusals.ts";

/** POST resume-subscription: undoes a scheduled cancellation while the subscription lives. Again changes nothing. */
export const resumeSubscription = implement(endpoints.resumeSubscription, async ({ context, userId }) => {
  try {
    await changeSubscription(context, userId, async (subscription) =>
      subscription.cancelAt === null ? subscription : context.payments.undoCancellation(subscription.id),
    );
    return { success: true };
  } catch (error) {
    throw toFunctionError(error, "Could not resume subscription. Please try again.");
  }
});
