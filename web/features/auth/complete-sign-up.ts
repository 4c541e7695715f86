import * as endpoints from "../../../shared/endpoints/billing.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { withRetry } from "./checkout.ts";

/** Tells the server that the checkout is done. Answers whether the profile could be stored. Throws what `callEndpoint` throws. */
export async function completeSignUp(sessionId: string, userId: string): Promise<boolean> {
  const body = { session_id: sessionId, user_id: userId };
  return (await withRetry(() => callEndpoint(endpoints.completeSignUp, body))).profileSaved;
}
