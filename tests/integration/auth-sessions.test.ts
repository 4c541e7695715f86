import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { saveSessionLimits, sweepSessions } from "../../packages/supabase-server/auth/sessions.ts";
import { startAuthServer, signedIn, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(async () => server.close());

async function sessionOf(browser: SupabaseClient): Promise<Session> {
  const { data } = await browser.auth.getSession();
  if (!data.session) throw new Error("not signed in");
  return data.session;
}

async function refresh(
  token: string,
): Promise<{ status: number; body: { refresh_token: string; access_token: string; code?: string } }> {
  const answer = await server.post("/token?grant_type=refresh_token", { refresh_token: token });
  return { status: answer.status, body: (await answer.json()) as { refresh_token: string; access_token: string } };
}

const activeSessions = async (email: string): Promise<number> =>
  (await server.db.owner.query("select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1", [email]))
    .rowCount ?? 0;

test("a wrong password and an unknown address get the same answer", async () => {
  await signedIn(server, "paul@example.org");
  for (const email of ["paul@example.org", "nobody@example.org", "not an address"]) {
    const { error } = await server.browser().auth.signInWithPassword({ email, password: "wrong password" });
    expect(error).toMatchObject({
      name: "AuthApiError",
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  }
});

test("refreshing rotates the token and keeps the session", async () => {
  const browser = await signedIn(server, "rotate@example.org");
  const before = await sessionOf(browser);
  const { data, error } = await browser.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(before.refresh_token);
  expect((await browser.auth.getUser()).data.user?.email).toBe("rotate@example.org");
  expect(await activeSessions("rotate@example.org")).toBe(1);
});

/** Makes a session's last rotation older than the reuse interval. */
const makeRotationOlder = async (seconds = 11): Promise<unknown> =>
  server.db.owner.query("update auth.sessions set refreshed_at = now() - make_interval(secs => $1)", [seconds]);

const getUser = async (accessToken: string): Promise<{ status: number; body: { code?: string } }> => {
  const answer = await fetch(`${server.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${accessToken}`, "x-supabase-api-version": "2024-01-01" },
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
};

test("if the answer to a refresh is lost, the previous token returns the same new token at any time", async () => {
  const { refresh_token: parent, access_token } = await sessionOf(await signedIn(server, "lost@example.org"));
  const current = await refresh(parent);
  await makeRotationOlder(3600);
  // The client still uses its old access token, so the new tokens count as not received.
  expect((await getUser(access_token)).status).toBe(200);
  expect((await refresh(parent)).body.refresh_token).toBe(current.body.refresh_token);
  await makeRotationOlder(20 * 86_400);
  expect((await refresh(parent)).body.refresh_token).toBe(current.body.refresh_token);
});

test("two tabs that refresh at the same time both get the new token, although one has used it already", async () => {
  const { refresh_token: shared } = await sessionOf(await signedIn(server, "tabs@example.org"));
  const first = await refresh(shared);
  expect((await getUser(first.body.access_token)).status).toBe(200);
  expect((await refresh(shared)).body.refresh_token).toBe(first.body.refresh_token);
});

test("a previous token that is sent again after the new one was used ends the session, which is recorded", async () => {
  const browser = await signedIn(server, "stolen@example.org");
  const { refresh_token: stolen, user } = await sessionOf(browser);
  const current = await refresh(stolen);
  expect((await getUser(current.body.access_token)).status).toBe(200);
  await makeRotationOlder();
  expect(await refresh(stolen)).toMatchObject({ status: 400, body: { code: "refresh_token_already_used" } });
  expect(await refresh(current.body.refresh_token)).toMatchObject({ status: 400, body: { code: "refresh_token_not_found" } });
  expect((await getUser(current.body.access_token)).body.code).toBe("session_not_found");
  const { rows } = await server.db.owner.query(
    "select traits from auth.audit_log_entries where action = 'token_revoked' and subject_id = $1",
    [user.id],
  );
  expect(rows).toEqual([{ traits: { reason: "refresh_token_already_used", session: expect.any(String) } }]);
});

test("a thief who refreshes with the token of a closed tab is noticed when its owner comes back", async () => {
  const { refresh_token: stolen } = await sessionOf(await signedIn(server, "closed@example.org"));
  // The owner's tab was closed before it used the answer.
  const owners = (await refresh(stolen)).body.refresh_token;
  await makeRotationOlder();
  const thief = await refresh(stolen);
  expect(thief.body.refresh_token).toBe(owners);
  const thiefs = await refresh(thief.body.refresh_token);
  expect((await getUser(thiefs.body.access_token)).status).toBe(200);
  await makeRotationOlder();
  expect(await refresh(owners)).toMatchObject({ status: 400, body: { code: "refresh_token_already_used" } });
  expect((await getUser(thiefs.body.access_token)).body.code).toBe("session_not_found");
});

test("an older token is accepted for ten seconds, then it ends the session", async () => {
  const { refresh_token: oldest, access_token } = await sessionOf(await signedIn(server, "reuse@example.org"));
  const parent = (await refresh(oldest)).body.refresh_token;
  const current = (await refresh(parent)).body.refresh_token;
  expect(await refresh(oldest)).toMatchObject({ status: 200, body: { refresh_token: current } });

  await makeRotationOlder();
  expect(await refresh(oldest)).toMatchObject({ status: 400, body: { code: "refresh_token_already_used" } });
  expect(await refresh(current)).toMatchObject({ status: 400, body: { code: "refresh_token_not_found" } });
  expect(await getUser(access_token)).toMatchObject({ status: 403, body: { code: "session_not_found" } });
});

test.for([
  ["nobody has used for 46 days", "update auth.sessions set refreshed_at = now() - interval '46 days' where user_id = $1"],
  ["is 181 days old", "update auth.sessions set created_at = now() - interval '181 days' where user_id = $1"],
] as const)("a session that %s ends, and the client is told", async ([, aged], { task }) => {
  const email = `aged${task.id.replaceAll(/\W/g, "")}@example.org`;
  const browser = await signedIn(server, email);
  const { user, refresh_token } = await sessionOf(browser);
  await server.db.owner.query(aged, [user.id]);
  expect((await getUser((await sessionOf(browser)).access_token)).body.code).toBe("session_not_found");
  const { error } = await browser.auth.refreshSession();
  expect(error).toMatchObject({ status: 400, code: "session_expired" });
  expect(await activeSessions(email)).toBe(0);
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await browser.auth.getSession()).data.session).toBeNull();
  expect((await refresh(refresh_token)).body.code).toBe("refresh_token_not_found");
});

test("a session used within the month continues, and its access token never expires later than the session", async () => {
  const browser = await signedIn(server, "monthly@example.org");
  const { user } = await sessionOf(browser);
  await server.db.owner.query(
    "update auth.sessions set refreshed_at = now() - interval '32 days', created_at = now() - interval '179 days 23 hours 50 minutes' where user_id = $1",
    [user.id],
  );
  const { data, error } = await browser.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.expires_in).toBeGreaterThan(500);
  expect(data.session?.expires_in).toBeLessThanOrEqual(600);
});

