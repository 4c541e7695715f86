import { useQueryClient } from "@tanstack/react-query";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { BILLING } from "../../../shared/messages/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { storePendingPurchase } from "./pending-purchase.ts";
import { useProviderPage } from "./provider-page.ts";

export interface Buyer {
  userId: string;
  email: string;
}

interface CheckoutOptions {
  /** Ends the running trial and charges now; only after the person has confirmed it. */
  endTrial?: true;
  onFailure?: (error: Error) => boolean;
}

/** Opens the subscription's checkout, or the page of an unpaid invoice. */
export function useCheckout({ userId, email }: Buyer, { endTrial, onFailure }: CheckoutOptions = {}) {
  const client = useQueryClient();
  return useProviderPage({
    open: () => callEndpoint(endpoints.createCheckoutSession, { email, endTrial }),
    failed: BILLING.checkoutFailed,
    noUrl: BILLING.noCheckoutUrl,
    onLeave: () => storePendingPurchase(client, userId),
    ...(onFailure && { onFailure }),
  });
}
