import { randomUUID } from "node:crypto";
import type { FunctionsHttpError, SupabaseClient } from "@supabase/supabase-js";
import { withSecondFactor } from "./authenticator.ts";
import { PASSWORD } from "./sign-up.ts";
import type { TestApp } from "./start-app.ts";

/** A signed-in person with a confirmed account. */
export async function member(
  app: TestApp,
  email = `${randomUUID()}@example.com`,
): Promise<{ id: string; client: SupabaseClient }> {
  const created = await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = app.visitor();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error || created.error) throw error ?? created.error;
  return { id: created.data.user.id, client };
}

/** An administrator with a second factor and an aal2 session: `has_role` is false without it. */
export async function administrator(app: TestApp): Promise<{ id: string; client: SupabaseClient }> {
  const admin = await member(app);
  await withSecondFactor(admin.client);
  await grantAdmin(app, admin.id);
  return admin;
}

export async function grantAdmin(app: TestApp, userId: string): Promise<void> {
  const { error } = await app.service().from("user_roles").insert({ user_id: userId, role: "admin" });
  if (error) throw error;
}

/** What a function answers, refusals as `{status, code}`. */
export async function invoke(client: SupabaseClient, name: string, body: object): Promise<Record<string, unknown>> {
  const { data, error } = await client.functions.invoke(name, { body });
  if (!error) return data;
  const response = (error as FunctionsHttpError).context as Response;
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
}

export const FORM = { name: "Ruth", email: "ruth@example.com", message: "May I share a sermon?", formSource: "contact_page" };

/** Sends the form and answers the id of the message. */
export async function sendForm(app: TestApp, form: Partial<typeof FORM> = {}): Promise<string> {
  const answer = await invoke(app.visitor(), "handle-contact-submission", { ...FORM, ...form });
  return String(answer["id"]);
}
