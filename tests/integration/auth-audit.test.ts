import { afterAll, beforeAll, expect, test } from "vitest";
import { sweepAuditTrail } from "../../packages/supabase-server/auth/audit.ts";
import { EXPIRE_PROOF_SQL } from "../support/expire-proof.ts";
import { startAuthServer, signedIn, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

interface Entry {
  id: string;
  action: string;
  actor_id: string | null;
  subject_id: string | null;
  ip: string | null;
  user_agent: string | null;
  traits: Record<string, unknown>;
}

let seen = 0;
/** The entries added to the trail since the last call. */
async function added(): Promise<Entry[]> {
  const { rows } = await server.db.owner.query<Entry>("select * from auth.audit_log_entries where id > $1 order by id", [seen]);
  seen = Number(rows.at(-1)?.id ?? seen);
  return rows;
}
const actions = (entries: Entry[]): string[] => entries.map((entry) => entry.action);

test("everything that happens to an account is recorded with actor, address and device, and without secrets", async () => {
  const email = "rachel@example.org";
  const headers = { "x-forwarded-for": "2001:db8::7", "user-agent": "Browser\u00e9 9" };
  const password = "correct horse";
  const signUp = await server.post("/signup", { email, password, data: { full_name: "Rachel" } }, headers);
  const { id } = (await signUp.json()) as { id: string };
  const link = await server.latestLink(email);
  await server.post("/verify", { type: link.type, token_hash: link.token_hash }, headers);
  await server.post("/token?grant_type=password", { email, password: "battery staple" }, headers);
  const signIn = await server.post("/token?grant_type=password", { email, password }, headers);
  const session = (await signIn.json()) as { access_token: string };
  const bearer = { ...headers, authorization: `Bearer ${session.access_token}` };
  await fetch(`${server.url}/auth/v1/user`, {
    method: "PUT",
    headers: bearer,
    body: JSON.stringify({ password: "a new password" }),
  });
  await server.post("/recover", { email }, headers);
  await server.post("/logout?scope=global", {}, bearer);
  await server.admin.auth.admin.updateUserById(id, { user_metadata: { seen: true } });
  await server.admin.auth.admin.deleteUser(id);

  const entries = await added();
  expect(actions(entries)).toEqual([
    "user_signedup",
    "user_confirmed",
    "login",
    "login_failed",
    "login",
    "user_updated_password",
    "logout",
    "user_recovery_requested",
    "logout",
    "user_modified",
    "user_deleted",
  ]);
  expect(new Set(entries.map((entry) => entry.subject_id))).toEqual(new Set([id]));
  expect(entries.filter((entry) => entry.actor_id !== null && entry.actor_id !== id)).toEqual([]);
  expect(entries.slice(0, 9).every((entry) => entry.ip === "2001:db8::7" && entry.user_agent === "Browser 9")).toBe(true);
  expect(entries.find((entry) => entry.action === "login_failed")).toMatchObject({
    actor_id: null,
    traits: { reason: "invalid_credentials" },
  });
  const recorded = JSON.stringify(entries);
  for (const secret of [email, "rachel", "Rachel", password, "battery", link.token_hash, session.access_token])
    expect(recorded).not.toContain(secret);
});

test("failures are recorded although the request's transaction is rolled back, with only a hash of an unknown address", async () => {
  for (const email of ["nobody@example.org", "NOBODY@example.org", "somebody.else@example.org"])
    await server.post("/token?grant_type=password", { email, password: "x" });
  await server.post("/verify", { type: "recovery", token_hash: "x" });
  await server.post("/recover", { email: "nobody@example.org" });
  const entries = await added();
  expect(actions(entries)).toEqual([
    "login_failed",
    "login_failed",
    "login_failed",
    "verification_failed",
    "user_recovery_requested",
  ]);
  const hashes = entries.map((entry) => entry.traits["address"]);
  expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
  expect([hashes[1], hashes[4]]).toEqual([hashes[0], hashes[0]]);
  expect(hashes[2]).not.toBe(hashes[0]);
  expect(JSON.stringify(entries)).not.toMatch(/nobody|somebody/i);
  expect(entries.every((entry) => entry.actor_id === null && entry.subject_id === null)).toBe(true);
});

test("a failed reauthentication is recorded, and which mailed link opened a session", async () => {
  const browser = await signedIn(server, "leah@example.org");
  const id = (await browser.auth.getUser()).data.user?.id;
  await server.browser().auth.resetPasswordForEmail("leah@example.org");
  const link = await server.latestLink("leah@example.org");
  await added();
  await browser.auth.updateUser({ password: "battery staple", current_password: "wrong" });
  await server.db.owner.query(EXPIRE_PROOF_SQL, [id]);
  await browser.auth.updateUser({ password: "battery staple", nonce: "000000" });
  await server.browser().auth.verifyOtp({ token_hash: link.token_hash, type: "recovery" });
  const failed = (reason: string) => ({
    action: "verification_failed",
    actor_id: id,
    traits: { type: "password_change", reason },
  });
  expect(await added()).toMatchObject([
    failed("current_password_invalid"),
    failed("reauthentication_not_valid"),
    { action: "login", actor_id: id, traits: { method: "otp", type: "recovery" } },
  ]);
});

test("links that are followed, codes that are exchanged and changes of the own account are recorded", async () => {
  const email = "dinah@example.org";
  const browser = await signedIn(server, email);
  const id = (await browser.auth.getUser()).data.user?.id;
  const follow = async (hash: string): Promise<URL> => {
    const answer = await fetch(`${server.url}/auth/v1/verify?token=${hash}&type=recovery`, { redirect: "manual" });
    return new URL(answer.headers.get("location") ?? "");
  };
  await added();
  // Without a PKCE challenge the link brings the session, with one (as the client sends it) a code to exchange.
  await server.post("/recover", { email });
  const plain = await server.latestLink(email);
  await follow(plain.token_hash);
  await follow(plain.token_hash);
  const other = server.browser();
  await other.auth.resetPasswordForEmail(email);
  const code = (await follow((await server.latestLink(email)).token_hash)).searchParams.get("code") ?? "";
  await other.auth.exchangeCodeForSession(code);
  await server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: "v".repeat(43) });
  await browser.auth.updateUser({ data: { full_name: "Dinah" } });
  const entries = await added();
  expect(entries).toMatchObject([
    { action: "user_recovery_requested", subject_id: id },
    { action: "login", actor_id: id, traits: { method: "otp", type: "recovery" } },
    { action: "verification_failed", traits: { type: "recovery" } },
    { action: "user_recovery_requested", subject_id: id },
    { action: "login", actor_id: id, traits: { method: "recovery" } },
    { action: "login_failed", traits: { method: "pkce" } },
    { action: "user_modified", actor_id: id },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/dinah/i);
});