test("an operator's session limits apply until they are removed", async () => {
  const browser = await signedIn(server, "operator@example.org");
  const { user, access_token } = await sessionOf(browser);
  const code = async () => (await getUser(access_token)).body.code;
  const age = (column: string) =>
    server.db.owner.query(`update auth.sessions set ${column} = now() - interval '2 minutes' where user_id = $1`, [user.id]);
  await age("refreshed_at");
  await saveSessionLimits(server.db, { maxIdle: 60 });
  expect(await code()).toBe("session_not_found");
  await saveSessionLimits(server.db, { maxAge: 60 });
  expect(await code(), "the idle limit is removed").toBeUndefined();
  await age("created_at");
  expect(await code()).toBe("session_not_found");
  await saveSessionLimits(server.db, {});
  expect(await code()).toBeUndefined();
});

test("expired sessions are deleted, the others stay", async () => {
  for (const name of ["swept", "idle", "kept"]) await signedIn(server, `${name}@sweep.example`);
  await server.db.owner.query(
    `update auth.sessions s set created_at = now() - case when u.email like 'swept%' then interval '181 days' else interval '100 days' end,
       refreshed_at = now() - case when u.email like 'idle%' then interval '46 days' else interval '44 days' end
     from auth.users u where u.id = s.user_id and u.email like '%@sweep.example'`,
  );
  await sweepSessions(server.db);
  const { rows } = await server.db.owner.query<{ email: string }>(
    "select email from auth.sessions s join auth.users u on u.id = s.user_id where u.email like '%@sweep.example'",
  );
  expect(rows).toEqual([{ email: "kept@sweep.example" }]);
});

