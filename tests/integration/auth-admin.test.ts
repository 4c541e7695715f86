import { randomUUID } from "node:crypto";
import bcrypt from "bcrypt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GenerateLinkParams } from "@supabase/supabase-js";
import { startAuthServer, signedIn, SITE, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(async () => server.close());

const PASSWORD = "correct horse";
const TAKEN = { status: 422, code: "email_exists" };
let people = 0;
const somebody = (): string => `somebody${++people}@example.org`;
const create = async (email: string, confirmed = true): Promise<string> => {
  const { data, error } = await server.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: confirmed });
  if (error) throw error;
  return data.user.id;
};
const signIn = async (email: string, password: string) =>
  (await server.browser().auth.signInWithPassword({ email, password })).error?.code ?? null;

test("an account is created with the given id, password hash and user data", async () => {
  const id = randomUUID();
  for (const [email, hash] of [
    ["two-b@example.org", bcrypt.hashSync(PASSWORD, 4)],
    ["two-y@example.org", bcrypt.hashSync(PASSWORD, 4).replace("$2b", "$2y")],
  ] as const) {
    const given = { email, password_hash: hash, email_confirm: true, ...(email === "two-b@example.org" ? { id } : {}) };
    const { data, error } = await server.admin.auth.admin.createUser({
      ...given,
      app_metadata: { plan: "x" },
      user_metadata: { full_name: "Ada" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ app_metadata: { plan: "x", provider: "email" }, user_metadata: { full_name: "Ada" } });
    expect(await signIn(email, PASSWORD)).toBeNull();
    expect(await signIn(email, "another horse")).toBe("invalid_credentials");
  }
  expect((await server.admin.auth.admin.getUserById(id)).data.user?.email).toBe("two-b@example.org");
  expect((await server.admin.auth.admin.createUser({ email: "two-b@example.org" })).error).toMatchObject(TAKEN);
  expect((await server.admin.auth.admin.createUser({ id, email: "other@example.org" })).error).toMatchObject({
    status: 422,
    code: "user_already_exists",
  });
});

test.for<[string, Record<string, unknown>]>([
  ["argon2", { password_hash: "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA" }],
  ["no hash", { password_hash: "secret" }],
  ["a cost that would keep a core busy", { password_hash: bcrypt.hashSync(PASSWORD, 4).replace("$04$", "$31$") }],
  ["a password beside its hash", { password: PASSWORD, password_hash: bcrypt.hashSync(PASSWORD, 4) }],
  ["another role", { role: "service_role" }],
  ["a ban of odd length", { ban_duration: "1 day" }],
  ["what is not kept", { phone: "+15550100" }],
])("%s is refused when an account is created and when it is updated", async ([, given]) => {
  const email = somebody();
  const refusal = { status: 400, code: "validation_failed" };
  expect((await server.admin.auth.admin.createUser({ email, ...given })).error).toMatchObject(refusal);
  expect((await server.admin.auth.admin.updateUserById(await create(email), given)).error).toMatchObject(refusal);
});

test("data merge, and null removes a key", async () => {
  const id = await create(somebody());
  await server.admin.auth.admin.updateUserById(id, { user_metadata: { a: 1, b: 2 }, app_metadata: { plan: "x", role: "y" } });
  const { data } = await server.admin.auth.admin.updateUserById(id, {
    user_metadata: { a: null, c: 3 },
    app_metadata: { plan: null },
  });
  expect(data.user).toMatchObject({ user_metadata: { b: 2, c: 3 }, app_metadata: { provider: "email", role: "y" } });
  expect(data.user?.user_metadata).not.toHaveProperty("a");
  expect(data.user?.app_metadata).not.toHaveProperty("plan");
  expect((await server.admin.auth.admin.updateUserById(id, { user_metadata: { a: "x".repeat(9000) } })).error?.code).toBe(
    "validation_failed",
  );
});

test("an address changes at once, with its identity, and mails sent to the old one become invalid", async () => {
  const [from, to] = [somebody(), somebody()];
  const id = await create(from);
  await server.browser().auth.resetPasswordForEmail(from);
  const { token_hash } = await server.latestLink(from);
  const { data, error } = await server.admin.auth.admin.updateUserById(id, { email: to.toUpperCase() });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: to,
    email_confirmed_at: expect.any(String),
    identities: [{ email: to, identity_data: { email_verified: true } }],
  });
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "recovery" })).error?.code).toBe("otp_expired");
  expect([await signIn(to, PASSWORD), await signIn(from, PASSWORD)]).toEqual([null, "invalid_credentials"]);
  const other = await create(somebody());
  expect((await server.admin.auth.admin.updateUserById(other, { email: to })).error).toMatchObject(TAKEN);
});

