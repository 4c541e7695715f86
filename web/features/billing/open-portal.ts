import * as endpoints from "../../../shared/endpoints/billing.ts";
import { BILLING, NOT_LOGGED_IN } from "../../../shared/messages/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { useProviderPage } from "./provider-page.ts";

/** Redirects to the payment provider's portal, where the card is changed. */
export function usePortal() {
  return useProviderPage({
    open: () => callEndpoint(endpoints.createCustomerPortalSession, {}),
    failed: BILLING.portalFailed,
    noUrl: BILLING.noPortalUrl,
    notLoggedIn: NOT_LOGGED_IN.portal,
  });
}
