import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement } from "../endpoints/implement.ts";
import { subscriptionStatus } from "./subscription-status.privileged.ts";

/** POST check-subscription: what the signed-in user may do. A customer id in the body is ignored. */
export const checkSubscription = implement(endpoints.checkSubscription, async ({ context, userId }) => {
  return subscriptionStatus(context, userId);
});
