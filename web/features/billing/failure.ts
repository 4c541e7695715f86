import * as z from "zod/mini";
import { BILLING } from "../../../shared/messages/billing.ts";
import { FunctionRefusal } from "../../lib/call-function.ts";
import { getSupabase } from "../../lib/supabase.ts";

/** There is no session any more: it ended in another tab, or could not be refreshed. */
export class NotLoggedInError extends Error {
  override readonly name = "NotLoggedInError";
}

/** Throws `NotLoggedInError` when nobody is signed in, and the client's error when that can't be known now. */
export async function requireSession(): Promise<void> {
  const { data, error } = await (await getSupabase()).auth.getSession();
  if (error && error.name === "AuthRetryableFetchError") throw error;
  if (!data.session) throw new NotLoggedInError();
}

export function isNotLoggedIn(error: Error): boolean {
  return error instanceof NotLoggedInError || (error instanceof FunctionRefusal && error.status === 401);
}

interface FailureTexts {
  /** The function failed. */
  failed: string;
  /** It answered something else than was expected. */
  noUrl?: string;
}

/** What to tell the person about a failed call of a billing function (docs/product.md#billing-errors). */
export function failureText(error: Error, { failed, noUrl = failed }: FailureTexts): string {
  // A refusal is worded for the person; a crash of the server is not.
  if (error instanceof FunctionRefusal) return error.status >= 500 ? failed : error.message;
  if (error instanceof z.core.$ZodError) return noUrl;
  // The client's errors: nothing readable answered. Its classes are told apart by name, since it is loaded late.
  return error.name.startsWith("Functions") ? failed : BILLING.unexpected;
}
