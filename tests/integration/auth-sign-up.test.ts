import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asService } from "@lampstand/database/as-service";
import { startAuthServer, SITE, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ redirectAllowList: ["https://*.partner.example/**"] });
});
afterAll(async () => server.close());

const PASSWORD = "correct horse";

test("a new user signs up, follows the mailed link and is signed in", async () => {
  const browser = server.browser();
  const options = { data: { full_name: "Ruth" }, emailRedirectTo: `${SITE}/dashboard` };
  const signUp = await browser.auth.signUp({ email: "  Ruth@Example.org ", password: PASSWORD, options });
  expect(signUp.error).toBeNull();
  expect(signUp.data.session).toBeNull();
  expect(signUp.data.user).toMatchObject({
    aud: "authenticated",
    email: "ruth@example.org",
    phone: "",
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { full_name: "Ruth", email: "ruth@example.org", email_verified: false },
    identities: [{ provider: "email", id: signUp.data.user?.id, identity_data: { email: "ruth@example.org" } }],
  });
  expect(signUp.data.user?.confirmation_sent_at).toBeDefined();
  expect(signUp.data.user).not.toHaveProperty("confirmed_at");

  const early = await browser.auth.signInWithPassword({ email: "ruth@example.org", password: PASSWORD });
  expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed", message: "Email not confirmed" });

  const link = await server.latestLink("ruth@example.org");
  expect(link).toMatchObject({ page: `${SITE}/auth/confirm`, type: "signup", next: "/dashboard" });
  const verified = await browser.auth.verifyOtp({ token_hash: link.token_hash, type: "signup" });
  expect(verified.error).toBeNull();
  expect(verified.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  expect(verified.data.user).toMatchObject({ role: "authenticated", user_metadata: { full_name: "Ruth", email_verified: true } });
  expect(verified.data.user?.email_confirmed_at).toBe(verified.data.user?.confirmed_at);

  const { data } = await browser.auth.getUser();
  expect(data.user).toMatchObject({ id: signUp.data.user?.id, last_sign_in_at: expect.any(String) });
  const again = await server.browser().auth.verifyOtp({ token_hash: link.token_hash, type: "signup" });
  expect(again.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("an access token carries the claims that the dialect promises", async () => {
  await server.admin.auth.admin.createUser({ email: "claims@example.org", password: PASSWORD, email_confirm: true });
  const { data } = await server.browser().auth.signInWithPassword({ email: "claims@example.org", password: PASSWORD });
  const claims = JSON.parse(Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
  expect(claims).toMatchObject({
    iss: `${SITE}/auth/v1`,
    sub: data.user?.id,
    aud: "authenticated",
    role: "authenticated",
    email: "claims@example.org",
    phone: "",
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
  });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  expect(data.session?.expires_at).toBe(claims.exp);
});

test("a mail job that runs twice mails the same valid link", async () => {
  await server.browser().auth.signUp({ email: "twice@example.org", password: PASSWORD });
  const job = await server.db.owner.query<{ payload: unknown }>(
    "select payload from graphile_worker._private_jobs order by id desc limit 1",
  );
  expect(Object.keys(job.rows[0]?.payload as object)).toEqual(["one_time_token_id"]);
  const first = await server.latestLink("twice@example.org");
  await server.db.owner.query("select jobs.enqueue('auth-mail', $1)", [JSON.stringify(job.rows[0]?.payload)]);
  const second = await server.latestLink("twice@example.org");
  expect(second.token_hash).toBe(first.token_hash);
  const stored = await server.db.owner.query("select from auth.one_time_tokens where token_hash = $1", [
    createHash("sha256").update(first.token_hash).digest(),
  ]);
  expect(stored.rowCount).toBe(1);
  expect((await server.browser().auth.verifyOtp({ token_hash: first.token_hash, type: "signup" })).error).toBeNull();
});

test("a common password is refused at sign-up and at a change, and allowed to administrators", async () => {
  const weak = { name: "AuthWeakPasswordError", status: 422, code: "weak_password", reasons: ["pwned"] };
  const message = "This password is on lists of common passwords. Choose another.";
  const signUp = await server.browser().auth.signUp({ email: "common@example.org", password: "Password123" });
  expect(signUp.error).toMatchObject({ ...weak, message });
  expect((await server.db.owner.query("select from auth.users where email = 'common@example.org'")).rowCount).toBe(0);
  const own = { email: "priscilla@example.org", password: "Aquila2026", options: { data: { full_name: "Aquila" } } };
  expect((await server.browser().auth.signUp(own)).error).toMatchObject(weak);

  const given = { email: "priscilla@example.org", password: "password123", email_confirm: true };
  expect((await server.admin.auth.admin.createUser(given)).error).toBeNull();
  const browser = server.browser();
  expect((await browser.auth.signInWithPassword(given)).error).toBeNull();
  expect((await browser.auth.updateUser({ password: "iloveyou1" })).error).toMatchObject({ ...weak, message });
  expect((await browser.auth.updateUser({ password: "Priscilla1" })).error).toMatchObject(weak);
  expect((await browser.auth.updateUser({ password: "Priscilla and Aquila" })).error).toBeNull();
});

test("a stranger who signs up with a confirmed address learns nothing and changes nothing", async () => {
  await server.admin.auth.admin.createUser({ email: "taken@example.org", password: PASSWORD, email_confirm: true });
  const before = (await server.deliver()).length;
  const { data, error } = await server
    .browser()
    .auth.signUp({ email: "taken@example.org", password: "another password", options: { data: { full_name: "Eve" } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: "taken@example.org", role: "", identities: [], user_metadata: { full_name: "Eve" } });
  expect(data.user).not.toHaveProperty("last_sign_in_at");
  const { data: real } = await server.admin.auth.admin.listUsers();
  expect(real.users.map((user) => user.id)).not.toContain(data.user?.id);
  expect(await server.deliver()).toHaveLength(before);
  expect((await server.browser().auth.signInWithPassword({ email: "taken@example.org", password: PASSWORD })).error).toBeNull();
  expect(
    (await server.browser().auth.signInWithPassword({ email: "taken@example.org", password: "another password" })).error,
  ).not.toBeNull();
});

test("a resent link activates the password if there is only one sign-up, and none if there are several", async () => {
  const once = { email: "once@example.org", password: PASSWORD };
  await server.browser().auth.signUp(once);
  await server.browser().auth.signUp(once);
  const first = await server.latestLink(once.email);
  await server.browser().auth.resend({ type: "signup", email: once.email });
  const resent = await server.latestLink(once.email);
  expect(resent.token_hash).not.toBe(first.token_hash);
  expect((await server.browser().auth.verifyOtp({ token_hash: first.token_hash, type: "signup" })).error?.code).toBe(
    "otp_expired",
  );
  expect((await server.browser().auth.verifyOtp({ token_hash: resent.token_hash, type: "email" })).error).toBeNull();
  expect((await server.browser().auth.signInWithPassword(once)).error).toBeNull();

  const email = "several@example.org";
  await server.browser().auth.signUp({ email, password: "first password" });
  await server.browser().auth.signUp({ email, password: "second password" });
  await server.browser().auth.resend({ type: "signup", email });
  const { token_hash } = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "signup" })).data.user?.email).toBe(email);
  for (const password of ["first password", "second password"]) {
    expect((await server.browser().auth.signInWithPassword({ email, password })).error?.code).toBe("invalid_credentials");
  }
});

test("resend and recover do not reveal whether an address has an account", async () => {
  const before = (await server.deliver()).length;
  const unknown = server.browser();
  expect(await unknown.auth.resend({ type: "signup", email: "nobody@example.org" })).toMatchObject({ error: null });
  expect(await unknown.auth.resetPasswordForEmail("nobody@example.org")).toMatchObject({ error: null });
  expect(await unknown.auth.resend({ type: "signup", email: "taken@example.org" })).toMatchObject({ error: null });
  expect(await server.deliver()).toHaveLength(before);
});

test("a forgotten password is replaced through the mailed link", async () => {
  const email = "forgetful@example.org";
  await server.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  await server.browser().auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/reset-password` });
  const link = await server.latestLink(email);
  expect(link).toMatchObject({ page: `${SITE}/reset-password`, type: "recovery" });
  const browser = server.browser();
  expect((await browser.auth.verifyOtp({ token_hash: link.token_hash, type: "recovery" })).error).toBeNull();
  expect((await browser.auth.updateUser({ password: "a new password" })).error).toBeNull();
  expect((await server.browser().auth.signInWithPassword({ email, password: "a new password" })).error).toBeNull();
  expect((await server.browser().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe("invalid_credentials");
});

test("a link of another type, an expired one and an invented one are refused", async () => {
  const email = "late@example.org";
  await server.browser().auth.signUp({ email, password: PASSWORD });
  const { token_hash } = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "recovery" })).error?.code).toBe("otp_expired");
  expect((await server.browser().auth.verifyOtp({ token_hash: "invented", type: "signup" })).error?.code).toBe("otp_expired");
  expect((await server.browser().auth.verifyOtp({ email, token: "123456", type: "signup" })).error?.code).toBe("otp_expired");
  await server.db.owner.query("update auth.one_time_tokens set expires_at = now() - interval '1 second'");
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "signup" })).error).toMatchObject({
    status: 403,
    code: "otp_expired",
  });
});

test("a link that is opened as a page redirects to the requested address with a code that only the requesting browser can exchange", async () => {
  const browser = server.browser();
  const emailRedirectTo = "https://app.partner.example/welcome?from=mail";
  await browser.auth.signUp({ email: "pkce@example.org", password: PASSWORD, options: { emailRedirectTo } });
  const link = await server.latestLink("pkce@example.org");
  expect(link.page).toBe(`${SITE}/auth/v1/verify`);
  expect(link.token_hash).toMatch(/^pkce_/);
  const onServer = server.url + new URL(link.href).pathname + new URL(link.href).search;

  expect((await fetch(onServer, { method: "HEAD", redirect: "manual" })).status).toBe(404);
  const opened = await fetch(onServer, { redirect: "manual" });
  expect(opened.status).toBe(303);
  const target = new URL(opened.headers.get("location") ?? "");
  expect(target.href).toMatch(/^https:\/\/app\.partner\.example\/welcome\?from=mail&code=[0-9a-f-]{36}$/);
  const code = target.searchParams.get("code") ?? "";

  const thief = await server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: "v".repeat(43) });
  expect([thief.status, await thief.json()]).toMatchObject([400, { code: "bad_code_verifier" }]);
  const exchanged = await browser.auth.exchangeCodeForSession(code);
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.user?.email).toBe("pkce@example.org");
  const spent = await server.post("/token?grant_type=pkce", { auth_code: code, code_verifier: "v".repeat(43) });
  expect([spent.status, await spent.json()]).toMatchObject([404, { code: "flow_state_not_found" }]);

  const twice = new URL((await fetch(onServer, { redirect: "manual" })).headers.get("location") ?? "");
  expect(twice.searchParams.get("error_code")).toBe("otp_expired");
  expect(new URLSearchParams(twice.hash.slice(1)).get("error_description")).toBe("Email link is invalid or has expired");
});

test("a code expires after five minutes", async () => {
  const browser = server.browser();
  await browser.auth.signUp({
    email: "slow@example.org",
    password: PASSWORD,
    options: { emailRedirectTo: "https://app.partner.example/x" },
  });
  const { href } = await server.latestLink("slow@example.org");
  const opened = await fetch(server.url + new URL(href).pathname + new URL(href).search, { redirect: "manual" });
  const code = new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
  await server.db.owner.query("update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'");
  expect((await browser.auth.exchangeCodeForSession(code)).error).toMatchObject({ status: 422, code: "flow_state_expired" });
});

test("a link without a PKCE challenge that is opened as a page redirects with the session in the fragment", async () => {
  await server.post(`/signup?redirect_to=${encodeURIComponent(`${SITE}/dashboard`)}`, {
    email: "implicit@example.org",
    password: PASSWORD,
  });
  const { token_hash } = await server.latestLink("implicit@example.org");
  const opened = await fetch(`${server.url}/auth/v1/verify?token=${token_hash}&type=signup`, { redirect: "manual" });
  const target = new URL(opened.headers.get("location") ?? "");
  expect(target.origin + target.pathname).toBe(`${SITE}/dashboard`);
  const fragment = new URLSearchParams(target.hash.slice(1));
  expect(Object.fromEntries(fragment)).toMatchObject({ token_type: "bearer", type: "signup", expires_in: "3600", sb: "" });
  const set = await server
    .browser()
    .auth.setSession({ access_token: fragment.get("access_token") ?? "", refresh_token: fragment.get("refresh_token") ?? "" });
  expect(set.data.user?.email).toBe("implicit@example.org");
});

test.for([
  "https://evil.example/",
  "https://localhost:3000@evil.example/",
  "//evil.example/dashboard",
  "http://localhost.evil.example:3000/",
  "javascript:alert(1)",
  "https://evil.example\\@localhost:3000/",
  "https://app.partner.example.evil.example/x",
])("nobody is redirected to %s", async (target, { task }) => {
  const email = `${task.id.replaceAll(/\W/g, "")}@example.org`;
  await server.post(`/signup?redirect_to=${encodeURIComponent(target)}`, { email, password: PASSWORD });
  const link = await server.latestLink(email);
  expect(link).toMatchObject({ page: `${SITE}/auth/confirm`, next: "/" });
  for (const token of [link.token_hash, "spent"]) {
    const query = new URLSearchParams({ token, type: "signup", redirect_to: target });
    const opened = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: "manual", headers: { referer: target } });
    expect(new URL(opened.headers.get("location") ?? "").origin).toBe(SITE);
  }
});

test("checkout is open to unconfirmed users who signed up within the hour, and to nobody else", async () => {
  const email = "checkout@example.org";
  const { data } = await server.browser().auth.signUp({ email, password: PASSWORD });
  const pending = async (id: string | undefined, address: string): Promise<unknown> =>
    (await asService(server.db, async (tx) => tx.query("select auth.pending_sign_up($1, $2) as pending", [id, address]))).rows[0];
  expect(await pending(data.user?.id, " Checkout@example.org ")).toEqual({ pending: true });
  expect(await pending(data.user?.id, "other@example.org")).toEqual({ pending: false });
  await server.db.owner.query(
    "update auth.sign_up_attempts set created_at = created_at - interval '61 minutes' where user_id = $1",
    [data.user?.id],
  );
  expect(await pending(data.user?.id, email)).toEqual({ pending: false });
  await server.browser().auth.signUp({ email, password: PASSWORD });
  expect(await pending(data.user?.id, email)).toEqual({ pending: true });
  const { token_hash } = await server.latestLink(email);
  await server.browser().auth.verifyOtp({ token_hash, type: "signup" });
  expect(await pending(data.user?.id, email)).toEqual({ pending: false });
});

test("two mails to one address need a minute between them, whether or not it has an account", async () => {
  const strict = await startAuthServer({ mailInterval: 60 });
  try {
    for (const email of ["known@example.org", "unknown@example.org"]) {
      if (email.startsWith("known")) await strict.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
      expect((await strict.browser().auth.resetPasswordForEmail(email)).error).toBeNull();
      const { error } = await strict.browser().auth.resetPasswordForEmail(email);
      expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
      expect(error?.message).toMatch(/^For security purposes, you can only request this after (59|60) seconds\.$/);
    }
  } finally {
    await strict.close();
  }
});
