import type { SupabaseClient } from "@supabase/supabase-js";
import type { TestApp } from "./start-app.ts";

export const PASSWORD = "a long enough password";

interface Message {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** The newest mail to an address, once it has come. */
export async function mailTo(app: TestApp, address: string, subject = /./): Promise<Message> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const response = await fetch(`${app.url}/inbox/messages.json`);
    const messages = (await response.json()) as Message[];
    const found = messages.find((message) => message.to === address && subject.test(message.subject));
    if (found) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`no mail came to ${address}`);
}

/** Fills in the sandbox's hosted checkout and follows it back; returns where it leads. */
export async function payInSandbox(checkoutUrl: string, card = "4242424242424242"): Promise<URL> {
  const page = await (await fetch(checkoutUrl)).text();
  const action = /<form[^>]*method="post"[^>]*action="([^"]*)"/i.exec(page)?.[1] ?? checkoutUrl;
  const fields = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)) {
    fields.set(/name="([^"]*)"/.exec(input)?.[1] ?? "", /value="([^"]*)"/.exec(input)?.[1] ?? "");
  }
  for (const [name, value] of Object.entries({ number: card, expiry: "12/40", cvc: "123", name: "Test Person" }))
    fields.set(name, value);
  const answer = await fetch(new URL(action.replaceAll("&amp;", "&"), checkoutUrl), {
    method: "POST",
    body: fields,
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "", checkoutUrl);
}

/** Everything that a new user does: sign-up, checkout, completion, the mail's link. Returns the signed-in client. */
export async function signUpAndPay(app: TestApp, email: string): Promise<SupabaseClient> {
  const client = app.visitor();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: "Test Person" } },
  });
  if (error) throw error;
  const userId = data.user?.id ?? "";
  const checkout = await client.functions.invoke("create-checkout-session", { body: { email, name: "Test Person", userId } });
  if (checkout.error) throw checkout.error;
  const back = await payInSandbox(checkout.data.checkoutUrl);
  const done = await client.functions.invoke("complete-sign-up", {
    body: { session_id: back.searchParams.get("session_id"), user_id: back.searchParams.get("user_id") },
  });
  if (done.error) throw done.error;
  const link = (await mailTo(app, email)).links.find((url) => url.includes("token_hash"));
  const token = new URLSearchParams(new URL(link ?? "").hash.slice(1));
  const verified = await client.auth.verifyOtp({ token_hash: token.get("token_hash") ?? "", type: "signup" });
  if (verified.error) throw verified.error;
  return client;
}