test("confirming an address activates no password of an unconfirmed sign-up, and an address can be unconfirmed", async () => {
  const email = somebody();
  const { data: stranger } = await server.browser().auth.signUp({ email, password: "attacker password" });
  const id = stranger.user?.id ?? "";
  expect((await server.admin.auth.admin.updateUserById(id, { email_confirm: true })).data.user?.confirmed_at).toBeDefined();
  expect(await signIn(email, "attacker password")).toBe("invalid_credentials");
  expect((await server.admin.auth.admin.updateUserById(id, { password: PASSWORD })).error).toBeNull();
  expect(await signIn(email, PASSWORD)).toBeNull();
  const { data } = await server.admin.auth.admin.updateUserById(id, { email_confirm: false });
  expect(data.user).not.toHaveProperty("email_confirmed_at");
  expect(await signIn(email, PASSWORD)).toBe("email_not_confirmed");
});

test("a password that the service sets replaces one of an unconfirmed sign-up", async () => {
  const email = somebody();
  const { data: stranger } = await server.browser().auth.signUp({ email, password: "attacker password" });
  expect((await server.admin.auth.admin.updateUserById(stranger.user?.id ?? "", { password: PASSWORD })).error).toBeNull();
  expect((await server.browser().auth.resend({ email, type: "signup" })).error).toBeNull();
  const { token_hash, type } = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ token_hash, type })).error).toBeNull();
  expect([await signIn(email, PASSWORD), await signIn(email, "attacker password")]).toEqual([null, "invalid_credentials"]);
});

test("a password that the service sets follows the rules and ends every session", async () => {
  const email = somebody();
  const browser = await signedIn(server, email);
  const id = (await browser.auth.getUser()).data.user?.id ?? "";
  expect((await server.admin.auth.admin.updateUserById(id, { password: "short" })).error?.code).toBe("weak_password");
  expect((await server.admin.auth.admin.updateUserById(id, { password: "battery staple" })).error).toBeNull();
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect([await signIn(email, "battery staple"), await signIn(email, PASSWORD)]).toEqual([null, "invalid_credentials"]);
});

test("a banned person can't sign in while the ban lasts, and ban_duration none lifts it", async () => {
  const email = somebody();
  const browser = await signedIn(server, email);
  const id = (await browser.auth.getUser()).data.user?.id ?? "";
  const { data } = await server.admin.auth.admin.updateUserById(id, { ban_duration: "24h" });
  const left = new Date(data.user?.banned_until ?? 0).getTime() - Date.now();
  expect(left / 3_600_000).toBeCloseTo(24, 1);
  expect(await signIn(email, PASSWORD)).toBe("user_banned");
  expect((await browser.auth.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
  await server.browser().auth.signInWithOtp({ email });
  const link = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ token_hash: link.token_hash, type: "magiclink" })).error?.code).toBe(
    "user_banned",
  );
  await server.admin.auth.admin.updateUserById(id, { user_metadata: { a: 1 } });
  expect(await signIn(email, PASSWORD)).toBe("user_banned");
  expect((await server.admin.auth.admin.updateUserById(id, { ban_duration: "none" })).data.user).not.toHaveProperty(
    "banned_until",
  );
  expect(await signIn(email, PASSWORD)).toBeNull();
});

test("a softly deleted account keeps its id alone, and its address is free again", async () => {
  const email = somebody();
  const browser = await signedIn(server, email);
  const id = (await browser.auth.getUser()).data.user?.id ?? "";
  await server.browser().auth.resetPasswordForEmail(email);
  const { token_hash } = await server.latestLink(email);
  expect((await server.admin.auth.admin.deleteUser(id, true)).error).toBeNull();
  const { data } = await server.admin.auth.admin.getUserById(id);
  expect(data.user).toMatchObject({ id, deleted_at: expect.any(String), user_metadata: {}, app_metadata: {}, identities: [] });
  expect(data.user?.email).toMatch(/^[0-9a-f]{64}$/);
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "recovery" })).error?.code).toBe("otp_expired");
  expect(await signIn(email, PASSWORD)).toBe("invalid_credentials");
  expect(await create(email)).not.toBe(id);
  expect((await server.admin.auth.admin.deleteUser(id)).error).toBeNull();
  expect((await server.admin.auth.admin.deleteUser(id, true)).error).toMatchObject({ status: 404, code: "user_not_found" });
});

