import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { oidcProviders } from "../../server/platform/auth/oidc/provider-config.ts";
import { startApp } from "../support/app.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { createSurfer, startOidcProvider, type TestProvider } from "../support/oidc-provider.ts";
import { openAuthRoom, signedIn, SITE, type AuthRoom } from "./auth-room.ts";

const CALLBACK = `${SITE}/auth/v1/callback`;

let room: AuthRoom;
/** Tells the address in the ID token. */
let google: TestProvider;
/** Tells it at the userinfo endpoint, and comes back with a form. */
let acme: TestProvider;

beforeAll(async () => {
  google = await startOidcProvider({ redirectUri: CALLBACK });
  acme = await startOidcProvider({ redirectUri: CALLBACK, claimsInIdToken: false });
  room = await openAuthRoom({
    manualLinking: true,
    redirectAllowList: ["https://shop.example/**"],
    oidcProviders: oidcProviders.parse([
      { id: "google", issuer: google.issuer, clientId: google.clientId, clientSecret: google.clientSecret },
      { id: "acme", issuer: acme.issuer, clientId: acme.clientId, clientSecret: acme.clientSecret, responseMode: "form_post" },
      { id: "gone", issuer: "http://127.0.0.1:9", clientId: "x", clientSecret: "y" },
    ]),
  });
});
afterAll(async () => {
  await room.close();
  await Promise.all([google.stop(), acme.stop()]);
});
beforeEach(() => {
  google.forged = null;
});

let count = 0;
const somebody = (more: object = {}) => {
  const sub = `sub-${++count}`;
  return { sub, email: `${sub}@example.org`, email_verified: true, name: `Person ${count}`, ...more };
};

const surfer = () => createSurfer((url) => (url.startsWith(`${SITE}/auth/v1/`) ? room.url + url.slice(SITE.length) : url));
const isSite = (url: URL): boolean => url.origin === SITE && !url.pathname.startsWith("/auth/v1/");
const fragment = (url: URL): Record<string, string> => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

async function authorizeUrl(client: SupabaseClient, provider: string, options: object = {}): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({ provider: provider as "google", options });
  if (error) throw error;
  return data.url;
}

/** The whole walk in a browser of its own, with PKCE; answers the browser and where it ended. */
async function walk(provider: string, options: object = {}): Promise<{ client: SupabaseClient; end: URL }> {
  const client = room.browser();
  return { client, end: await surfer().surf(await authorizeUrl(client, provider, options), isSite) };
}

async function signInWith(provider: string) {
  const { client, end } = await walk(provider);
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "");
  if (error) throw error;
  return { client, session: data.session, user: data.user };
}

const implicitUrl = (query: string): string => `${room.url}/auth/v1/authorize?${query}`;
const usersWith = async (email: string): Promise<number> =>
  (await room.db.owner.query("select from auth.users where email = $1", [email])).rowCount ?? 0;

