import * as endpoints from "../../../shared/endpoints/account.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";

/** Closes the account behind this session; its deletion goes on after the answer. Throws what `callEndpoint` throws. */
export async function deleteMyAccount(confirmation: string): Promise<void> {
  await callEndpoint(endpoints.deleteAccount, { confirmation });
}