test("fifty simultaneous refreshes of one token return the same new token", async () => {
  // A first burst opens the connections, so that the second one reaches the row at the same time.
  const { refresh_token: other } = await sessionOf(await signedIn(server, "first@example.org"));
  await Promise.all(Array.from({ length: 50 }, async () => refresh(other)));
  const { refresh_token } = await sessionOf(await signedIn(server, "many@example.org"));
  const answers = await Promise.all(Array.from({ length: 50 }, async () => refresh(refresh_token)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const tokens = new Set(answers.map((answer) => answer.body.refresh_token));
  expect(tokens.size).toBe(1);
  expect(await activeSessions("many@example.org")).toBe(1);
  expect((await refresh([...tokens][0] ?? "")).status).toBe(200);
});

test.for([
  ["an empty one", ""],
  ["an invented one", "abcdefghijkl"],
  ["one of the right length", "A".repeat(75)],
] as const)("a refresh token that was never issued is refused: %s", async ([, token]) => {
  const { error } = await server.browser().auth.refreshSession({ refresh_token: token || " " });
  expect(error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
});

test("a refresh without a token is refused in OAuth's own form", async () => {
  for (const body of [{}, { refresh_token: "" }]) {
    const answer = await server.post("/token?grant_type=refresh_token", body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "invalid_request", error_description: "refresh_token required" },
    ]);
  }
});

test("signing out everywhere, here only, or everywhere else ends just those sessions", async () => {
  const email = "devices@example.org";
  const phone = await signedIn(server, email);
  const laptop = server.browser();
  const tablet = server.browser();
  for (const device of [laptop, tablet]) await device.auth.signInWithPassword({ email, password: "correct horse" });
  expect(await activeSessions(email)).toBe(3);

  await tablet.auth.signOut({ scope: "local" });
  expect(await activeSessions(email)).toBe(2);
  await phone.auth.signOut({ scope: "others" });
  expect(await activeSessions(email)).toBe(1);
  const { data, error } = await laptop.auth.getUser();
  expect([data.user, error?.name]).toEqual([null, "AuthSessionMissingError"]);
  expect((await phone.auth.getUser()).data.user?.email).toBe(email);

  const { refresh_token } = await sessionOf(phone);
  expect((await phone.auth.signOut()).error).toBeNull();
  expect(await activeSessions(email)).toBe(0);
  expect((await refresh(refresh_token)).body.code).toBe("refresh_token_not_found");
  const bad = await server.post(
    "/logout?scope=everything",
    {},
    { authorization: `Bearer ${(await sessionOf(await signedIn(server, "x@example.org"))).access_token}` },
  );
  expect([bad.status, await bad.json()]).toMatchObject([400, { code: "validation_failed" }]);
});

test("user data merge, and null removes a key", async () => {
  const browser = await signedIn(server, "data@example.org");
  await browser.auth.updateUser({ data: { full_name: "Ada", avatar_url: "a.webp", nested: { keep: null } } });
  const { data, error } = await browser.auth.updateUser({ data: { avatar_url: null, color: "blue" } });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toEqual({ full_name: "Ada", color: "blue", nested: { keep: null } });
  expect((await browser.auth.updateUser({ data: { long: "x".repeat(9000) } })).error?.code).toBe("validation_failed");
  expect((await browser.auth.updateUser({ email: "data@example.org" })).error).toBeNull();
});

test("a changed password ends the other sessions and outstanding mails, and keeps this one", async () => {
  const email = "change@example.org";
  const browser = await signedIn(server, email);
  const other = server.browser();
  await other.auth.signInWithPassword({ email, password: "correct horse" });
  await server.browser().auth.resetPasswordForEmail(email);
  const { token_hash } = await server.latestLink(email);

  expect((await browser.auth.updateUser({ password: "correct horse" })).error).toMatchObject({
    status: 422,
    code: "same_password",
  });
  expect((await browser.auth.updateUser({ password: "short" })).error).toMatchObject({
    status: 422,
    name: "AuthWeakPasswordError",
    reasons: ["length"],
  });
  expect((await browser.auth.updateUser({ password: "x".repeat(73) })).error).toMatchObject({
    status: 400,
    code: "validation_failed",
  });
  expect((await browser.auth.updateUser({ password: "battery staple" })).error).toBeNull();

  expect((await browser.auth.getUser()).data.user?.email).toBe(email);
  expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "recovery" })).error?.code).toBe("otp_expired");
  expect((await server.browser().auth.signInWithPassword({ email, password: "battery staple" })).error).toBeNull();
});

