import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { deleteAccount as contract } from "../../shared/functions.ts";
import { parseBody, requireUser, type FunctionContext } from "../endpoints/context.ts";
import { startDeletion } from "./start-deletion.privileged.ts";

/**
 * POST delete-account: closes the account at once; the job `delete-account` then deletes its data. Requires the account's e-mail address
 * as confirmation, and a session that has not ended with a recent proof of identity. Idempotent.
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
