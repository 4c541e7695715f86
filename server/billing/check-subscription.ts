import type { FastifyRequest } from "fastify";
import { checkSubscription as contract, type SubscriptionStatus } from "../../shared/functions.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { subscriptionStatus } from "./subscription-status.privileged.ts";

/** POST check-subscription: what the signed-in user may do. A customer id in the body is ignored. */
export async function checkSubscription(context: FunctionContext, request: FastifyRequest): Promise<SubscriptionStatus> {
  const caller = await context.callerOf(request);
  const body = parseBody(contract.body, request.body ?? {});
  return subscriptionStatus(context, requireUser(caller, body.userId));
}
