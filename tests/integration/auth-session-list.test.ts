import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { withSecondFactor, type Authenticator } from "../support/authenticator.ts";
import { startApp } from "../support/app.ts";
import { callFunction } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

const PASSWORD = "a long enough password";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app.close());

/** Signs in with this User-Agent. */
async function signIn(email: string, device: string): Promise<SupabaseClient> {
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } };
  const client = createClient(app.url, app.keys.anonKey, { ...options, global: { headers: { "user-agent": device } } });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

async function createPerson(email: string): Promise<string> {
  const { data, error } = await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  return data.user.id;
}

interface Listed {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  is_current: boolean;
}

async function list(client: SupabaseClient): Promise<Listed[]> {
  const { data, error } = await client.rpc("list_sessions");
  if (error) throw error;
  return data as Listed[];
}

const tokenOf = async (client: SupabaseClient): Promise<string> =>
  (await client.auth.getSession()).data.session?.access_token ?? "";

test("a user sees their own sessions, the last used first, with the current one marked", async () => {
  await createPerson("ruth@example.org");
  const phone = await signIn("ruth@example.org", "Phone/1.0 \u00A0é " + "x".repeat(300));
  const laptop = await signIn("ruth@example.org", "Laptop/2.0");
  await phone.auth.refreshSession();
  const sessions = await list(laptop);
  expect(sessions.map(({ user_agent, is_current }) => [user_agent?.slice(0, 10), is_current])).toEqual([
    ["Phone/1.0 ", false],
    ["Laptop/2.0", true],
  ]);
  expect(sessions[0]?.user_agent).toMatch(/^[\x20-\x7e]{1,255}$/);
  expect(Date.parse(sessions[0]?.last_used_at ?? "")).toBeGreaterThan(Date.parse(sessions[0]?.created_at ?? ""));
});

test("a device that another one signed out can end no sessions although its token has not expired", async () => {
  await createPerson("naomi@example.org");
  const stolen = await signIn("naomi@example.org", "Stolen");
  const own = await signIn("naomi@example.org", "Own");
  const theirs = (await list(own)).find(({ is_current }) => !is_current)?.id;
  const mine = (await list(own)).find(({ is_current }) => is_current)?.id;
  expect(await own.rpc("end_session", { p_session: theirs })).toMatchObject({ data: true, error: null });
  expect(await own.rpc("end_session", { p_session: theirs })).toMatchObject({ data: false, error: null });
  expect((await stolen.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");

  const headers = { apikey: app.keys.anonKey, authorization: `Bearer ${await tokenOf(own)}` };
  expect((await fetch(`${app.url}/auth/v1/user`, { headers })).status).toBe(200);
  expect(await list(own)).toHaveLength(1);
  const again = await signIn("naomi@example.org", "Again");
  const remembered = await tokenOf(again);
  const againId = (await list(again)).find(({ is_current }) => is_current)?.id;
  await own.rpc("end_session", { p_session: againId });
  for (const name of ["list_sessions", "end_session"]) {
    const answer = await fetch(`${app.url}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${remembered}`, "content-type": "application/json" },
      body: JSON.stringify(name === "end_session" ? { p_session: mine } : {}),
    });
    expect([answer.status, await answer.json()], name).toMatchObject([403, { code: "42501", hint: "session_not_found" }]);
  }
  expect(await list(own)).toHaveLength(1);
});

test("nobody lists or ends another user's sessions", async () => {
  await createPerson("boaz@example.org");
  await createPerson("thief@example.org");
  const boaz = await signIn("boaz@example.org", "Boaz");
  const thief = await signIn("thief@example.org", "Thief");
  const target = (await list(boaz))[0]?.id;
  expect((await list(thief)).map(({ id }) => id)).not.toContain(target);
  expect(await thief.rpc("end_session", { p_session: target })).toMatchObject({ data: false, error: null });
  expect((await boaz.auth.refreshSession()).error).toBeNull();
  expect((await app.visitor().rpc("list_sessions")).error?.code).toBe("42501");
  expect((await app.visitor().rpc("end_session", { p_session: target })).error?.code).toBe("42501");
});

test("signing the others out keeps this session", async () => {
  await createPerson("esther@example.org");
  await signIn("esther@example.org", "Other");
  const own = await signIn("esther@example.org", "Own");
  expect((await own.auth.signOut({ scope: "others" })).error).toBeNull();
  expect((await list(own)).map(({ user_agent }) => user_agent)).toEqual(["Own"]);
});

test("without the second factor a session reaches no row, file, session or function of an account that has one", async () => {
  const id = await createPerson("deborah@example.org");
  const strong = await signIn("deborah@example.org", "Own");
  const { error } = await strong.from("sermons").insert({ title: "Rest", content: "Come." });
  expect(error).toBeNull();
  const recording = new Blob(["x"], { type: "audio/mpeg" });
  expect((await app.service().storage.from("sermon-audio").upload(`${id}/g/a.mp3`, recording)).error).toBeNull();
  const authenticator: Authenticator = await withSecondFactor(strong);
  const weak = await signIn("deborah@example.org", "Guessed");

  const reach = async (client: SupabaseClient) => ({
    profile: (await client.from("profiles").select("id")).data?.length,
    sermons: (await client.from("sermons").select("title")).data?.length,
    changed: (await client.from("sermons").update({ title: "Peace" }).eq("user_id", id).select("title")).data?.length,
    inserted: (await client.from("sermons").insert({ title: "x", content: "y" })).error?.code ?? "yes",
    files: (await client.storage.from("sermon-audio").list(`${id}/g`)).data?.length,
    signed: (await client.storage.from("sermon-audio").createSignedUrl(`${id}/g/a.mp3`, 60)).error === null,
    sessions: (await client.rpc("list_sessions")).error?.hint ?? "yes",
    status: (await callFunction(app, "check-subscription", await tokenOf(client), { userId: id })).body.code ?? "yes",
  });
  expect(await reach(weak)).toEqual({
    profile: 0,
    sermons: 0,
    changed: 0,
    inserted: "42501",
    files: 0,
    signed: false,
    sessions: "insufficient_aal",
    status: "insufficient_aal",
  });
  const ended = (await list(strong)).find(({ is_current }) => is_current)?.id;
  expect((await weak.rpc("end_session", { p_session: ended })).error?.hint).toBe("insufficient_aal");
  for (const name of ["generate-sermon", "create-checkout-session", "generate-voice", "generate-image"]) {
    expect(await callFunction(app, name, await tokenOf(weak), {}), name).toMatchObject({
      status: 403,
      body: { code: "insufficient_aal" },
    });
  }
  expect(await reach(strong)).toEqual({
    profile: 1,
    sermons: 1,
    changed: 1,
    inserted: "yes",
    files: 1,
    signed: true,
    sessions: "yes",
    status: "yes",
  });
  const raised = await weak.auth.mfa.challengeAndVerify({ factorId: authenticator.factorId, code: authenticator.code(1) });
  expect(raised.error).toBeNull();
  expect((await weak.from("profiles").select("id")).data).toHaveLength(1);
});
