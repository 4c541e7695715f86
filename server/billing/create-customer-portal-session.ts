import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { createCustomerPortalSession as contract } from "../../shared/functions.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { accountOf } from "./account.privileged.ts";
import { toFunctionError, refusals } from "./refusals.ts";
import { billingPage } from "./return-urls.ts";

/** POST create-customer-portal-session: the URL of the provider's page where the user changes the card and sees invoices. */
export async function createCustomerPortalSession(
  context: FunctionContext,
  request: FastifyRequest,
): Promise<z.infer<typeof contract.answer>> {
  const userId = requireUser(await context.callerOf(request));
  parseBody(contract.body, request.body ?? {});
  const { customerId } = await accountOf(context, userId);
  if (!customerId) throw refusals.noCustomer();
  try {
    const portal = await context.payments.createPortalSession(customerId, billingPage(context));
    if (!portal) throw refusals.noCustomer();
    return portal;
  } catch (error) {
    throw toFunctionError(error, "Could not access billing portal. Please try again.");
  }
}
