import { completeSignUp as contract } from "../../../shared/functions.ts";
import { callFunction } from "../../lib/call-function.ts";
import { withRetry } from "./checkout.ts";

/** Tells the server that the checkout is done. Returns whether the profile could be stored. Throws what `callFunction` throws. */
export async function completeSignUp(sessionId: string, userId: string): Promise<boolean> {
  const body = { session_id: sessionId, user_id: userId };
  return (await withRetry(() => callFunction("complete-sign-up", body, contract.answer))).profileSaved;
}
