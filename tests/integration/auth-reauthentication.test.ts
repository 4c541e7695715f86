import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { enrolApp, withSecondFactor } from "../support/authenticator.ts";
import { EXPIRE_PROOF_SQL } from "../support/expire-proof.ts";
import { startAuthServer, signedIn, type AuthServer } from "./auth-fixture.ts";

const PASSWORD = "correct horse";
const NEEDED = { status: 400, code: "reauthentication_needed" };

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ manualLinking: true });
});
afterAll(async () => server.close());

const makeStale = async (browser: SupabaseClient, at = server): Promise<void> => {
  const { data } = await browser.auth.getSession();
  await at.db.owner.query(EXPIRE_PROOF_SQL, [data.session?.user.id]);
};
/** A person whose sign-in is too old to count as recent. */
async function signedInLongAgo(email: string, at = server): Promise<SupabaseClient> {
  const browser = await signedIn(at, email);
  await makeStale(browser, at);
  return browser;
}
async function nonceFor(browser: SupabaseClient, email: string): Promise<string> {
  expect(await browser.auth.reauthenticate()).toMatchObject({ error: null, data: { user: null, session: null } });
  const mail = (await server.deliver()).findLast((sent) => sent.to === email);
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}
const change = async (
  who: SupabaseClient,
  proof: { current_password?: string; nonce?: string } = {},
  password = "battery staple",
) => (await who.auth.updateUser({ password, ...proof })).error;

test("a password changes after a recent sign-in; later only with the present password or, once, a mailed code", async () => {
  const email = "old@example.org";
  expect(await change(await signedIn(server, "young@example.org"))).toBeNull();

  const browser = await signedInLongAgo(email);
  expect(await change(browser)).toMatchObject({ ...NEEDED, message: "Password update requires reauthentication" });
  expect((await browser.auth.updateUser({ data: { full_name: "Ada" } })).error).toBeNull();
  const nonce = await nonceFor(browser, email);
  expect((await browser.auth.getUser()).data.user).toHaveProperty("reauthentication_sent_at");
  expect(await change(browser, { nonce })).toBeNull();
  await makeStale(browser);
  expect(await change(browser, { nonce }, "paper clip chain")).toMatchObject({
    status: 422,
    code: "reauthentication_not_valid",
    message: "Nonce has expired or is invalid",
  });
  expect(await change(browser, { current_password: "battery staple" }, "paper clip chain")).toBeNull();
});

test("whether a new password equals the present one is not revealed without a proof", async () => {
  const browser = await signedInLongAgo("oracle@example.org");
  expect(await change(browser, {}, PASSWORD)).toMatchObject(NEEDED);
  expect((await change(browser, { current_password: "wrong horse" }, PASSWORD))?.code).toBe("current_password_invalid");
});

test("a new address can be requested only after a recent proof", async () => {
  const email = "moving@example.org";
  const browser = await signedInLongAgo(email);
  const move = async (proof: object) => (await browser.auth.updateUser({ email: "moved@example.org", ...proof })).error;
  expect(await move({})).toMatchObject({ ...NEEDED, message: "Email update requires reauthentication" });
  expect(await move({ current_password: "wrong horse" })).toMatchObject({ code: "current_password_invalid" });
  expect((await browser.auth.getUser()).data.user).not.toHaveProperty("new_email");
  expect(await move({ current_password: PASSWORD })).toBeNull();
  expect((await browser.auth.getUser()).data.user?.new_email).toBe("moved@example.org");
});

test("an authenticator app is set up and removed only after a recent proof: the password or a mailed code", async () => {
  const email = "app@example.org";
  const browser = await signedInLongAgo(email);
  const enrol = async () => (await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone" })).error;
  expect(await enrol()).toMatchObject({ ...NEEDED, message: "Factor enrollment requires reauthentication" });
  expect((await browser.auth.updateUser({ current_password: "wrong horse" })).error?.code).toBe("current_password_invalid");
  expect(await enrol()).toMatchObject(NEEDED);
  expect((await browser.auth.updateUser({ current_password: PASSWORD })).error).toBeNull();
  const { factorId } = await withSecondFactor(browser);

  await makeStale(browser);
  const remove = async () => (await browser.auth.mfa.unenroll({ factorId })).error;
  expect(await remove()).toMatchObject({ ...NEEDED, message: "Factor removal requires reauthentication" });
  expect((await browser.auth.updateUser({ nonce: await nonceFor(browser, email) })).error).toBeNull();
  expect(await remove()).toBeNull();
});

test("an unverified factor is removed without a proof", async () => {
  const browser = await signedIn(server, "unfinished@example.org");
  const { factorId } = await enrolApp(browser);
  await makeStale(browser);
  expect((await browser.auth.mfa.unenroll({ factorId })).error).toBeNull();
});

test("a code of the authenticator app is a recent proof too, a refreshed token is not", async () => {
  const browser = await signedIn(server, "code@example.org");
  const app = await withSecondFactor(browser);
  await makeStale(browser);
  await browser.auth.refreshSession();
  expect(await change(browser)).toMatchObject(NEEDED);
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(1) });
  expect(error).toBeNull();
  expect(await change(browser)).toBeNull();
});

test("the link of a reset mail counts as a recent sign-in", async () => {
  const email = "reset@example.org";
  await signedInLongAgo(email);
  const browser = server.browser();
  await browser.auth.resetPasswordForEmail(email);
  const { token_hash } = await server.latestLink(email);
  await browser.auth.verifyOtp({ token_hash, type: "recovery" });
  expect(await change(browser)).toBeNull();
});

