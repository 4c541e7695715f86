import { useQueryClient } from "@tanstack/react-query";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { BILLING, NOT_LOGGED_IN } from "../../../shared/messages/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { storePendingPurchase } from "./pending-purchase.ts";
import { useProviderPage } from "./provider-page.ts";

/** Opens the checkout for additional minutes. */
export function usePurchaseMinutes(userId: string) {
  const client = useQueryClient();
  return useProviderPage({
    open: (purchase: { minutes: number; referralCode?: string }) => callEndpoint(endpoints.purchaseAdditionalMinutes, purchase),
    failed: BILLING.purchaseFailed,
    noUrl: BILLING.noCheckoutUrl,
    notLoggedIn: NOT_LOGGED_IN.purchase,
    onLeave: () => storePendingPurchase(client, userId),
  });
}
