import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { signedIn, SITE } from "./auth-fixture.ts";
import { CALLBACK, isSite, startOidcServer, somebody, type OidcServer } from "./oidc-fixture.ts";

let server: OidcServer;
beforeAll(async () => {
  server = await startOidcServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.google.forged = null;
});

const fragment = (url: URL): Record<string, string> => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
const implicitUrl = (query: string): string => `${server.url}/auth/v1/authorize?${query}`;

describe("signing in", () => {
  test.for(["google", "acme"])(
    "with %s creates an account the first time, and uses the same one afterwards",
    async (provider) => {
      const person = somebody();
      (provider === "google" ? server.google : server.acme).visitor = person;
      const first = await server.signInWith(provider);
      expect(first.user).toMatchObject({
        email: person.email,
        app_metadata: { provider, providers: [provider] },
        user_metadata: { full_name: person.name, email: person.email, email_verified: true },
        identities: [{ provider, id: person.sub, identity_data: { sub: person.sub, email: person.email } }],
      });
      expect(first.user.email_confirmed_at).toBeTruthy();
      expect(decodeJwt(first.session.access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "oauth", provider }] });
      expect((await first.client.auth.getUser()).data.user?.id).toBe(first.user.id);
      const again = await server.signInWith(provider);
      expect(again.user.id).toBe(first.user.id);
      expect(await server.usersWith(person.email)).toBe(1);
    },
  );

  test("passes the provider's own tokens on once, and stores none of them", async () => {
    server.google.visitor = somebody();
    const { session, client } = await server.signInWith("google");
    expect(session.provider_token).toMatch(/^\S{20,}$/);
    expect(session.provider_refresh_token).toMatch(/^\S{20,}$/);
    const tables = await server.db.owner.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public')",
    );
    for (const { name } of tables.rows) {
      const { rows } = await server.db.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      expect(
        rows.filter(({ row }) => row.includes(session.provider_token ?? "?")),
        name,
      ).toEqual([]);
    }
    expect((await client.auth.refreshSession()).data.session?.provider_token).toBeUndefined();
  });

  test("without PKCE ends with the tokens in the URL's fragment, which no server receives", async () => {
    server.google.visitor = somebody();
    const end = await server
      .redirectFollower()
      .follow(implicitUrl(`provider=google&redirect_to=${encodeURIComponent(`${SITE}/dashboard?x=1`)}`), isSite);
    expect(end.pathname + end.search).toBe("/dashboard?x=1");
    const tokens = fragment(end);
    expect(Object.keys(tokens).toSorted()).toEqual(
      [
        "access_token",
        "expires_at",
        "expires_in",
        "provider_refresh_token",
        "provider_token",
        "refresh_token",
        "sb",
        "token_type",
      ].toSorted(),
    );
    const client = server.browser();
    const { data } = await client.auth.setSession({
      access_token: tokens["access_token"] ?? "",
      refresh_token: tokens["refresh_token"] ?? "",
    });
    expect(data.user?.email).toBe(server.google.visitor?.email);
  });

  test("requests the configured scopes and the client's, and no query parameter overrides the protocol's own", async () => {
    const url = await server.authorizeUrl(server.browser(), "google", {
      scopes: "calendar openid",
      queryParams: { prompt: "consent", state: "mine", redirect_uri: "https://evil.example", nonce: "n", client_id: "evil" },
    });
    const answer = await fetch(url, { redirect: "manual" });
    const page = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, page.origin]).toEqual([302, server.google.issuer]);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      scope: "openid email profile calendar",
      prompt: "consent",
      redirect_uri: CALLBACK,
      client_id: server.google.clientId,
      response_type: "code",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(page.searchParams.get("nonce")).not.toBe("n");
    expect(page.searchParams.getAll("state")).toHaveLength(1);
  });

  test.for([
    [`${SITE}/library`, `${SITE}/library`],
    ["https://shop.example/cart/now", "https://shop.example/cart/now"],
    ["https://evil.example/", `${SITE}/`],
    ["//evil.example/", `${SITE}/`],
    ["javascript:alert(1)", `${SITE}/`],
    [`${SITE}.evil.example/`, `${SITE}/`],
    [`${SITE}@evil.example/`, `${SITE}/`],
  ] as const)("with redirect_to=%s ends at %s", async ([asked, led]) => {
    server.google.visitor = somebody();
    const isOurs = (url: URL): boolean =>
      [server.google.issuer, server.url].includes(url.origin) || url.pathname === "/auth/v1/callback";
    const end = await server
      .redirectFollower()
      .follow(implicitUrl(`provider=google&redirect_to=${encodeURIComponent(asked)}`), (url) => !isOurs(url));
    expect(end.origin + end.pathname).toBe(led);
  });
});