test("identities are linked and unlinked only after a recent proof", async () => {
  const browser = await signedInLongAgo("linking@example.org");
  const [identity] = (await browser.auth.getUserIdentities()).data?.identities ?? [];
  if (!identity) throw new Error("an identity expected");
  expect((await browser.auth.linkIdentity({ provider: "google" })).error).toMatchObject(NEEDED);
  expect((await browser.auth.unlinkIdentity(identity)).error).toMatchObject(NEEDED);
  await browser.auth.updateUser({ current_password: PASSWORD });
  expect((await browser.auth.unlinkIdentity(identity)).error?.code).toBe("single_identity_not_deletable");
});

test("a signed token without a session is not a recent proof", async () => {
  const browser = await signedIn(server, "bare@example.org");
  const sub = (await browser.auth.getUser()).data.user?.id ?? "";
  const token = await signToken({ role: "authenticated", sub, exp: Math.floor(Date.now() / 1000) + 60 }, server.keys);
  const answer = await fetch(`${server.url}/auth/v1/user`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify({ password: "battery staple" }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: "reauthentication_needed" }]);
});

test("wrong present passwords count with wrong ones at sign-in, and then the right one is refused for a while too", async () => {
  const small = await startAuthServer({ limits: { passwordFromAddress: { max: 3, window: 30_000 } } });
  try {
    const browser = await signedInLongAgo("guessed@example.org", small);
    const prove = async (current_password: string) => (await browser.auth.updateUser({ current_password })).error;
    for (let i = 0; i < 3; i++) expect((await prove(`guess ${i}`))?.code).toBe("current_password_invalid");
    expect(await prove(PASSWORD)).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    const signIn = await small.browser().auth.signInWithPassword({ email: "guessed@example.org", password: PASSWORD });
    expect(signIn.error?.code).toBe("over_request_rate_limit");
  } finally {
    await small.close();
  }
});

test("a new password that is tried as the present one behind a made-up code counts as a guess", async () => {
  const small = await startAuthServer({ limits: { passwordFromAddress: { max: 3, window: 30_000 } } });
  try {
    const browser = await signedInLongAgo("tried@example.org", small);
    const guess = (i: number) => change(browser, { nonce: "000000" }, `a guess number ${i}`);
    for (let i = 0; i < 3; i++) expect((await guess(i))?.code).toBe("reauthentication_not_valid");
    expect((await guess(3))?.code).toBe("over_request_rate_limit");
  } finally {
    await small.close();
  }
});

test("a nonce is invalid after five wrong tries, for other users, to open a session, and after an hour", async () => {
  const email = "nonce@example.org";
  const browser = await signedInLongAgo(email);
  const other = await signedInLongAgo("other@example.org");
  await server.browser().auth.resetPasswordForEmail(email);
  expect((await change(browser, { nonce: (await server.latestLink(email)).code }))?.code, "a code of another kind").toBe(
    "reauthentication_not_valid",
  );
  const nonce = await nonceFor(browser, email);
  expect((await change(other, { nonce }))?.code).toBe("reauthentication_not_valid");
  for (const type of ["email", "reauthentication", "recovery"] as const)
    expect((await server.browser().auth.verifyOtp({ email, token: nonce, type })).error?.code).toBe("otp_expired");
  const wrong = nonce === "000000" ? "000001" : "000000";
  for (let i = 0; i < 5; i++) expect((await change(browser, { nonce: wrong }))?.code).toBe("reauthentication_not_valid");
  expect((await change(browser, { nonce }))?.code).toBe("reauthentication_not_valid");

  const late = await nonceFor(browser, email);
  await server.db.owner.query("update auth.one_time_tokens set expires_at = now() - interval '1 second'");
  expect((await change(browser, { nonce: late }))?.code).toBe("reauthentication_not_valid");
  expect(await change(browser, { nonce: await nonceFor(browser, email) })).toBeNull();
});

test("a refused password does not use up the nonce", async () => {
  const email = "careful@example.org";
  const browser = await signedInLongAgo(email);
  const nonce = await nonceFor(browser, email);
  expect((await change(browser, { nonce }, "short"))?.code).toBe("weak_password");
  expect((await change(browser, { nonce }, PASSWORD))?.code).toBe("same_password");
  expect(await change(browser, { nonce })).toBeNull();
});

test("a present password that is sent must be right, however recent the sign-in", async () => {
  const browser = await signedIn(server, "present@example.org");
  expect(await change(browser, { current_password: "incorrect horse" })).toMatchObject({
    status: 400,
    code: "current_password_invalid",
  });
  expect(await change(browser, { current_password: PASSWORD })).toBeNull();
});

test("with a second factor, password, address and data change only in an aal2 session", async () => {
  const email = "factor@example.org";
  const browser = await signedIn(server, email);
  await server.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret)
     select id, 'totp', 'verified', 'sealed' from auth.users where email = $1`,
    [email],
  );
  const refusal = { status: 401, code: "insufficient_aal" };
  expect((await browser.auth.updateUser({ password: "battery staple" })).error).toMatchObject(refusal);
  expect((await browser.auth.updateUser({ email: "factor-new@example.org" })).error).toMatchObject(refusal);
  expect((await browser.auth.updateUser({ data: { full_name: "Ada" } })).error).toMatchObject(refusal);
  await server.db.owner.query(
    "update auth.sessions set aal = 'aal2' where user_id = (select id from auth.users where email = $1)",
    [email],
  );
  const both = { email: "factor-new@example.org", password: "battery staple", data: { full_name: "Ada" } };
  expect((await browser.auth.updateUser(both)).error, "a token from before").toMatchObject(refusal);
  await browser.auth.refreshSession();
  expect((await browser.auth.updateUser(both)).error).toBeNull();
});

test("nobody reauthenticates without a session", async () => {
  const answer = await fetch(`${server.url}/auth/v1/reauthenticate`, { headers: { "x-supabase-api-version": "2024-01-01" } });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "no_authorization" }]);
});
