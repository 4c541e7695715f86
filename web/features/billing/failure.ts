import * as z from "zod/mini";
import { BILLING } from "../../../shared/messages/billing.ts";
import { OFFLINE } from "../../../shared/messages/offline.ts";
import { FunctionRefusal } from "../../lib/call-endpoint.ts";
import { isOnline } from "../../lib/online.ts";
import { getSupabase } from "../../lib/supabase.ts";

/** There is no session any more: it was ended in another tab, or could not be refreshed. */
export class NotLoggedInError extends Error {
  override readonly name = "NotLoggedInError";
}

/** Throws `NotLoggedInError` when nobody is signed in, or the client's error when the service can't be reached. */
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
  /** The answer had an unexpected shape, such as no URL. */
  noUrl?: string;
}

/** The message for a failed call of a billing function (docs/product.md#billing-errors). */
export function failureText(error: Error, { failed, noUrl = failed }: FailureTexts): string {
  // Refusals (4xx) have a message for the person; server errors do not.
  if (error instanceof FunctionRefusal) return error.status >= 500 ? failed : error.message;
  if (error instanceof z.core.$ZodError) return noUrl;
  if (!isOnline()) return `${OFFLINE.title}. ${OFFLINE.action}`;
  // The client's own errors, matched by name because its classes are in a chunk that is loaded later.
  return error.name.startsWith("Functions") ? failed : BILLING.unexpected;
}
