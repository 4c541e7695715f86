import { afterAll, beforeAll, expect, test } from "vitest";
import type { SupabaseClient } from "@supabase/supabase-js";
import { openAuthRoom, signedIn, type AuthRoom } from "./auth-room.ts";

let room: AuthRoom;
beforeAll(async () => {
  room = await openAuthRoom({ requireReauthentication: true });
});
afterAll(async () => room.close());

/** A person whose session is a day old. */
async function longSignedIn(email: string): Promise<SupabaseClient> {
  const browser = await signedIn(room, email);
  await room.db.owner.query(
    "update auth.sessions set created_at = created_at - interval '24 hours 1 second' where user_id = (select id from auth.users where email = $1)",
    [email],
  );
  return browser;
}
async function nonceFor(browser: SupabaseClient, email: string): Promise<string> {
  expect(await browser.auth.reauthenticate()).toMatchObject({ error: null, data: { user: null, session: null } });
  const mail = (await room.deliver()).findLast((sent) => sent.to === email);
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}

test("in a young session a password changes without a code, in an older one with the mailed one, once", async () => {
  const email = "old@example.org";
  const young = await signedIn(room, "young@example.org");
  expect((await young.auth.updateUser({ password: "battery staple" })).error).toBeNull();

  const browser = await longSignedIn(email);
  expect((await browser.auth.updateUser({ password: "battery staple" })).error).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
    message: "Password update requires reauthentication",
  });
  expect((await browser.auth.updateUser({ data: { full_name: "Ada" } })).error).toBeNull();
  const nonce = await nonceFor(browser, email);
  expect((await browser.auth.getUser()).data.user).toHaveProperty("reauthentication_sent_at");
  expect((await browser.auth.updateUser({ password: "battery staple", nonce })).error).toBeNull();
  expect((await browser.auth.updateUser({ password: "paper clip chain", nonce })).error).toMatchObject({
    status: 422,
    code: "reauthentication_not_valid",
    message: "Nonce has expired or is invalid",
  });
});

test("a nonce dies after five wrong ones, is nobody else's, opens no session and ends with its hour", async () => {
  const email = "guessed@example.org";
  const browser = await longSignedIn(email);
  const other = await longSignedIn("other@example.org");
  const change = async (who: SupabaseClient, nonce: string) =>
    (await who.auth.updateUser({ password: "battery staple", nonce })).error;
  await room.browser().auth.resetPasswordForEmail(email);
  expect((await change(browser, (await room.latestLink(email)).code))?.code, "a code of another kind").toBe(
    "reauthentication_not_valid",
  );
  const nonce = await nonceFor(browser, email);
  expect((await change(other, nonce))?.code).toBe("reauthentication_not_valid");
  for (const type of ["email", "reauthentication", "recovery"] as const)
    expect((await room.browser().auth.verifyOtp({ email, token: nonce, type })).error?.code).toBe("otp_expired");
  const wrong = nonce === "000000" ? "000001" : "000000";
  for (let i = 0; i < 5; i++) expect((await change(browser, wrong))?.code).toBe("reauthentication_not_valid");
  expect((await change(browser, nonce))?.code).toBe("reauthentication_not_valid");

  const late = await nonceFor(browser, email);
  await room.db.owner.query("update auth.one_time_tokens set expires_at = now() - interval '1 second'");
  expect((await change(browser, late))?.code).toBe("reauthentication_not_valid");
  expect(await change(browser, await nonceFor(browser, email))).toBeNull();
});

test("a refused password spends no nonce", async () => {
  const email = "careful@example.org";
  const browser = await longSignedIn(email);
  const nonce = await nonceFor(browser, email);
  expect((await browser.auth.updateUser({ password: "short", nonce })).error?.code).toBe("weak_password");
  expect((await browser.auth.updateUser({ password: "correct horse", nonce })).error?.code).toBe("same_password");
  expect((await browser.auth.updateUser({ password: "battery staple", nonce })).error).toBeNull();
});

test("the present password, when sent, has to be right", async () => {
  const browser = await signedIn(room, "present@example.org");
  const change = async (current_password: string) =>
    (await browser.auth.updateUser({ password: "battery staple", current_password })).error;
  expect(await change("incorrect horse")).toMatchObject({ status: 400, code: "current_password_invalid" });
  expect(await change("correct horse")).toBeNull();
});

test("with a second factor, password and address change only in a session that has shown it", async () => {
  const email = "factor@example.org";
  const browser = await signedIn(room, email);
  await room.db.owner.query(
    `insert into auth.mfa_factors (user_id, factor_type, status, secret)
     select id, 'totp', 'verified', 'sealed' from auth.users where email = $1`,
    [email],
  );
  const refusal = { status: 401, code: "insufficient_aal" };
  expect((await browser.auth.updateUser({ password: "battery staple" })).error).toMatchObject(refusal);
  expect((await browser.auth.updateUser({ email: "factor-new@example.org" })).error).toMatchObject(refusal);
  expect((await browser.auth.updateUser({ data: { full_name: "Ada" } })).error).toBeNull();
  await room.db.owner.query(
    "update auth.sessions set aal = 'aal2' where user_id = (select id from auth.users where email = $1)",
    [email],
  );
  const both = { email: "factor-new@example.org", password: "battery staple" };
  expect((await browser.auth.updateUser(both)).error, "a token from before").toMatchObject(refusal);
  await browser.auth.refreshSession();
  expect((await browser.auth.updateUser(both)).error).toBeNull();
});

test("nobody reauthenticates without a session", async () => {
  const answer = await fetch(`${room.url}/auth/v1/reauthenticate`, { headers: { "x-supabase-api-version": "2024-01-01" } });
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "no_authorization" }]);
});
