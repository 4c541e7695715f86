import { afterAll, beforeAll, expect, test } from "vitest";
import type { SupabaseClient } from "@supabase/supabase-js";
import { startApp } from "../support/app.ts";
import { PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
});
afterAll(() => app.close());

/** A signed-in user, and `opens`: the answers of the paid functions to the token. */
async function signIn(email: string) {
  const created = await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = app.visitor();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  const token = data.session?.access_token ?? "";
  const opens = async (): Promise<string[]> => {
    const bodies = {
      "check-subscription": {},
      "billing-overview": {},
      "create-checkout-session": { email },
      "download-my-data": {},
    };
    const answers = new Set<string>();
    for (const [name, body] of Object.entries(bodies)) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await fetch(`${app.url}/functions/v1/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
      const refusal = answer.ok ? {} : ((await answer.json()) as { code?: string });
      if (answer.ok) await answer.arrayBuffer();
      answers.add(`${answer.status} ${refusal.code ?? "opened"}`);
    }
    return [...answers];
  };
  return { id: created.data.user?.id ?? "", client, token, opens };
}

test("the token of an ended session is refused by every paid function", async () => {
  const thief = await signIn("ruth@example.com");
  expect(await thief.opens()).not.toContain("401 session_not_found");
  const owner = app.visitor();
  await owner.auth.signInWithPassword({ email: "ruth@example.com", password: PASSWORD });
  expect((await owner.auth.updateUser({ password: "another long password" })).error).toBeNull();
  expect(await thief.opens()).toEqual(["401 session_not_found"]);
});

test("a banned person's token is refused by every paid function, and their sessions are not listed", async () => {
  const banned = await signIn("orpah@example.com");
  expect((await app.service().auth.admin.updateUserById(banned.id, { ban_duration: "24h" })).error).toBeNull();
  expect(await banned.opens()).toEqual(["401 session_not_found"]);
  expect((await banned.client.rpc("list_sessions")).error).toMatchObject({ code: "42501", hint: "session_not_found" });
});

test.for([
  ["is too old", "update auth.sessions set created_at = now() - interval '181 days' where user_id = $1"],
  ["was not used for too long", "update auth.sessions set refreshed_at = now() - interval '46 days' where user_id = $1"],
] as const)("a session that %s opens nothing that costs, and lists no sessions", async ([, aged], { task }) => {
  const old = await signIn(`tamar${task.id.replaceAll(/\W/g, "")}@example.com`);
  await database.query(aged, [old.id]);
  expect(await old.opens()).toEqual(["401 session_not_found"]);
  expect((await old.client.rpc("list_sessions")).error).toMatchObject({ code: "42501", hint: "session_not_found" });
});

test.for([
  ["reads rows", (client: SupabaseClient) => client.from("profiles").select("id")],
  ["looks for files", (client: SupabaseClient) => client.storage.from("avatars").list()],
  ["calls a function", (client: SupabaseClient) => client.functions.invoke("check-subscription", { body: {} })],
] as const)("a refresh token that is reused after its owner %s with the next one ends the session", async ([, use], { task }) => {
  const { id, client } = await signIn(`dinah${task.id.replaceAll(/\W/g, "")}@example.com`);
  const stolen = (await client.auth.getSession()).data.session?.refresh_token ?? "";
  await client.auth.refreshSession();
  const rotated = (): Promise<unknown> =>
    database.query("update auth.sessions set refreshed_at = now() - interval '1 minute' where user_id = $1", [id]);
  await rotated();
  expect((await app.visitor().auth.refreshSession({ refresh_token: stolen })).error).toBeNull();
  await use(client);
  await rotated();
  const { error } = await app.visitor().auth.refreshSession({ refresh_token: stolen });
  expect(error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  expect((await client.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
});
