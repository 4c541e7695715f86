import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { enrolApp, withSecondFactor } from "../support/authenticator.ts";
import { startAuthServer, signedIn, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(async () => server.close());

let count = 0;
const address = (): string => `factor${++count}@example.org`;
const PASSWORD = "correct horse";
/** Not six digits, which could be right by chance. */
const WRONG = "wrong!";

async function sessionOf(browser: SupabaseClient): Promise<Session> {
  const { data } = await browser.auth.getSession();
  if (!data.session) throw new Error("not signed in");
  return data.session;
}

async function signInAgain(email: string): Promise<SupabaseClient> {
  const browser = server.browser();
  const { error } = await browser.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return browser;
}

/** Lets the same code be used again: a test can't wait 30 seconds for the next. */
const forgetUsedCodes = async (): Promise<unknown> => server.db.owner.query("update auth.mfa_factors set last_used_step = null");
const failuresOf = async (factorId: string): Promise<number> =>
  (
    await server.db.owner.query<{ failed_attempts: number }>("select failed_attempts from auth.mfa_factors where id = $1", [
      factorId,
    ])
  ).rows[0]?.failed_attempts ?? -1;

async function challenge(browser: SupabaseClient, factorId: string): Promise<string> {
  const { data, error } = await browser.auth.mfa.challenge({ factorId });
  if (error) throw error;
  return data.id;
}

test("enrolling returns a secret once: as text, as an otpauth URI, and as an SVG that can be used in a data URL", async () => {
  const email = address();
  const browser = await signedIn(server, email);
  const { data, error } = await browser.auth.mfa.enroll({ factorType: "totp", friendlyName: "phone", issuer: "Lampstand" });
  expect(error).toBeNull();
  expect(data).toMatchObject({ type: "totp", friendly_name: "phone", id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  const uri = new URL(data?.totp.uri ?? "");
  expect(uri.href).toContain(`otpauth://totp/Lampstand:${encodeURIComponent(email)}?`);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Lampstand",
    secret: data?.totp.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });

  const user = (await browser.auth.getUser()).data.user;
  expect(user?.factors).toMatchObject([{ id: data?.id, status: "unverified", factor_type: "totp", friendly_name: "phone" }]);
  expect(JSON.stringify(user)).not.toContain(data?.totp.secret);
  const stored = await server.db.owner.query<{ secret: string }>("select secret from auth.mfa_factors where id = $1", [data?.id]);
  expect(stored.rows[0]?.secret).not.toContain(data?.totp.secret);
  const unnamed = await browser.auth.mfa.enroll({ factorType: "totp" });
  expect(new URL(unnamed.data?.totp.uri ?? "").searchParams.get("issuer")).toBe("localhost:3000");
});

test("the first right code verifies the factor and raises this session to aal2, with new tokens", async () => {
  const email = address();
  const browser = await signedIn(server, email);
  const elsewhere = await signInAgain(email);
  const before = await sessionOf(browser);
  const unfinished = await enrolApp(browser, "lost on the way");
  const app = await enrolApp(browser);
  const { data, error } = await browser.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
  expect(error).toBeNull();
  expect(data?.user.factors).toMatchObject([{ id: app.factorId, status: "verified" }]);

  const after = await sessionOf(browser);
  const claims = decodeJwt(after.access_token);
  expect(claims).toMatchObject({
    aal: "aal2",
    session_id: decodeJwt(before.access_token)["session_id"],
    amr: [{ method: "totp" }, { method: "password" }],
  });
  expect((await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
  });
  expect((await browser.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([app.factorId]);
  expect(unfinished.factorId).not.toBe(app.factorId);

  // The other session was aal1, so it has ended, and so has the old refresh token.
  expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const stale = await server.post("/token?grant_type=refresh_token", { refresh_token: before.refresh_token });
  expect([stale.status, await stale.json()]).toMatchObject([400, { code: "refresh_token_already_used" }]);
  const refreshed = await browser.auth.refreshSession();
  expect(decodeJwt(refreshed.data.session?.access_token ?? "")["aal"]).toBe("aal2");
});

test("reusing a refresh token from before the second factor ends the session", async () => {
  const browser = await signedIn(server, address());
  const { refresh_token: before } = await sessionOf(browser);
  await withSecondFactor(browser);
  const { access_token } = await sessionOf(browser);
  await server.db.owner.query("update auth.sessions set refreshed_at = now() - interval '11 seconds' where id = $1", [
    decodeJwt(access_token)["session_id"],
  ]);
  const stolen = await server.post("/token?grant_type=refresh_token", { refresh_token: before });
  expect(await stolen.json()).toMatchObject({ code: "refresh_token_already_used" });
  expect((await browser.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
});

test("a sign-in stays at aal1 until a code is verified", async () => {
  const email = address();
  const app = await withSecondFactor(await signedIn(server, email));
  await forgetUsedCodes();
  const browser = await signInAgain(email);
  expect((await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  const { error } = await browser.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
  expect(error).toBeNull();
  expect((await browser.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");
});

test("a code works once, in its own period of 30 seconds and the two next to it", async () => {
  const browser = await signedIn(server, address());
  const app = await enrolApp(browser);
  const verify = async (code: string): Promise<string | undefined> =>
    (await browser.auth.mfa.challengeAndVerify({ factorId: app.factorId, code })).error?.code;
  expect(await verify(app.code(3))).toBe("mfa_verification_failed");
  expect(await verify(app.code(-3))).toBe("mfa_verification_failed");
  const code = app.code();
  expect(await verify(code)).toBeUndefined();
  expect(await verify(code)).toBe("mfa_verification_failed");
  expect(await verify(app.code(1))).toBeUndefined();
  expect(await verify(code), "an older step is no better").toBe("mfa_verification_failed");
});

test("a challenge is single-use, belongs to its factor, and ends after five minutes", async () => {
  const browser = await signedIn(server, address());
  const app = await withSecondFactor(browser);
  const verify = async (challengeId: string) => {
    await forgetUsedCodes();
    return (await browser.auth.mfa.verify({ factorId: app.factorId, challengeId, code: app.code() })).error;
  };
  const used = await challenge(browser, app.factorId);
  expect(await verify(used)).toBeNull();
  expect(await verify(used)).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
  expect(await verify(randomUUID())).toMatchObject({ status: 422, code: "mfa_factor_not_found" });

  const mine = await signedIn(server, address());
  expect(await verify(await challenge(mine, (await enrolApp(mine)).factorId))).toMatchObject({ code: "mfa_factor_not_found" });

  const old = await challenge(browser, app.factorId);
  await server.db.owner.query("update auth.mfa_challenges set created_at = now() - interval '301 seconds'");
  expect(await verify(old)).toMatchObject({ status: 422, code: "mfa_challenge_expired" });

  const moved = await challenge(browser, app.factorId);
  await server.db.owner.query("update auth.mfa_challenges set network = '192.0.2.7/32'");
  expect(await verify(moved)).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
});

test("wrong codes are counted although their requests fail, and after some even the right one is refused for a while", async () => {
  const email = address();
  const app = await withSecondFactor(await signedIn(server, email));
  const browser = await signInAgain(email);
  const challengeId = await challenge(browser, app.factorId);
  const attempt = async (code: string) =>
    (await browser.auth.mfa.verify({ factorId: app.factorId, challengeId, code })).error?.code;
  for (let wrong = 1; wrong <= 5; wrong++) {
    expect(await attempt(WRONG)).toBe("mfa_verification_failed");
    expect(await failuresOf(app.factorId)).toBe(wrong);
  }
  await forgetUsedCodes();
  expect(await attempt(app.code())).toBe("over_request_rate_limit");
  expect(await failuresOf(app.factorId)).toBe(5);
  const pass = async (seconds: number) =>
    server.db.owner.query("update auth.mfa_factors set failed_at = failed_at - make_interval(secs => $1)", [seconds]);
  await pass(31);
  expect(await attempt(WRONG)).toBe("mfa_verification_failed");
  await pass(31);
  expect(await attempt(app.code()), "twice as long after one more").toBe("over_request_rate_limit");
  await pass(30);
  expect(await attempt(app.code())).toBeUndefined();
  expect(await failuresOf(app.factorId)).toBe(0);
});

test("of five simultaneous uses of one code one succeeds, and of twenty simultaneous guesses only five are checked", async () => {
  const email = address();
  const browser = await signedIn(server, email);
  const app = await enrolApp(browser);
  const authorization = `Bearer ${(await sessionOf(browser)).access_token}`;
  const useCode = async (times: number, code: string): Promise<number[]> => {
    const challengeId = await challenge(browser, app.factorId);
    const body = { challenge_id: challengeId, code };
    const answers = Array.from({ length: times }, async () =>
      server.post(`/factors/${app.factorId}/verify`, body, { authorization }),
    );
    return (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
  };
  expect(await useCode(5, app.code())).toEqual([200, 422, 422, 422, 422]);
  expect(await failuresOf(app.factorId)).toBe(0);
  expect(await useCode(20, WRONG)).toEqual([...Array<number>(5).fill(422), ...Array<number>(15).fill(429)]);
  expect(await failuresOf(app.factorId)).toBe(5);
});

test.for([
  [{ factor_type: "phone", phone: "+15555550100" }, 422, "mfa_phone_enroll_not_enabled"],
  [{ factor_type: "webauthn" }, 422, "mfa_webauthn_enroll_not_enabled"],
  [{ factor_type: "carrier pigeon" }, 400, "validation_failed"],
  [{}, 400, "validation_failed"],
  [{ factor_type: "totp", friendly_name: 7 }, 400, "validation_failed"],
  [{ factor_type: "totp", issuer: "x".repeat(65) }, 400, "validation_failed"],
] as const)("enrolling %j is refused", async ([body, status, code]) => {
  const { access_token } = await sessionOf(await signedIn(server, address()));
  const answer = await server.post("/factors", body, { authorization: `Bearer ${access_token}` });
  expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
});

test("factor names are unique, empty ones too; there are at most ten; an unverified one is replaced after five minutes", async () => {
  const browser = await signedIn(server, address());
  const enrol = async (friendlyName: string) => (await browser.auth.mfa.enroll({ factorType: "totp", friendlyName })).error;
  for (const name of ["", "phone"]) {
    expect(await enrol(name)).toBeNull();
    expect(await enrol(name)).toMatchObject({ status: 422, code: "mfa_factor_name_conflict" });
  }
  for (let n = 3; n <= 10; n++) expect(await enrol(`phone ${n}`)).toBeNull();
  expect(await enrol("one more")).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
  await server.db.owner.query("update auth.mfa_factors set created_at = now() - interval '301 seconds'");
  expect(await enrol("phone")).toBeNull();
  expect((await browser.auth.mfa.listFactors()).data?.all).toHaveLength(1);
});

test("a session without the second factor neither adds nor removes a factor", async () => {
  const email = address();
  const owner = await signedIn(server, email);
  const app = await withSecondFactor(owner);
  const thief = await signInAgain(email);
  expect((await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "mine" })).error).toMatchObject({
    status: 403,
    code: "insufficient_aal",
  });
  expect((await thief.auth.mfa.unenroll({ factorId: app.factorId })).error).toMatchObject({
    status: 422,
    code: "insufficient_aal",
  });

  const second = await enrolApp(owner, "tablet");
  expect(await owner.auth.mfa.challengeAndVerify({ factorId: second.factorId, code: second.code() })).toMatchObject({
    error: null,
  });
  expect(await owner.auth.mfa.unenroll({ factorId: second.factorId })).toMatchObject({
    data: { id: second.factorId },
    error: null,
  });
  const refreshed = await owner.auth.refreshSession();
  const claims = decodeJwt(refreshed.data.session?.access_token ?? "");
  expect(claims, "raised by the factor that has gone").toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
});

test.for(["others", "global"] as const)(
  "a session without the second factor can sign devices out (%s), since the device with the factor may be the lost one",
  async (scope) => {
    const email = `lost-${scope}@example.org`;
    const phone = await signedIn(server, email);
    await withSecondFactor(phone);
    const computer = server.browser();
    await computer.auth.signInWithPassword({ email, password: "correct horse" });
    expect((await computer.auth.signOut({ scope })).error).toBeNull();
    expect((await phone.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await phone.auth.refreshSession()).error).not.toBeNull();
    expect((await computer.auth.getUser()).error === null).toBe(scope === "others");
  },
);

test("another user's factor, an unknown one and an invalid id are all not found", async () => {
  const theirs = await withSecondFactor(await signedIn(server, address()));
  const browser = await signedIn(server, address());
  for (const factorId of [theirs.factorId, randomUUID()]) {
    expect((await browser.auth.mfa.challenge({ factorId })).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await browser.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    expect((await browser.auth.mfa.verify({ factorId, challengeId: randomUUID(), code: WRONG })).error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
    });
  }
  expect((await browser.auth.mfa.challenge({ factorId: "nonsense" })).error).toMatchObject({
    status: 404,
    code: "validation_failed",
  });
});

test("an administrator lists factors and deletes a lost one, after which the password is enough", async () => {
  const email = address();
  const browser = await signedIn(server, email);
  const app = await withSecondFactor(browser);
  const userId = (await sessionOf(browser)).user.id;
  const listed = await server.admin.auth.admin.mfa.listFactors({ userId });
  expect(listed.data?.factors).toMatchObject([{ id: app.factorId, status: "verified", factor_type: "totp" }]);
  expect(JSON.stringify(listed.data)).not.toContain("secret");
  expect((await server.browser().auth.admin.mfa.listFactors({ userId })).error).toMatchObject({ status: 403, code: "not_admin" });
  expect((await server.admin.auth.admin.mfa.deleteFactor({ userId, id: randomUUID() })).error?.code).toBe("mfa_factor_not_found");
  expect((await server.admin.auth.admin.mfa.listFactors({ userId: randomUUID() })).error?.code).toBe("user_not_found");

  expect(await server.admin.auth.admin.mfa.deleteFactor({ userId, id: app.factorId })).toMatchObject({ error: null });
  const again = await signInAgain(email);
  expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  const refreshed = await browser.auth.refreshSession();
  expect(decodeJwt(refreshed.data.session?.access_token ?? "")["aal"]).toBe("aal1");
});

test("the audit trail records factors by id, without secrets or codes", async () => {
  const browser = await signedIn(server, address());
  const app = await withSecondFactor(browser);
  await browser.auth.mfa.unenroll({ factorId: app.factorId });
  const another = await enrolApp(browser, "tablet");
  const { user } = await sessionOf(browser);
  await server.admin.auth.admin.mfa.deleteFactor({ id: another.factorId, userId: user.id });
  const { rows } = await server.db.owner.query<{ action: string; traits: object }>(
    "select action, traits from auth.audit_log_entries where traits ->> 'factor_id' = any($1) order by id",
    [[app.factorId, another.factorId]],
  );
  expect(rows).toEqual([
    { action: "factor_in_progress", traits: { factor_id: app.factorId } },
    { action: "challenge_created", traits: { factor_id: app.factorId } },
    { action: "verification_attempted", traits: { factor_id: app.factorId, right: true } },
    { action: "factor_verified", traits: { factor_id: app.factorId } },
    { action: "factor_unenrolled", traits: { factor_id: app.factorId, status: "verified" } },
    { action: "factor_in_progress", traits: { factor_id: another.factorId } },
    { action: "factor_deleted", traits: { factor_id: another.factorId } },
  ]);
});