describe("signing in", () => {
  test.for(["google", "acme"])("with %s opens an account at first, and the same one ever after", async (provider) => {
    const person = somebody();
    (provider === "google" ? google : acme).visitor = person;
    const first = await signInWith(provider);
    expect(first.user).toMatchObject({
      email: person.email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { full_name: person.name, email: person.email, email_verified: true },
      identities: [{ provider, id: person.sub, identity_data: { sub: person.sub, email: person.email } }],
    });
    expect(first.user.email_confirmed_at).toBeTruthy();
    expect(decodeJwt(first.session.access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "oauth", provider }] });
    expect((await first.client.auth.getUser()).data.user?.id).toBe(first.user.id);
    const again = await signInWith(provider);
    expect(again.user.id).toBe(first.user.id);
    expect(await usersWith(person.email)).toBe(1);
  });

  test("hands the provider's own tokens over once, and keeps nothing of them", async () => {
    google.visitor = somebody();
    const { session, client } = await signInWith("google");
    expect(session.provider_token).toMatch(/^\S{20,}$/);
    expect(session.provider_refresh_token).toMatch(/^\S{20,}$/);
    const tables = await room.db.owner.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'public')",
    );
    for (const { name } of tables.rows) {
      const { rows } = await room.db.owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      expect(
        rows.filter(({ row }) => row.includes(session.provider_token ?? "?")),
        name,
      ).toEqual([]);
    }
    expect((await client.auth.refreshSession()).data.session?.provider_token).toBeUndefined();
  });

  test("without PKCE ends with the tokens in the fragment, where no server sees them", async () => {
    google.visitor = somebody();
    const end = await surfer().surf(
      implicitUrl(`provider=google&redirect_to=${encodeURIComponent(`${SITE}/dashboard?x=1`)}`),
      isSite,
    );
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
    const client = room.browser();
    const { data } = await client.auth.setSession({
      access_token: tokens["access_token"] ?? "",
      refresh_token: tokens["refresh_token"] ?? "",
    });
    expect(data.user?.email).toBe(google.visitor?.email);
  });

  test("asks for the configured scopes and those of the client, and lets no query overrule what is ours", async () => {
    const url = await authorizeUrl(room.browser(), "google", {
      scopes: "calendar openid",
      queryParams: { prompt: "consent", state: "mine", redirect_uri: "https://evil.example", nonce: "n", client_id: "evil" },
    });
    const answer = await fetch(url, { redirect: "manual" });
    const page = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, page.origin]).toEqual([302, google.issuer]);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      scope: "openid email profile calendar",
      prompt: "consent",
      redirect_uri: CALLBACK,
      client_id: google.clientId,
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
  ] as const)("asked to lead to %s, it leads to %s", async ([asked, led]) => {
    google.visitor = somebody();
    const isOurs = (url: URL): boolean => [google.issuer, room.url].includes(url.origin) || url.pathname === "/auth/v1/callback";
    const end = await surfer().surf(
      implicitUrl(`provider=google&redirect_to=${encodeURIComponent(asked)}`),
      (url) => !isOurs(url),
    );
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

  test("the person who says no: told in query and fragment, and nobody is signed in", async () => {
    google.visitor = null;
    const { end } = await walk("google");
    const told = { error: "access_denied", error_code: "bad_oauth_callback", error_description: "The person said no" };
    expect(Object.fromEntries(end.searchParams)).toEqual(told);
    expect(fragment(end)).toEqual({ ...told, sb: "" });
  });

  test("a state that was used before, and a code that was exchanged", async () => {
    google.visitor = somebody();
    const client = room.browser();
    const visits = surfer();
    const back = await visits.surf(await authorizeUrl(client, "google"), (url) => url.pathname === "/auth/v1/callback");
    const [one, two] = await Promise.all([visits.ask(back.href), visits.ask(back.href)]);
    const ends = [one, two].map((answer) => new URL(answer?.headers.get("location") ?? ""));
    expect(new Set(ends.map((end) => end.searchParams.get("error_code")))).toEqual(new Set(["flow_state_already_used", null]));
    const code = ends.find((end) => end.searchParams.has("code"))?.searchParams.get("code") ?? "";
    const verifierOfAnother = room.browser();
    await authorizeUrl(verifierOfAnother, "google");
    expect((await verifierOfAnother.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    const exchanged = await room.browser().auth.exchangeCodeForSession(code);
    expect(exchanged.error, "another browser holds no verifier").not.toBeNull();
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
    await authorizeUrl(client, "google");
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("flow_state_not_found");
  });

  test("a state that is old, unknown, malformed or missing ends at the site", async () => {
    google.visitor = somebody();
    const visits = surfer();
    const back = await visits.surf(await authorizeUrl(room.browser(), "google"), (url) => url.pathname === "/auth/v1/callback");
    await room.db.owner.query("update auth.oidc_flows set created_at = now() - interval '11 minutes'");
    for (const [state, code] of [
      [back.searchParams.get("state"), "bad_oauth_state"],
      [crypto.randomUUID(), "bad_oauth_state"],
      ["nonsense\0", "bad_oauth_state"],
      ["", "bad_oauth_callback"],
    ]) {
      const answer = await visits.ask(`${CALLBACK}?code=x&state=${encodeURIComponent(state ?? "")}`);
      const end = new URL(answer.headers.get("location") ?? "");
      expect([answer.status, end.origin, end.searchParams.get("error_code"), fragment(end)["error"]]).toEqual([
        303,
        SITE,
        code,
        "invalid_request",
      ]);
    }
    expect(await usersWith(google.visitor.email ?? "")).toBe(0);
  });

  test.for([
    ["another nonce", (nonce: string) => ({ nonce: `${nonce}x` })],
    ["no nonce", () => ({})],
    ["another audience", (nonce: string) => ({ nonce, aud: "somebody else" })],
    ["another issuer", (nonce: string) => ({ nonce, iss: "https://evil.example" })],
    ["no time left", (nonce: string) => ({ nonce, exp: Math.floor(Date.now() / 1000) - 120 })],
  ] as const)("an ID token with %s", async ([, change]) => {
    const person = somebody();
    google.visitor = somebody();
    const visits = surfer();
    const url = await authorizeUrl(room.browser(), "google");
    const page = new URL((await visits.ask(url)).headers.get("location") ?? "");
    const claims = { ...person, ...change(page.searchParams.get("nonce") ?? "") };
    google.forged = { id_token: await google.idToken(claims) };
    const end = await visits.surf(page.href, isSite);
    expect([end.searchParams.get("error"), end.searchParams.get("error_code")]).toEqual(["server_error", "unexpected_failure"]);
    expect(end.searchParams.has("code")).toBe(false);
    expect(await usersWith(person.email)).toBe(0);
  });

  test("an ID token that somebody else signed", async () => {
    const person = somebody();
    google.visitor = person;
    const visits = surfer();
    const page = new URL((await visits.ask(await authorizeUrl(room.browser(), "google"))).headers.get("location") ?? "");
    const nonce = page.searchParams.get("nonce") ?? "";
    google.forged = { id_token: await acme.idToken({ ...person, iss: google.issuer, nonce }) };
    const end = await visits.surf(page.href, isSite);
    expect(end.searchParams.get("error_code") ?? "signed in").toBe("unexpected_failure");
    expect(await usersWith(person.email)).toBe(0);
  });

  test("a provider that does not answer: no fault of ours, and told at the target", async () => {
    const answer = await fetch(implicitUrl(`provider=gone&redirect_to=${encodeURIComponent(`${SITE}/login`)}`), {
      redirect: "manual",
    });
    const end = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, end.origin + end.pathname]).toEqual([302, `${SITE}/login`]);
    expect(fragment(end)).toMatchObject({ error: "server_error", error_code: "unexpected_failure" });
  });

  test("a callback whose form is not one", async () => {
    const answer = await fetch(`${room.url}/auth/v1/callback`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "validation_failed" }]);
  });
});