describe("what is refused", () => {
  test.for([
    ["facebook", "Unsupported provider: provider is not enabled"],
    ["nonsense", "Unsupported provider: Provider nonsense could not be found"],
    ["", "Unsupported provider: Provider  could not be found"],
  ] as const)("a provider called '%s'", async ([provider, message]) => {
    const answer = await fetch(implicitUrl(`provider=${provider}`), {
      redirect: "manual",
      headers: { "x-supabase-api-version": "2024-01-01" },
    });
    expect([answer.status, await answer.json()]).toEqual([400, { code: "validation_failed", message }]);
  });

  test("a challenge without its method", async () => {
    expect((await fetch(implicitUrl(`provider=google&code_challenge=${"x".repeat(43)}`), { redirect: "manual" })).status).toBe(
      400,
    );
  });

  test("a denied consent: the error is in query and fragment, and nobody is signed in", async () => {
    server.google.visitor = null;
    const { end } = await server.signInAtProvider("google");
    const denied = { error: "access_denied", error_code: "bad_oauth_callback", error_description: "The person said no" };
    expect(Object.fromEntries(end.searchParams)).toEqual(denied);
    expect(fragment(end)).toEqual({ ...denied, sb: "" });
  });

  test("a state that was used before, and a code that was exchanged before", async () => {
    server.google.visitor = somebody();
    const client = server.browser();
    const follower = server.redirectFollower();
    const back = await follower.follow(
      await server.authorizeUrl(client, "google"),
      (url) => url.pathname === "/auth/v1/callback",
    );
    const [one, two] = await Promise.all([follower.ask(back.href), follower.ask(back.href)]);
    const ends = [one, two].map((answer) => new URL(answer?.headers.get("location") ?? ""));
    expect(new Set(ends.map((end) => end.searchParams.get("error_code")))).toEqual(new Set(["flow_state_already_used", null]));
    const code = ends.find((end) => end.searchParams.has("code"))?.searchParams.get("code") ?? "";
    const verifierOfAnother = server.browser();
    await server.authorizeUrl(verifierOfAnother, "google");
    expect((await verifierOfAnother.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    const exchanged = await server.browser().auth.exchangeCodeForSession(code);
    expect(exchanged.error, "another browser holds no verifier").not.toBeNull();
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    await server.authorizeUrl(client, "google");
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("flow_state_not_found");
  });

  test("a state that is old, unknown, malformed or missing ends at the site", async () => {
    server.google.visitor = somebody();
    const follower = server.redirectFollower();
    const back = await follower.follow(
      await server.authorizeUrl(server.browser(), "google"),
      (url) => url.pathname === "/auth/v1/callback",
    );
    await server.db.owner.query("update auth.oidc_flows set created_at = now() - interval '11 minutes'");
    for (const [state, code] of [
      [back.searchParams.get("state"), "bad_oauth_state"],
      [crypto.randomUUID(), "bad_oauth_state"],
      ["nonsense\0", "bad_oauth_state"],
      ["", "bad_oauth_callback"],
    ]) {
      const answer = await follower.ask(`${CALLBACK}?code=x&state=${encodeURIComponent(state ?? "")}`);
      const end = new URL(answer.headers.get("location") ?? "");
      expect([answer.status, end.origin, end.searchParams.get("error_code"), fragment(end)["error"]]).toEqual([
        303,
        SITE,
        code,
        "invalid_request",
      ]);
    }
    expect(await server.usersWith(server.google.visitor.email ?? "")).toBe(0);
  });

  test.for([
    ["another nonce", (nonce: string) => ({ nonce: `${nonce}x` })],
    ["no nonce", () => ({})],
    ["another audience", (nonce: string) => ({ nonce, aud: "somebody else" })],
    ["another issuer", (nonce: string) => ({ nonce, iss: "https://evil.example" })],
    ["no time left", (nonce: string) => ({ nonce, exp: Math.floor(Date.now() / 1000) - 120 })],
  ] as const)("an ID token with %s", async ([, change]) => {
    const person = somebody();
    server.google.visitor = somebody();
    const follower = server.redirectFollower();
    const url = await server.authorizeUrl(server.browser(), "google");
    const page = new URL((await follower.ask(url)).headers.get("location") ?? "");
    const claims = { ...person, ...change(page.searchParams.get("nonce") ?? "") };
    server.google.forged = { id_token: await server.google.idToken(claims) };
    const end = await follower.follow(page.href, isSite);
    expect([end.searchParams.get("error"), end.searchParams.get("error_code")]).toEqual(["server_error", "unexpected_failure"]);
    expect(end.searchParams.has("code")).toBe(false);
    expect(await server.usersWith(person.email)).toBe(0);
  });

  test("an ID token that somebody else signed", async () => {
    const person = somebody();
    server.google.visitor = person;
    const follower = server.redirectFollower();
    const page = new URL(
      (await follower.ask(await server.authorizeUrl(server.browser(), "google"))).headers.get("location") ?? "",
    );
    const nonce = page.searchParams.get("nonce") ?? "";
    server.google.forged = { id_token: await server.acme.idToken({ ...person, iss: server.google.issuer, nonce }) };
    const end = await follower.follow(page.href, isSite);
    expect(end.searchParams.get("error_code") ?? "signed in").toBe("unexpected_failure");
    expect(await server.usersWith(person.email)).toBe(0);
  });

  test("a provider that does not answer: the error is reported at the redirect target, not as a 500", async () => {
    const answer = await fetch(implicitUrl(`provider=gone&redirect_to=${encodeURIComponent(`${SITE}/login`)}`), {
      redirect: "manual",
    });
    const end = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, end.origin + end.pathname]).toEqual([302, `${SITE}/login`]);
    expect(fragment(end)).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
  });

  test("a callback whose body is not a form", async () => {
    const answer = await fetch(`${server.url}/auth/v1/callback`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "validation_failed" }]);
  });
});

