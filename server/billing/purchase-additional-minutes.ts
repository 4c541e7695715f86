import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement } from "../endpoints/implement.ts";
import { openPurchase } from "./open-purchase.privileged.ts";
import { toFunctionError } from "./refusals.ts";

/** POST purchase-additional-minutes: the address where a subscriber pays for whole minutes. */
export const purchaseAdditionalMinutes = implement(
  endpoints.purchaseAdditionalMinutes,
  async ({ context, userId, body: { minutes, referralCode } }) => {
    try {
      return { url: await openPurchase(context, { userId, minutes, referralCode: referralCode || null }) };
    } catch (error) {
      throw toFunctionError(error, "Unable to process purchase request. Please try again.");
    }
  },
);