describe("accounts", () => {
  test("a verified address joins the account that has it, whose password stays", async () => {
    const person = somebody();
    const mine = await signedIn(room, person.email);
    google.visitor = { ...person, email: person.email.toUpperCase() };
    const { user } = await signInWith("google");
    expect(user.id).toBe((await mine.auth.getUser()).data.user?.id);
    expect(user.app_metadata).toEqual({ provider: "email", providers: ["email", "google"] });
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["email", "google"]);
    expect((await room.browser().auth.signInWithPassword({ email: person.email, password: "correct horse" })).error).toBeNull();
  });

  test("an address that the provider has not verified opens nothing and creates nothing", async () => {
    const taken = somebody({ email_verified: false });
    await signedIn(room, taken.email);
    for (const person of [taken, somebody({ email_verified: false })]) {
      google.visitor = person;
      const before = await usersWith(person.email);
      const { end } = await walk("google");
      expect(Object.fromEntries(end.searchParams)).toMatchObject({
        error: "access_denied",
        error_code: "provider_email_needs_verification",
      });
      expect(await usersWith(person.email)).toBe(before);
    }
    google.visitor = { sub: "nameless" };
    const { end } = await walk("google");
    expect(end.searchParams.get("error_code")).toBe("unexpected_failure");
    const left = await room.db.owner.query("select from auth.identities where provider_id = any($1)", [[taken.sub, "nameless"]]);
    expect(left.rowCount).toBe(0);
  });

  test("who signed up with your address before you came with a provider gains nothing", async () => {
    const person = somebody();
    const attacker = room.browser();
    await attacker.auth.signUp({ email: person.email, password: "attacker's", options: { data: { full_name: "Mallory" } } });
    const link = await room.latestLink(person.email);
    google.visitor = person;
    const { user } = await signInWith("google");
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["google"]);
    expect(user.user_metadata["full_name"]).toBe(person.name);
    const signIn = await attacker.auth.signInWithPassword({ email: person.email, password: "attacker's" });
    expect(signIn.error?.code).toBe("invalid_credentials");
    expect((await attacker.auth.verifyOtp({ token_hash: link.token_hash, type: "signup" })).error?.code).toBe("otp_expired");
  });

  test("a password that was set for an address before anybody confirmed it ends when its owner comes with a provider", async () => {
    const person = somebody();
    await room.admin.auth.admin.createUser({ email: person.email, password: "set by others" });
    google.visitor = person;
    expect((await signInWith("google")).user.email_confirmed_at).toBeTruthy();
    const signIn = await room.browser().auth.signInWithPassword({ email: person.email, password: "set by others" });
    expect(signIn.error?.code).toBe("invalid_credentials");
  });

  test("a banned person stays out", async () => {
    const person = somebody();
    google.visitor = person;
    await signInWith("google");
    await room.db.owner.query("update auth.users set banned_until = now() + interval '1 hour' where email = $1", [person.email]);
    const { end } = await walk("google");
    expect(Object.fromEntries(end.searchParams)).toMatchObject({ error: "access_denied", error_code: "user_banned" });
    const answer = await room.post("/token?grant_type=id_token", {
      provider: "google",
      id_token: await google.idToken({ ...person }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "user_banned" }]);
  });

  test("ten browsers at once open one account", async () => {
    google.visitor = somebody();
    const claims = { ...google.visitor };
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => google.idToken(claims)));
    const answers = await Promise.all(
      tokens.map(async (id_token) => room.post("/token?grant_type=id_token", { provider: "google", id_token })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(await usersWith(claims.email ?? "")).toBe(1);
  });

  test("a second factor is asked for after a provider as well", async () => {
    const person = somebody();
    google.visitor = person;
    const { client } = await signInWith("google");
    await withSecondFactor(client);
    const again = await signInWith("google");
    expect((await again.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "oauth" }],
    });
  });

  test("the trail knows the provider, and no address", async () => {
    const person = somebody();
    google.visitor = person;
    const { user } = await signInWith("google");
    const { rows } = await room.db.owner.query<{ action: string; row: string }>(
      "select action, to_jsonb(e)::text as row from auth.audit_log_entries e where actor_id = $1 order by id",
      [user.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(["user_signedup", "identity_linked", "login"]);
    expect(rows.filter(({ row }) => row.includes(person.email) || row.includes(person.sub))).toEqual([]);
  });
});