test("requested mails, changed addresses and what the service key does are recorded, without an email address", async () => {
  const { data } = await server.admin.auth.admin.createUser({
    email: "zilpah@example.org",
    password: "correct horse",
    email_confirm: true,
  });
  const zilpah = server.browser();
  await zilpah.auth.signInWithPassword({ email: "zilpah@example.org", password: "correct horse" });
  await server.browser().auth.signUp({ email: "zilpah@example.org", password: "correct horse" });
  await server.browser().auth.signInWithOtp({ email: "zilpah@example.org" });
  await server.browser().auth.resend({ email: "zilpah@example.org", type: "signup" });
  await zilpah.auth.reauthenticate();
  await zilpah.auth.updateUser({ email: "zilpah2@example.org" });
  for (const to of ["zilpah@example.org", "zilpah2@example.org"]) {
    const { token_hash, type } = await server.latestLink(to);
    await server.browser().auth.verifyOtp({ token_hash, type });
  }
  await server.admin.auth.admin.inviteUserByEmail("bilhah@example.org");
  const { token_hash, type } = await server.latestLink("bilhah@example.org");
  await server.browser().auth.verifyOtp({ token_hash, type });
  await server.admin.auth.admin.generateLink({ type: "recovery", email: "bilhah@example.org" });

  const entries = await added();
  expect(actions(entries)).toEqual([
    "user_signedup",
    "login",
    "user_repeated_signup",
    "user_magiclink_requested",
    "user_confirmation_requested",
    "user_reauthenticate_requested",
    "user_email_change_requested",
    "user_email_changed",
    "login",
    "user_invited",
    "invite_accepted",
    "login",
    "link_generated",
  ]);
  expect(entries[0]).toMatchObject({ actor_id: null, subject_id: data.user?.id, traits: { by: "admin" } });
  expect(JSON.stringify(entries)).not.toMatch(/zilpah|bilhah/i);
});

test("a forwarding header that is not an IP address is not stored", async () => {
  await server.post(
    "/token?grant_type=password",
    { email: "x@example.org", password: "x" },
    { "x-forwarded-for": "'; drop table" },
  );
  expect((await added()).map((entry) => entry.ip)).toEqual([null]);
});

test("nobody can change entries, not even with the service key, and old ones are deleted", async () => {
  await server.post("/token?grant_type=password", { email: "x@example.org", password: "x" });
  for (const statement of ["update auth.audit_log_entries set action = 'x'", "delete from auth.audit_log_entries"]) {
    const client = await server.db.requests.service_role.pool.connect();
    await client.query("begin");
    await client.query("set local role service_role");
    await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" });
    await client.query("rollback");
    client.release();
  }
  const count = async (): Promise<number> => (await server.db.owner.query("select from auth.audit_log_entries")).rowCount ?? 0;
  const before = await count();
  await server.db.owner.query(
    "update auth.audit_log_entries set created_at = now() - interval '91 days' where id = (select min(id) from auth.audit_log_entries)",
  );
  await sweepAuditTrail(server.db, 90);
  expect(await count()).toBe(before - 1);
});