describe("accounts", () => {
  test("a verified address is linked to the account that has it, whose password stays", async () => {
    const person = somebody();
    const mine = await signedIn(server, person.email);
    server.google.visitor = { ...person, email: person.email.toUpperCase() };
    const { user } = await server.signInWith("google");
    expect(user.id).toBe((await mine.auth.getUser()).data.user?.id);
    expect(user.app_metadata).toEqual({ provider: "email", providers: ["email", "google"] });
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["email", "google"]);
    expect((await server.browser().auth.signInWithPassword({ email: person.email, password: "correct horse" })).error).toBeNull();
  });

  test("an address that the provider has not verified opens and creates no account", async () => {
    const taken = somebody({ email_verified: false });
    await signedIn(server, taken.email);
    for (const person of [taken, somebody({ email_verified: false })]) {
      server.google.visitor = person;
      const before = await server.usersWith(person.email);
      const { end } = await server.signInAtProvider("google");
      expect(Object.fromEntries(end.searchParams)).toMatchObject({
        error: "access_denied",
        error_code: "provider_email_needs_verification",
      });
      expect(await server.usersWith(person.email)).toBe(before);
    }
    server.google.visitor = { sub: "nameless" };
    const { end } = await server.signInAtProvider("google");
    expect(end.searchParams.get("error_code")).toBe("unexpected_failure");
    const left = await server.db.owner.query("select from auth.identities where provider_id = any($1)", [
      [taken.sub, "nameless"],
    ]);
    expect(left.rowCount).toBe(0);
  });

  test("an unconfirmed sign-up by a stranger is worth nothing once the owner signs in with a provider", async () => {
    const person = somebody();
    const attacker = server.browser();
    await attacker.auth.signUp({ email: person.email, password: "attacker's", options: { data: { full_name: "Mallory" } } });
    const link = await server.latestLink(person.email);
    server.google.visitor = person;
    const { user } = await server.signInWith("google");
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["google"]);
    expect(user.user_metadata["full_name"]).toBe(person.name);
    const signIn = await attacker.auth.signInWithPassword({ email: person.email, password: "attacker's" });
    expect(signIn.error?.code).toBe("invalid_credentials");
    expect((await attacker.auth.verifyOtp({ token_hash: link.token_hash, type: "signup" })).error?.code).toBe("otp_expired");
  });

  test("a password set for an unconfirmed address is removed once its owner signs in with a provider", async () => {
    const person = somebody();
    await server.admin.auth.admin.createUser({ email: person.email, password: "set by others" });
    server.google.visitor = person;
    expect((await server.signInWith("google")).user.email_confirmed_at).toBeTruthy();
    const signIn = await server.browser().auth.signInWithPassword({ email: person.email, password: "set by others" });
    expect(signIn.error?.code).toBe("invalid_credentials");
  });

  test("a banned person is not signed in", async () => {
    const person = somebody();
    server.google.visitor = person;
    await server.signInWith("google");
    await server.db.owner.query("update auth.users set banned_until = now() + interval '1 hour' where email = $1", [
      person.email,
    ]);
    const { end } = await server.signInAtProvider("google");
    expect(Object.fromEntries(end.searchParams)).toMatchObject({ error: "access_denied", error_code: "user_banned" });
    const answer = await server.post("/token?grant_type=id_token", {
      provider: "google",
      id_token: await server.google.idToken({ ...person }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "user_banned" }]);
  });

  test("ten simultaneous first sign-ins create one account", async () => {
    server.google.visitor = somebody();
    const claims = { ...server.google.visitor };
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => server.google.idToken(claims)));
    const answers = await Promise.all(
      tokens.map(async (id_token) => server.post("/token?grant_type=id_token", { provider: "google", id_token })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(await server.usersWith(claims.email ?? "")).toBe(1);
  });

  test("a second factor is asked for after a provider as well", async () => {
    const person = somebody();
    server.google.visitor = person;
    const { client } = await server.signInWith("google");
    await withSecondFactor(client);
    const again = await server.signInWith("google");
    expect((await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "oauth" }],
    });
  });

  test("the audit trail records the provider, and no email address", async () => {
    const person = somebody();
    server.google.visitor = person;
    const { user } = await server.signInWith("google");
    const { rows } = await server.db.owner.query<{ action: string; row: string }>(
      "select action, to_jsonb(e)::text as row from auth.audit_log_entries e where actor_id = $1 order by id",
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["user_signedup", "identity_linked", "login"]);
    expect(rows.filter(({ row }) => row.includes(person.email) || row.includes(person.sub))).toEqual([]);
  });
});

