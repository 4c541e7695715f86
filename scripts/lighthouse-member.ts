import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { z } from "zod";
import { browserPath } from "./browser.ts";

const MAIL_MS = 30_000;
const EMAIL = "ruth@example.com";
const CARD = { number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123", name: "Ruth" };

const configuration = z.object({ supabaseAnonKey: z.string() });
const inbox = z.array(z.object({ to: z.string(), links: z.array(z.string()) }));

/** Makes a member in the trial and signs them in. Resolves to the session, as the app stores it. */
export async function createMember(url: string): Promise<string> {
  const { supabaseAnonKey } = configuration.parse(await (await fetch(`${url}/config.json`)).json());
  const client = createClient(url, supabaseAnonKey, { auth: { persistSession: false } });
  const account = await client.auth.signUp({ email: EMAIL, password: "a long enough password" });
  if (account.error) throw account.error;
  const mail = async () => {
    const messages = inbox.parse(await (await fetch(`${url}/inbox/messages.json`)).json());
    return messages.find(({ to }) => to === EMAIL)?.links.find((link) => link.includes("token_hash"));
  };
  let link = await mail();
  for (const deadline = Date.now() + MAIL_MS; link === undefined; link = await mail()) {
    if (Date.now() > deadline) throw new Error("the mail that confirms the address did not come");
    await pause(100);
  }
  const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
  const verified = await client.auth.verifyOtp({ token_hash, type: "signup" });
  if (verified.error) throw verified.error;
  const body = { userId: account.data.user?.id, email: EMAIL };
  const checkout = await client.functions.invoke<{ url: string }>("create-checkout-session", { body });
  if (!checkout.data) throw new Error("no checkout was made", { cause: checkout.error });
  const headers = { "sec-fetch-site": "same-origin" };
  await fetch(new URL(checkout.data.url, url), { method: "POST", redirect: "manual", headers, body: new URLSearchParams(CARD) });
  return JSON.stringify(verified.data.session);
}

/** A browser's profile in `folder` with nothing in it but the member's session. */
export async function profileOf(session: string, url: string, folder: string): Promise<string> {
  const profile = await mkdtemp(join(folder, "profile-"));
  const context = await chromium.launchPersistentContext(profile, await browserPath());
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem("sb-localhost-auth-token", value), session);
  await context.close();
  return profile;
}