test("the service signs a person out with their token", async () => {
  const email = somebody();
  const browser = await signedIn(server, email);
  const other = server.browser();
  await other.auth.signInWithPassword({ email, password: PASSWORD });
  const token = (await browser.auth.getSession()).data.session?.access_token ?? "";
  expect((await server.admin.auth.admin.signOut(token, "others")).error).toBeNull();
  expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await browser.auth.getUser()).error).toBeNull();
  expect((await server.admin.auth.admin.signOut(token)).error).toBeNull();
  expect((await browser.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("an unknown account and an invalid id get different errors", async () => {
  const unknown = { status: 404, code: "user_not_found" };
  expect((await server.admin.auth.admin.updateUserById(randomUUID(), { email_confirm: true })).error).toMatchObject(unknown);
  const put = await fetch(`${server.url}/auth/v1/admin/users/nobody`, {
    method: "PUT",
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, "x-supabase-api-version": "2024-01-01" },
  });
  expect([put.status, await put.json()]).toMatchObject([404, { code: "validation_failed" }]);
});

const generate = async (params: GenerateLinkParams) => {
  const { data, error } = await server.admin.auth.admin.generateLink(params);
  if (error) throw error;
  return data;
};

test.for<[string, (email: string) => Promise<GenerateLinkParams>]>([
  ["signup", async (email) => ({ type: "signup", email, password: PASSWORD })],
  ["invite", async (email) => ({ type: "invite", email })],
  ["magiclink", async (email) => create(email).then(() => ({ type: "magiclink", email }))],
  ["recovery", async (email) => create(email).then(() => ({ type: "recovery", email }))],
])("a generated link for %s works as a link, a hash and a code, and sends no mail", async ([type, params]) => {
  const before = (await server.deliver()).length;
  for (const use of ["address", "hash", "code"] as const) {
    const email = somebody();
    const options = {
      redirectTo: `${SITE}/dashboard`,
      ...(type === "signup" || type === "invite" ? { data: { full_name: "Ada" } } : {}),
    };
    const { properties, user } = await generate({ ...(await params(email)), options });
    expect(user).toMatchObject({ email, aud: "authenticated" });
    expect(user).not.toHaveProperty("action_link");
    const { action_link: address, hashed_token: hash, email_otp: code } = properties;
    expect(properties).toMatchObject({
      verification_type: type,
      redirect_to: `${SITE}/dashboard`,
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    expect(address).toBe(
      `${SITE}/auth/v1/verify?token=${hash}&type=${type}&redirect_to=${encodeURIComponent(`${SITE}/dashboard`)}`,
    );
    if (use === "address") {
      const opened = await fetch(server.url + new URL(address).pathname + new URL(address).search, { redirect: "manual" });
      expect(opened.headers.get("location")).toMatch(new RegExp(`^${SITE}/dashboard#access_token=.*&type=${type}$`));
    } else {
      const proof = use === "hash" ? { token_hash: hash, type } : { email, token: code, type };
      expect((await server.browser().auth.verifyOtp(proof)).data.user?.id).toBe(user?.id);
    }
    if (type === "signup") expect(await signIn(email, PASSWORD)).toBeNull();
  }
  expect(await server.deliver()).toHaveLength(before);
});

test("generated links change an address once both were used", async () => {
  const [email, newEmail] = [somebody(), somebody()];
  const id = await create(email);
  const current = await generate({ type: "email_change_current", email, newEmail });
  const next = await generate({ type: "email_change_new", email, newEmail });
  expect(current.properties).toMatchObject({
    verification_type: "email_change_current",
    action_link: expect.stringContaining("type=email_change&"),
  });
  expect(next.user).toMatchObject({ id, new_email: newEmail });
  const half = await server
    .browser()
    .auth.verifyOtp({ token_hash: current.properties?.hashed_token ?? "", type: "email_change" });
  expect(half).toMatchObject({ error: null, data: { session: null } });
  const whole = await server
    .browser()
    .auth.verifyOtp({ email: newEmail, token: next.properties?.email_otp ?? "", type: "email_change" });
  expect(whole.data.user).toMatchObject({ id, email: newEmail });
});

test("a magic link for an address without an account is a sign-up link", async () => {
  const email = somebody();
  const { properties } = await generate({ type: "magiclink", email, options: { data: { full_name: "New" } } });
  expect(properties?.verification_type).toBe("signup");
  const { data } = await server.browser().auth.verifyOtp({ token_hash: properties?.hashed_token ?? "", type: "signup" });
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: "New" } });
});

