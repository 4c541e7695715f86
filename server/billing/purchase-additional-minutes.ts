import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { purchaseAdditionalMinutes as contract } from "../../shared/functions.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { openPurchase } from "./open-purchase.privileged.ts";
import { toFunctionError } from "./refusals.ts";

/** POST purchase-additional-minutes: the URL of the checkout where a subscriber buys whole minutes. */
export async function purchaseAdditionalMinutes(
  context: FunctionContext,
  request: FastifyRequest,
): Promise<z.infer<typeof contract.answer>> {
  const userId = requireUser(await context.callerOf(request));
  const { minutes, referralCode } = parseBody(contract.body, request.body);
  try {
    return { url: await openPurchase(context, { userId, minutes, referralCode: referralCode || null }) };
  } catch (error) {
    throw toFunctionError(error, "Unable to process purchase request. Please try again.");
  }
}
