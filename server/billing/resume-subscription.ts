import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { resumeSubscription as contract } from "../../shared/functions.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { changeSubscription } from "./change-subscription.privileged.ts";
import { toFunctionError } from "./refusals.ts";

/** POST resume-subscription: undoes a scheduled cancellation while the subscription has not ended. Idempotent. */
export async function resumeSubscription(
  context: FunctionContext,
  request: FastifyRequest,
): Promise<z.infer<typeof contract.answer>> {
  const userId = requireUser(await context.callerOf(request));
  parseBody(contract.body, request.body ?? {});
  try {
    await changeSubscription(context, userId, async (subscription) =>
      subscription.cancelAt === null ? subscription : context.payments.undoCancellation(subscription.id),
    );
    return { success: true };
  } catch (error) {
    throw toFunctionError(error, "Could not resume subscription. Please try again.");
  }
}
