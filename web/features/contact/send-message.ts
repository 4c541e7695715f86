/** What the form sends (docs/product.md#contact-form); `website` is the honeypot, filled in only by bots. */
export interface Message {
  name: string;
  email: string;
  message: string;
  website: string;
}

const FORM_SOURCE = "contact_page";
const TIMEOUT_MS = 30_000;

/** Calls a server function without supabase-js, which would be too large for this page. */
async function call(name: string, body: object): Promise<unknown> {
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
    await call("handle-email", { action: "notify_admin", data });
  } catch (error) {
    // The message is stored; the visitor need not know (docs/product.md#contact-form).
    // oxlint-disable-next-line no-console -- 'its errors are only logged'
    console.error("notify_admin", error instanceof Error ? error.message : "failed");
  }
}

/** Stores a message, then notifies the administrators. Rejects if it was not stored. */
export async function sendMessage(message: Message): Promise<void> {
  const { website, ...written } = message;
  const answer = await call("handle-contact-submission", { ...written, formSource: FORM_SOURCE, ...(website && { website }) });
  const { success, id } = answer as { success?: unknown; id?: unknown };
  if (success !== true) throw new Error("the message was not stored");
  if (typeof id === "string") void notifyAdmin(id, message);
}
