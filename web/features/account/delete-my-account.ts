import { deleteAccount } from "../../../shared/functions.ts";
import { callFunction } from "../../lib/call-function.ts";

/** Closes the account behind this session; its deletion goes on after the answer. Throws what `callFunction` throws. */
export async function deleteMyAccount(confirmation: string): Promise<void> {
  await callFunction("delete-account", { confirmation }, deleteAccount.answer);
}
