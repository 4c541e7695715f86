import * as endpoints from "../../shared/endpoints/account.ts";
import { implement } from "../endpoints/implement.ts";
import { startDeletion } from "./start-deletion.privileged.ts";

/**
 * POST delete-account: closes the account at once; the job `delete-account` then deletes its data. Requires the account's e-mail address
 * as confirmation, and a session that has not ended with a recent proof of identity. Idempotent.
 */
export const deleteAccount = implement(
  endpoints.deleteAccount,
  async ({ context, caller, userId, body: { confirmation }, request }) => {
    await startDeletion(context, { userId, sessionId: String(caller["session_id"]), confirmation });
    await context.audit("account_closed", userId, request);
    return { started: true };
  },
);
