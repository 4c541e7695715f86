import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAuthServer, SECRET, signedIn, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
let token: string;
let userId: string;
beforeAll(async () => {
  server = await startAuthServer();
  const { data } = await (await signedIn(server, "peter@example.org")).auth.getSession();
  token = data.session?.access_token ?? "";
  userId = data.session?.user.id ?? "";
});
afterAll(async () => server.close());

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const now = Math.floor(Date.now() / 1000);

function forge(header: Record<string, unknown>, payload: Record<string, unknown>, secret: string | null): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${secret === null ? "" : createHmac("sha256", secret).update(input).digest("base64url")}`;
}

const getUser = async (authorization: string | null, version: string | null = "2024-01-01"): Promise<Response> =>
  fetch(`${server.url}/auth/v1/user`, {
    headers: { ...(authorization === null ? {} : { authorization }), ...(version ? { "x-supabase-api-version": version } : {}) },
  });

test.for<[string, (good: string) => string]>([
  ["without a signature", (good) => `${good.split(".").slice(0, 2).join(".")}.`],
  ["with alg none", () => forge({ alg: "none", typ: "JWT" }, { sub: userId, role: "authenticated", exp: now + 60 }, null)],
  [
    "with alg none and our signature",
    () => forge({ alg: "none" }, { sub: userId, role: "authenticated", exp: now + 60 }, SECRET),
  ],
  ["of another key", () => forge({ alg: "HS256" }, { sub: userId, role: "authenticated", exp: now + 60 }, `${SECRET}!`)],
  ["with another algorithm", () => forge({ alg: "RS256" }, { sub: userId, role: "authenticated", exp: now + 60 }, SECRET)],
  [
    "that was tampered with",
    (good) => [good.split(".")[0], encode({ sub: userId, role: "service_role", exp: now + 60 }), good.split(".")[2]].join("."),
  ],
  ["that has expired", () => forge({ alg: "HS256" }, { sub: userId, role: "authenticated", exp: now - 1 }, SECRET)],
  ["without a person", () => forge({ alg: "HS256" }, { role: "authenticated", exp: now + 60 }, SECRET)],
  ["of an invented role", () => forge({ alg: "HS256" }, { sub: userId, role: "postgres", exp: now + 60 }, SECRET)],
  ["that is no token", () => "nonsense"],
])("a token %s is refused", async ([, make]) => {
  const answer = await getUser(`Bearer ${make(token)}`);
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: "bad_jwt", message: expect.any(String) }]);
});

test("a valid token is accepted, and a missing one is reported as missing", async () => {
  expect((await getUser(`Bearer ${token}`)).status).toBe(200);
  for (const header of [null, "Basic abc", "Bearer", token]) {
    const answer = await getUser(header);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: "no_authorization" }]);
  }
});

test("a request for another audience than the token's is refused", async () => {
  const browser = server.browser();
  const { data } = await browser.auth.signInWithPassword({ email: "peter@example.org", password: "correct horse" });
  const ask = async (audience: string): Promise<unknown> => {
    const answer = await fetch(`${server.url}/auth/v1/user`, {
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        "x-jwt-aud": audience,
        "x-supabase-api-version": "2024-01-01",
      },
    });
    return [answer.status, ((await answer.json()) as { message?: string }).message];
  };
  expect(await ask("authenticated")).toEqual([200, undefined]);
  expect(await ask("another")).toEqual([400, "Token audience doesn't match request audience"]);
});

test("errors have the form of the API version that the caller sends", async () => {
  const coded = await getUser(null);
  expect(coded.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(coded.headers.get("x-sb-error-code")).toBe("no_authorization");
  expect(coded.headers.get("access-control-expose-headers")).toContain("x-sb-error-code");
  expect(await coded.json()).toEqual({ code: "no_authorization", message: "This endpoint requires a valid Bearer token" });
  for (const version of [null, "2023-12-31", "yesterday"]) {
    const old = await getUser(null, version);
    expect(old.headers.get("x-supabase-api-version")).toBeNull();
    expect(old.headers.get("x-sb-error-code")).toBe("no_authorization");
    expect(await old.json()).toEqual({
      code: 401,
      error_code: "no_authorization",
      msg: "This endpoint requires a valid Bearer token",
    });
  }
});

const read = async (path: string): Promise<unknown> => (await fetch(`${server.url}/auth/v1${path}`)).json();

test("the public endpoints describe the server", async () => {
  expect(await read("/health")).toMatchObject({ name: "GoTrue", version: expect.any(String) });
  expect(await read("/settings")).toMatchObject({
    external: { email: true, phone: false, google: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  });
  expect(await read("/.well-known/jwks.json")).toEqual({ keys: [] });
});

test("disabled features are refused with the dialect's codes", async () => {
  const browser = server.browser();
  await browser.auth.signInWithPassword({ email: "peter@example.org", password: "correct horse" });
  const codes = {
    phone: (await browser.auth.signInWithPassword({ phone: "123", password: "correct horse" })).error?.code,
    anonymous: (await server.browser().auth.signInAnonymously()).error?.code,
    // A sign-up without an address is an anonymous one.
    nobody: (await server.browser().auth.signUp({ email: "", password: "correct horse" })).error?.code,
    idToken: (await server.browser().auth.signInWithIdToken({ provider: "google", token: "x" })).error?.code,
    sso: (await server.browser().auth.signInWithSSO({ domain: "example.org" })).error?.code,
    phoneFactor: (await browser.auth.mfa.enroll({ factorType: "phone", phone: "+15555550100" })).error?.code,
  };
  expect(codes).toEqual({
    phone: "phone_provider_disabled",
    anonymous: "anonymous_provider_disabled",
    nobody: "anonymous_provider_disabled",
    idToken: "provider_disabled",
    sso: "saml_provider_disabled",
    phoneFactor: "mfa_phone_enroll_not_enabled",
  });
  expect((await server.browser().auth.signInWithIdToken({ provider: "google", token: "x" })).error?.message).toBe(
    'Provider (issuer "https://accounts.google.com") is not enabled',
  );
  const unknownGrant = await server.post("/token?grant_type=implicit", {});
  expect([unknownGrant.status, await unknownGrant.json()]).toEqual([
    400,
    { code: "invalid_credentials", message: "unsupported_grant_type" },
  ]);
  expect((await server.post("/no-such-thing", {})).status).toBe(404);
});

test("a phone number or nothing in place of an address is refused with each endpoint's own message", async () => {
  const phone = "+15550100";
  const password = "correct horse";
  const { auth } = server.browser();
  const said = async (asked: Promise<{ error: unknown }>) => (await asked).error;
  const disabled = (message: string) => ({ status: 400, code: "phone_provider_disabled", message });
  expect(await said(auth.signUp({ phone, password }))).toMatchObject(disabled("Phone signups are disabled"));
  expect(await said(auth.signInWithPassword({ phone, password }))).toMatchObject(disabled("Phone logins are disabled"));
  expect(await said(auth.signInWithOtp({ phone }))).toMatchObject(disabled("Unsupported phone provider"));
  expect(await said(auth.resend({ type: "sms", phone }))).toMatchObject(disabled("Phone logins are disabled"));

  const missing = (message: string) => ({ status: 400, code: "validation_failed", message });
  const email = "";
  expect(await said(auth.signInWithPassword({ email, password }))).toMatchObject(missing("missing email or phone"));
  expect(await said(auth.signInWithOtp({ email }))).toMatchObject(missing("One of email or phone must be set"));
  expect(await said(auth.resetPasswordForEmail(email))).toMatchObject(missing("Password recovery requires an email"));
  expect(await said(auth.resend({ type: "signup", email }))).toMatchObject(missing("Type provided requires an email address"));
  expect(await said(server.admin.auth.admin.createUser({}))).toMatchObject(
    missing("Cannot create a user without either an email or phone"),
  );
});

const refusal = async (email: string, password: string): Promise<unknown> =>
  (await server.browser().auth.signUp({ email, password })).error;

test("weak, long and missing passwords and addresses are refused at sign-up", async () => {
  expect(await refusal("new@example.org", "seven77")).toMatchObject({ status: 422, code: "weak_password", reasons: ["length"] });
  expect(await refusal("new@example.org", "ü".repeat(37))).toMatchObject({ status: 400, code: "validation_failed" });
  expect(await refusal("new@example.org", "")).toMatchObject({ status: 400, code: "validation_failed" });
  for (const email of ["nobody", "a b@example.org", "x@example.org\r\nBcc: y@example.org", `${"x".repeat(250)}@example.org`]) {
    expect([email, await refusal(email, "correct horse")]).toMatchObject([email, { status: 400, code: "validation_failed" }]);
  }
  expect(await refusal("nobody", "correct horse")).toMatchObject({
    message: expect.stringMatching(/^Unable to validate email address/),
  });
});

test("half a PKCE challenge is refused", async () => {
  for (const half of [
    { code_challenge: "c".repeat(43) },
    { code_challenge_method: "s256" },
    { code_challenge: "short", code_challenge_method: "s256" },
  ]) {
    const answer = await server.post("/signup", { email: "half@example.org", password: "correct horse", ...half });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "validation_failed" }]);
  }
});

test("a malformed body is bad_json, and one over a mebibyte is too large", async () => {
  for (const body of ["{", "nonsense", '{"email":"a\\u0000b"}', '{"email":"\\ud800"}', "[".repeat(900_000)]) {
    const answer = await server.post("/signup", body);
    expect([body.slice(0, 20), answer.status, await answer.json()]).toMatchObject([body.slice(0, 20), 400, { code: "bad_json" }]);
  }
  const large = await server.post("/signup", { email: "large@example.org", password: "x".repeat(1024 * 1024) });
  expect([large.status, await large.json()]).toMatchObject([413, { code: "request_entity_too_large" }]);
});

test("a preflight needs no key and says what browsers may send", async () => {
  const preflight = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: "OPTIONS",
    headers: {
      origin: "https://elsewhere.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "apikey",
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(/\bauthorization, x-client-info, apikey\b/);
});