describe("linking by hand", () => {
  const link = async (client: SupabaseClient): Promise<URL> => {
    const { data, error } = await client.auth.linkIdentity({ provider: "google" });
    if (error) throw error;
    return surfer().surf(data?.url ?? "", isSite);
  };

  test("adds a provider with another address, once; and takes it away again, but never the last way in", async () => {
    const email = somebody().email;
    const client = await signedIn(room, email);
    google.visitor = somebody();
    const end = await link(client);
    expect((await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "")).error).toBeNull();
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {};
    expect(identities.map(({ provider }) => provider)).toEqual(["email", "google"]);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);

    const again = await link(client);
    expect(again.searchParams.get("error_code")).toBe("identity_already_exists");
    const stranger = await signedIn(room, somebody().email);
    expect((await link(stranger)).searchParams.get("error_description")).toBe("Identity is already linked to another user");

    const [first, second] = identities;
    if (!first || !second) throw new Error("two identities expected");
    expect((await stranger.auth.unlinkIdentity(second)).error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
    });
    expect((await client.auth.unlinkIdentity({ ...first, identity_id: crypto.randomUUID() })).error).toMatchObject({
      status: 422,
      code: "identity_not_found",
    });
    expect((await client.auth.unlinkIdentity({ ...first, identity_id: "nonsense" })).error).toMatchObject({
      status: 404,
      code: "validation_failed",
    });
    expect((await client.auth.unlinkIdentity(first)).error).toBeNull();
    const user = (await client.auth.getUser()).data.user;
    expect(user).toMatchObject({ email: google.visitor.email, app_metadata: { provider: "google", providers: ["google"] } });
    const byPassword = await room
      .browser()
      .auth.signInWithPassword({ email: google.visitor.email ?? "", password: "correct horse" });
    expect(byPassword.error?.code).toBe("invalid_credentials");
    expect((await client.auth.unlinkIdentity(second)).error?.code).toBe("single_identity_not_deletable");
  });

  test("of two unlinkings at once one leaves the other's identity", async () => {
    const person = somebody();
    const client = await signedIn(room, person.email);
    google.visitor = person;
    await signInWith("google");
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {};
    const answers = await Promise.all(identities.map((identity) => client.auth.unlinkIdentity(identity)));
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set(["single_identity_not_deletable", undefined]));
  });

  test("an identity whose going would give this account another's address stays", async () => {
    const other = somebody();
    const client = await signedIn(room, somebody().email);
    google.visitor = other;
    await link(client);
    await signedIn(room, other.email);
    const email = (await client.auth.getUserIdentities()).data?.identities.find(({ provider }) => provider === "email");
    if (!email) throw new Error("no e-mail identity");
    expect((await client.auth.unlinkIdentity(email)).error).toMatchObject({
      status: 422,
      code: "email_conflict_identity_not_deletable",
    });
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(2);
  });

  test("an address that no provider has verified does not become the account's", async () => {
    const own = somebody().email;
    const client = await signedIn(room, own);
    google.visitor = somebody({ email_verified: false });
    await link(client);
    const email = (await client.auth.getUserIdentities()).data?.identities.find(({ provider }) => provider === "email");
    if (!email) throw new Error("no e-mail identity");
    expect((await client.auth.unlinkIdentity(email)).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(own);
  });

  test.each([
    ["a new password", (client: SupabaseClient) => client.auth.updateUser({ password: "another correct horse" })],
    ["a second factor", (client: SupabaseClient) => withSecondFactor(client)],
  ])("a way to a provider that was begun before %s adds nothing", async (_, protect) => {
    const client = await signedIn(room, somebody().email);
    google.visitor = somebody();
    const { data } = await client.auth.linkIdentity({ provider: "google" });
    await protect(client);
    const end = await surfer().surf(data?.url ?? "", isSite);
    expect(end.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  test("asks somebody with a second factor for it, and everybody else to be signed in", async () => {
    const email = somebody().email;
    await withSecondFactor(await signedIn(room, email));
    const weak = room.browser();
    await weak.auth.signInWithPassword({ email, password: "correct horse" });
    expect((await weak.auth.linkIdentity({ provider: "google" })).error).toMatchObject({ status: 403, code: "insufficient_aal" });
    const link_identity = { provider: "google", id_token: await google.idToken(somebody()), link_identity: true };
    expect(await (await room.post("/token?grant_type=id_token", link_identity)).json()).toMatchObject({
      code: "no_authorization",
    });
  });

  test("is switched off unless the configuration says otherwise", async () => {
    const closed = await openAuthRoom();
    const client = await signedIn(closed, "closed@example.org");
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {};
    expect((await client.auth.linkIdentity({ provider: "google" })).error).toMatchObject({
      status: 404,
      code: "manual_linking_disabled",
    });
    expect(identities[0] && (await client.auth.unlinkIdentity(identities[0])).error).toMatchObject({
      code: "manual_linking_disabled",
    });
    const token = await client.auth.signInWithIdToken({ provider: "google", token: "x" });
    expect(token.error).toMatchObject({ status: 400, code: "provider_disabled" });
    await closed.close();
  });
});

describe("an ID token from elsewhere", () => {
  const grant = async (client: SupabaseClient, token: string, more: object = {}) =>
    client.auth.signInWithIdToken({ provider: "google", token, ...more });
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

  test("opens a session, its nonce and access token checked", async () => {
    const person = somebody();
    const half = createHash("sha256").update("their access token").digest().subarray(0, 16).toString("base64url");
    const token = await google.idToken({ ...person, nonce: sha256("my nonce"), at_hash: half });
    const { data, error } = await grant(room.browser(), token, { nonce: "my nonce", access_token: "their access token" });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ amr: [{ method: "oauth", provider: "google" }] });
  });

  test("can be linked to an account", async () => {
    const client = await signedIn(room, somebody().email);
    const { data, error } = await client.auth.linkIdentity({ provider: "google", token: await google.idToken(somebody()) });
    expect(error).toBeNull();
    expect(data && "user" in data ? data.user?.identities?.map(({ provider }) => provider) : []).toEqual(["email", "google"]);
  });

  test("is refused in OAuth's own form, whatever is wrong with it", async () => {
    const person = somebody();
    const now = Math.floor(Date.now() / 1000);
    const good = await google.idToken({ ...person });
    const parts = good.split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${parts[1]}.`;
    const bad: [what: string, body: object, error: string, description: string][] = [
      ["none", {}, "invalid request", "id_token required"],
      ["no provider", { provider: "", id_token: good }, "invalid request", "provider or client_id and issuer required"],
      ["nonsense", { id_token: "nonsense" }, "invalid request", "Bad ID token"],
      ["unsigned", { id_token: unsigned }, "invalid request", "Bad ID token"],
      [
        "tampered",
        { id_token: `${parts[0]}.${parts[1]}.${parts[2]?.split("").toReversed().join("")}` },
        "invalid request",
        "Bad ID token",
      ],
      ["another's", { id_token: await acme.idToken({ ...person, iss: google.issuer }) }, "invalid request", "Bad ID token"],
      ["of another issuer", { id_token: await acme.idToken({ ...person }) }, "invalid request", "Bad ID token"],
      ["expired", { id_token: await google.idToken({ ...person, exp: now - 60 }) }, "invalid request", "Bad ID token"],
      [
        "for others",
        { id_token: await google.idToken({ ...person, aud: "x" }) },
        "invalid request",
        "Unacceptable audience in id_token",
      ],
      [
        "for others and us, who are not the party",
        { id_token: await google.idToken({ ...person, aud: ["lampstand", "x"], azp: "x" }) },
        "invalid request",
        "Unacceptable audience in id_token",
      ],
      [
        "a nonce that was not sent",
        { id_token: await google.idToken({ ...person, nonce: sha256("n") }) },
        "invalid request",
        "Passed nonce and nonce in id_token should either both exist or not.",
      ],
      [
        "another nonce",
        { id_token: await google.idToken({ ...person, nonce: sha256("n") }), nonce: "m" },
        "invalid nonce",
        "Nonces mismatch",
      ],
      [
        "another at_hash",
        { id_token: await google.idToken({ ...person, at_hash: "x" }), access_token: "y" },
        "invalid request",
        "Bad ID token",
      ],
    ];
    for (const [what, body, error, error_description] of bad) {
      const answer = await room.post("/token?grant_type=id_token", { provider: "google", ...body });
      expect([answer.status, await answer.json()], what).toEqual([400, { error, error_description }]);
    }
    const gone = await google.idToken({ ...person, iss: "http://127.0.0.1:9" });
    const down = await room.post("/token?grant_type=id_token", { provider: "gone", id_token: gone });
    expect([down.status, await down.json()]).toMatchObject([400, { error: "server_error" }]);
    const custom = await room.post("/token?grant_type=id_token", { provider: "nonsense", id_token: good });
    expect([custom.status, await custom.json()]).toMatchObject([400, { code: "validation_failed" }]);
    expect(await usersWith(person.email)).toBe(0);
  });
});

test("the settings say whom one can sign in with", async () => {
  const answer = await fetch(`${room.url}/auth/v1/settings`);
  expect(await answer.json()).toMatchObject({ external: { google: true, acme: true, email: true, apple: false, github: false } });
});

test("an ID token may name its provider by issuer and client id, as older clients do", async () => {
  const body = { issuer: google.issuer, client_id: google.clientId, id_token: await google.idToken({ ...somebody() }) };
  expect((await room.post("/token?grant_type=id_token", body)).status).toBe(200);
  const other = await room.post("/token?grant_type=id_token", { ...body, client_id: "x" });
  expect([other.status, await other.json()]).toMatchObject([400, { code: "validation_failed" }]);
});

test("the program takes its providers from the environment, and a person who comes that way has a profile", async () => {
  const config = [{ id: "acme", issuer: google.issuer, clientId: google.clientId, clientSecret: google.clientSecret }];
  const app = await startApp({ AUTH_OIDC_PROVIDERS: JSON.stringify(config) });
  const page = await fetch(`${app.url}/auth/v1/authorize?provider=acme`, { redirect: "manual" });
  expect(new URL(page.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(`${app.url}/auth/v1/callback`);
  const person = somebody();
  const client = app.visitor();
  const { error } = await client.auth.signInWithIdToken({
    provider: "acme",
    token: await google.idToken({ ...person }),
  });
  expect(error).toBeNull();
  expect((await client.from("profiles").select("full_name, email").single()).data).toEqual({
    full_name: person.name,
    email: person.email,
  });
  await app.close();
});
