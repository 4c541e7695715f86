import type { handleContactSubmission, handleEmail } from "../../../shared/endpoints/contact.ts";
import type { Endpoint, EndpointBody } from "../../../shared/endpoints/endpoint.ts";

/** What the form sends (docs/product.md#contact-form); `website` is the honeypot field, filled in by bots only. */
export interface Message {
  name: string;
  email: string;
  message: string;
  website: string;
}

const FORM_SOURCE = "contact_page";
const TIMEOUT_MS = 30_000;

/** Calls an endpoint as a visitor. Uses fetch and only the types of the definition, to keep supabase-js and zod out of the page. */
async function call<E extends Endpoint>(name: E["name"], body: EndpointBody<E>): Promise<unknown> {
  const config: unknown = await (await fetch("/config.json")).json();
  const { supabaseUrl, supabaseAnonKey } = config as { supabaseUrl: string; supabaseAnonKey: string };
  const response = await fetch(`${supabaseUrl}/functions/v1/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: supabaseAnonKey, authorization: `Bearer ${supabaseAnonKey}` },
    body: JSON.stringify(body),
    // The request completes even if the page is left.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return response.json();
}

async function notifyAdmin(submission_id: string, { name, email, message }: Message): Promise<void> {
  try {
    const data = { submission_id, name, email, message, form_source: FORM_SOURCE };
    await call<typeof handleEmail>("handle-email", { action: "notify_admin", data });
  } catch (error) {
    // The message is stored; the visitor need not know (docs/product.md#contact-form).
    // oxlint-disable-next-line no-console -- the error is reported nowhere else
    console.error("notify_admin", error instanceof Error ? error.message : "failed");
  }
}

/** Stores a message, then notifies the administrators. Rejects if it was not stored. */
export async function sendMessage(message: Message): Promise<void> {
  const { website, ...written } = message;
  const answer = await call<typeof handleContactSubmission>("handle-contact-submission", {
    ...written,
    formSource: FORM_SOURCE,
    ...(website && { website }),
  });
  const { success, id } = answer as { success?: unknown; id?: unknown };
  if (success !== true) throw new Error("the message was not stored");
  if (typeof id === "string") void notifyAdmin(id, message);
}