test("a password of 72 bytes works, and a longer one that begins with it does not", async () => {
  const password = "p".repeat(72);
  await signedIn(server, "long@example.org", password);
  const { error } = await server.browser().auth.signInWithPassword({ email: "long@example.org", password: `${password}!` });
  expect(error?.code).toBe("invalid_credentials");
});

test("the service key administers accounts, other keys do not", async () => {
  const { data: created } = await server.admin.auth.admin.createUser({
    email: "Made@example.org",
    password: "correct horse",
    email_confirm: true,
    user_metadata: { full_name: "Made" },
    app_metadata: { plan: "x" },
  });
  const id = created.user?.id ?? "";
  expect(created.user).toMatchObject({
    email: "made@example.org",
    user_metadata: { full_name: "Made" },
    app_metadata: { provider: "email", plan: "x" },
  });
  expect((await server.admin.auth.admin.createUser({ email: "made@example.org" })).error).toMatchObject({
    status: 422,
    code: "email_exists",
  });
  expect((await server.admin.auth.admin.createUser({ phone: "123" })).error?.code).toBe("validation_failed");
  expect((await server.admin.auth.admin.getUserById(id)).data.user?.email).toBe("made@example.org");
  const { data: listed } = await server.admin.auth.admin.listUsers({ page: 1, perPage: 2 });
  expect(listed.users).toHaveLength(2);
  expect(listed.users[0]?.id).toBe(id);
  expect(listed).toMatchObject({ aud: "authenticated", nextPage: 2, total: expect.any(Number) });

  const { access_token } = await sessionOf(await signedIn(server, "person@example.org"));
  for (const [token, status, code] of [
    [access_token, 403, "not_admin"],
    [server.keys.anonKey, 403, "not_admin"],
    ["", 401, "no_authorization"],
  ] as const) {
    const refused = await server.post("/admin/users", {}, token ? { authorization: `Bearer ${token}` } : {});
    expect([refused.status, await refused.json()]).toMatchObject([status, { code }]);
  }

  expect((await server.admin.auth.admin.deleteUser(id)).error).toBeNull();
  expect((await server.admin.auth.admin.getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
  expect((await server.admin.auth.admin.deleteUser(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
});

test("a deleted or banned person can't sign in or refresh", async () => {
  const browser = await signedIn(server, "gone@example.org");
  const { user } = await sessionOf(browser);
  await server.db.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [user.id]);
  expect((await browser.auth.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
  expect((await browser.auth.refreshSession()).error).toMatchObject({
    status: 400,
    code: "user_banned",
    message: "Invalid Refresh Token: User Banned",
  });
  const signIn = await server.browser().auth.signInWithPassword({ email: "gone@example.org", password: "correct horse" });
  expect(signIn.error).toMatchObject({ status: 400, code: "user_banned" });
  const again = await signedIn(server, "gone2@example.org");
  const { user: second } = await sessionOf(again);
  await server.admin.auth.admin.deleteUser(second.id);
  expect((await again.auth.getUser()).error).toMatchObject({ status: 403, code: "user_not_found" });
});