test("link requests with wrong or missing parameters are refused", async () => {
  const email = somebody();
  await create(email);
  const refusal = async (params: unknown) => (await server.admin.auth.admin.generateLink(params as GenerateLinkParams)).error;
  const invalid = { status: 400, code: "validation_failed" };
  expect(await refusal({ type: "signup", email, password: PASSWORD })).toMatchObject(TAKEN);
  expect(await refusal({ type: "invite", email })).toMatchObject(TAKEN);
  expect(await refusal({ type: "signup", email: somebody() })).toMatchObject({
    ...invalid,
    message: "Signup requires a valid password",
  });
  expect(await refusal({ type: "signup", email: somebody(), password: "short" })).toMatchObject({
    status: 422,
    code: "weak_password",
  });
  expect(await refusal({ type: "recovery", email: "nobody@example.org" })).toMatchObject({ status: 404, code: "user_not_found" });
  expect(await refusal({ type: "email_change_new", email })).toMatchObject(invalid);
  expect(await refusal({ type: "email_change_new", email, newEmail: email })).toMatchObject(TAKEN);
  expect(await refusal({ type: "reauthentication", email })).toMatchObject(invalid);
  const evil = await generate({ type: "recovery", email, options: { redirectTo: "https://evil.example/" } });
  expect(evil.properties?.redirect_to).toBe(`${SITE}/`);
  const person = await signedIn(server, somebody());
  expect((await person.auth.admin.generateLink({ type: "recovery", email })).error).toMatchObject({
    status: 403,
    code: "not_admin",
  });
});

describe("user data that an administrator sets", () => {
  const GIVEN = { status: "alpha", nested: { keep: null } };

  test.for([
    ["a new account", { email_confirm: true }],
    ["a new account that waits for its confirmation", {}],
  ] as const)("is stored unchanged: %s", async ([name, more]) => {
    const email = `exact${name.length}@example.org`;
    const { data } = await server.admin.auth.admin.createUser({
      email,
      password: "correct horse",
      user_metadata: GIVEN,
      ...more,
    });
    expect(data.user?.user_metadata).toEqual(GIVEN);
    const updated = await server.admin.auth.admin.updateUserById(data.user?.id ?? "", {
      user_metadata: { status: "beta" },
      email: `new.${email}`,
      email_confirm: true,
    });
    expect(updated.data.user?.user_metadata).toEqual({ ...GIVEN, status: "beta" });
  });

  test("is stored unchanged: links and invitations, also after they were opened", async () => {
    const options = { data: GIVEN };
    const signup = await server.admin.auth.admin.generateLink({
      type: "signup",
      email: "exact.link@example.org",
      password: "correct horse",
      options,
    });
    expect(signup.data.user?.user_metadata).toEqual(GIVEN);
    const invited = await server.admin.auth.admin.generateLink({ type: "invite", email: "exact.invite@example.org", options });
    expect(invited.data.user?.user_metadata).toEqual(GIVEN);
    const mailed = await server.admin.auth.admin.inviteUserByEmail("exact.mail@example.org", options);
    expect(mailed.data.user?.user_metadata).toEqual(GIVEN);
    const opened = await server
      .browser()
      .auth.verifyOtp({ token_hash: signup.data.properties?.hashed_token ?? "", type: "signup" });
    expect(opened.data.user?.user_metadata).toEqual(GIVEN);
  });
});

test.for([
  ["page=-1", 'strconv.ParseUint: parsing "-1": invalid syntax'],
  ["page=abc", 'strconv.ParseUint: parsing "abc": invalid syntax'],
  ["per_page=-5", 'strconv.ParseUint: parsing "-5": invalid syntax'],
  ["per_page=1.5", 'strconv.ParseUint: parsing "1.5": invalid syntax'],
  ["page=0", null],
  ["page=99999999999999999999", null],
] as const)("an invalid page is refused: %s", async ([query, words]) => {
  const answer = await fetch(`${server.url}/auth/v1/admin/users?${query}`, {
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, "x-supabase-api-version": "2024-01-01" },
  });
  const body = (await answer.json()) as { code: string; message: string };
  expect([answer.status, body.code]).toEqual([400, "validation_failed"]);
  expect(body.message).toMatch(/^Bad Pagination Parameters: /);
  if (words) expect(body.message).toContain(words);
});

test("without page parameters the first page of fifty is returned", async () => {
  const { data } = await server.admin.auth.admin.listUsers();
  expect(data.users.length).toBeGreaterThan(0);
  const answer = await fetch(`${server.url}/auth/v1/admin/users?page=&per_page=`, {
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}` },
  });
  expect(answer.status).toBe(200);
});
