import { afterAll, beforeAll, expect, test } from "vitest";
import { startAuthServer, SITE, type AuthServer } from "./auth-fixture.ts";

// Mailed links in place of a password: for existing accounts, new addresses and invitations.

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ redirectAllowList: ["https://app.partner.example/**"] });
});
afterAll(() => server.close());

const PASSWORD = "correct horse";
let people = 0;
const somebody = (): string => `somebody${++people}@example.org`;

test("a magic link signs an existing user in with the flow that requested it", async () => {
  const email = somebody();
  const { data: created } = await server.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const browser = server.browser();
  const emailRedirectTo = "https://app.partner.example/in";
  const asked = await browser.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo, data: { full_name: "Eve" } },
  });
  expect(asked).toMatchObject({ error: null, data: { user: null, session: null } });
  const link = await server.latestLink(email);
  const opened = await fetch(server.url + new URL(link.href).pathname + new URL(link.href).search, { redirect: "manual" });
  const target = new URL(opened.headers.get("location") ?? "");
  expect(target.origin + target.pathname).toBe(emailRedirectTo);
  const { data, error } = await browser.auth.exchangeCodeForSession(target.searchParams.get("code") ?? "");
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: created.user?.id, recovery_sent_at: expect.any(String) });
  expect(data.user?.user_metadata).not.toHaveProperty("full_name");
});

test("with create_user false only existing accounts get a magic link, confirmed or not, and the answer does not reveal it", async () => {
  const unknown = await server
    .browser()
    .auth.signInWithOtp({ email: "unknown@example.org", options: { shouldCreateUser: false } });
  expect(unknown.error).toBeNull();
  const { data } = await server.admin.auth.admin.listUsers();
  expect(data.users.map(({ email }) => email)).not.toContain("unknown@example.org");

  const email = somebody();
  await server.browser().auth.signUp({ email, password: PASSWORD });
  const before = await server.latestLink(email);
  expect((await server.browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error).toBeNull();
  const after = await server.latestLink(email);
  expect([after.type, after.token_hash === before.token_hash]).toEqual(["signup", false]);
});

test("phone numbers and invalid addresses are refused as upstream does without an SMS provider", async () => {
  const otp = async (body: Record<string, unknown>): Promise<unknown> => {
    const answer = await server.post("/otp", body);
    return [answer.status, await answer.json()];
  };
  expect((await server.browser().auth.signInWithOtp({ phone: "+15550100" })).error).toMatchObject({
    status: 400,
    code: "phone_provider_disabled",
  });
  expect(await otp({ phone: "+15550100", email: "a@example.org" })).toMatchObject([400, { code: "validation_failed" }]);
  for (const email of [undefined, "", "nobody", "a@example.org\r\nBcc: b@example.org", `${"x".repeat(250)}@example.org`])
    expect(await otp({ email })).toMatchObject([400, { code: "validation_failed" }]);
  expect((await server.browser().auth.verifyOtp({ phone: "+15550100", token: "123456", type: "sms" })).error).toMatchObject({
    code: "otp_expired",
    message: "Token has expired or is invalid",
  });
});

test("a mailed link that the owner uses activates nothing of a stranger's earlier sign-up", async () => {
  // A stranger can ask for a mailed link too, with a name of their choice, but not for an invitation.
  for (const [ask, name] of [
    [
      async (email: string) => server.browser().auth.signInWithOtp({ email, options: { data: { full_name: "Vera" } } }),
      undefined,
    ],
    [async (email: string) => server.admin.auth.admin.inviteUserByEmail(email, { data: { full_name: "Vera" } }), "Vera"],
  ] as const) {
    const email = somebody();
    const attacker = { email, password: "attacker password", options: { data: { full_name: "Mallory" } } };
    await server.browser().auth.signUp(attacker);
    await ask(email);
    const { code, type } = await server.latestLink(email);
    await server.browser().auth.signUp(attacker);
    const { data } = await server.browser().auth.verifyOtp({ email, token: code, type });
    expect(data.user?.email).toBe(email);
    expect(data.user?.user_metadata["full_name"]).toBe(name);
    // The owner requested no password, so none is asked for.
    expect(data.session).not.toHaveProperty("password_needed");
    const refused = await server.browser().auth.signInWithPassword({ email, password: "attacker password" });
    expect(refused.error?.code).toBe("invalid_credentials");
  }
});

test("user data that a stranger sends with a magic link request is not stored, and does not replace that of an invitation", async () => {
  const ask = (email: string, full_name: string): Promise<unknown> =>
    server.browser().auth.signInWithOtp({ email, options: { data: { full_name } } });
  const [asked, invited] = [somebody(), somebody()];
  await ask(asked, "Vera");
  await server.admin.auth.admin.inviteUserByEmail(invited, { data: { full_name: "Vera" } });
  const invitation = await server.latestLink(invited);
  for (const email of [asked, invited]) await ask(email, "Mallory");
  for (const [link, name] of [
    [await server.latestLink(asked), undefined],
    [invitation, "Vera"],
  ] as const) {
    const { data, error } = await server.browser().auth.verifyOtp({ token_hash: link.token_hash, type: link.type });
    expect(error).toBeNull();
    expect(data.user?.user_metadata["full_name"]).toBe(name);
  }
});

test("an unconfirmed user is still told to confirm after requesting a magic link", async () => {
  const email = somebody();
  await server.browser().auth.signUp({ email, password: PASSWORD });
  await server.browser().auth.signInWithOtp({ email });
  expect((await server.browser().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe("email_not_confirmed");
});

test("an invited user opens the mailed link, is signed in and sets a password", async () => {
  const email = somebody();
  const { data: invited, error } = await server.admin.auth.admin.inviteUserByEmail(email, {
    data: { full_name: "Guest" },
    redirectTo: `${SITE}/dashboard`,
  });
  expect(error).toBeNull();
  expect(invited.user).toMatchObject({
    email,
    invited_at: expect.any(String),
    confirmation_sent_at: expect.any(String),
    user_metadata: { full_name: "Guest" },
    app_metadata: { provider: "email", providers: ["email"] },
  });
  expect(invited.user).not.toHaveProperty("confirmed_at");
  const link = await server.latestLink(email);
  expect(link).toMatchObject({ page: `${SITE}/auth/confirm`, type: "invite", next: "/dashboard" });
  const guest = server.browser();
  expect((await guest.auth.verifyOtp({ token_hash: link.token_hash, type: "invite" })).data.user).toMatchObject({
    id: invited.user?.id,
    user_metadata: { full_name: "Guest" },
  });
  expect((await guest.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await server.browser().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();

  expect((await server.admin.auth.admin.inviteUserByEmail(email)).error).toMatchObject({
    status: 422,
    code: "email_exists",
    message: "A user with this email address has already been registered",
  });
  expect((await guest.auth.admin.inviteUserByEmail("x@example.org")).error).toMatchObject({ status: 403, code: "not_admin" });
});