test("failed sign-ins with a provider are recorded with provider and reason only", async () => {
  const { rows: before } = await server.db.owner.query<{ id: string }>("select max(id) as id from auth.audit_log_entries");
  server.google.visitor = null;
  await server.signInAtProvider("google");
  await server.browser().auth.signInWithIdToken({ provider: "google", token: "x" });
  server.google.visitor = somebody();
  const { client, end } = await server.signInAtProvider("google");
  await server.authorizeUrl(client, "google");
  expect((await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "")).error?.code).toBe("bad_code_verifier");
  const { rows } = await server.db.owner.query<{ traits: unknown; subject_id: string | null }>(
    "select traits, subject_id from auth.audit_log_entries where id > $1 and action = 'login_failed' order by id",
    [before[0]?.id],
  );
  expect(rows.map(({ traits }) => traits)).toEqual([
    { method: "oauth", provider: "google", reason: "access_denied" },
    { method: "id_token", provider: "google", reason: "invalid request" },
    { method: "pkce", reason: "bad_code_verifier" },
  ]);
  expect(rows[2]?.subject_id, "whose code it was").not.toBeNull();
});

test("the settings list the providers", async () => {
  const answer = await fetch(`${server.url}/auth/v1/settings`);
  expect(await answer.json()).toMatchObject({ external: { google: true, acme: true, email: true, apple: false, github: false } });
});

test("the program reads its providers from the environment, and a user who signs in with one has a profile", async () => {
  const config = [
    { id: "acme", issuer: server.google.issuer, clientId: server.google.clientId, clientSecret: server.google.clientSecret },
  ];
  const app = await startApp({ AUTH_OIDC_PROVIDERS: JSON.stringify(config) });
  const page = await fetch(`${app.url}/auth/v1/authorize?provider=acme`, { redirect: "manual" });
  expect(new URL(page.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(`${app.url}/auth/v1/callback`);
  const person = somebody();
  const client = app.visitor();
  const { error } = await client.auth.signInWithIdToken({
    provider: "acme",
    token: await server.google.idToken({ ...person }),
  });
  expect(error).toBeNull();
  expect((await client.from("profiles").select("full_name, email").single()).data).toEqual({
    full_name: person.name,
    email: person.email,
  });
  await app.close();
});
