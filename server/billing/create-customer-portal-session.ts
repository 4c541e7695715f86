import * as endpoints from "../../shared/endpoints/billing.ts";
import { implement } from "../endpoints/implement.ts";
import { accountOf } from "./account.privileged.ts";
import { toFunctionError, refusals } from "./refusals.ts";
import { billingPage } from "./return-urls.ts";

/** POST create-customer-portal-session: the provider's page where the signed-in user changes the card and sees invoices. */
export const createCustomerPortalSession = implement(endpoints.createCustomerPortalSession, async ({ context, userId }) => {
  const { customerId } = await accountOf(context, userId);
  if (!customerId) throw refusals.noCustomer();
  try {
    const portal = await context.payments.createPortalSession(customerId, billingPage(context));
    if (!portal) throw refusals.noCustomer();
    return portal;
  } catch (error) {
    throw toFunctionError(error, "Could not access billing portal. Please try again.");
  }
});
