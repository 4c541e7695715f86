import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { deleteAccount as contract } from "../../shared/functions.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { startDeletion } from "./start-deletion.privileged.ts";

/**
 * POST delete-account: closes the account at once; what belongs to it is then deleted by the job `delete-account`. Asks for the account's
 * address and for a living session with a fresh proof of who is at it. Again, it answers the same.
 */
export async function deleteAccount(
  context: FunctionContext,
  request: FastifyRequest,
): Promise<z.output<typeof contract.answer>> {
  const caller = await context.callerOf(request);
  const userId = requireUser(caller);
  const { confirmation } = parseBody(contract.body, request.body);
  await context.requireRecentProof(caller);
  await startDeletion(context, { userId, sessionId: String(caller["session_id"]), confirmation });
  await context.audit("account_closed", userId, request);
  return { started: true };
}
