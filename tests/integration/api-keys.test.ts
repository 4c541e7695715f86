import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let ruth: Person;
beforeAll(async () => {
  app = await startApp();
  ruth = await signUpPerson(app, "ruth@example.com");
});
afterAll(() => app.close());

const WRONG = { message: "Invalid API key", hint: "Double check your Supabase `anon` or `service_role` API key." };
const NONE = { message: "No API key found in request", hint: "No `apikey` request header was found." };

const clientWith = (key: string): SupabaseClient =>
  createClient(app.url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  const response = await fetch(app.url + path, { method, headers, redirect: "manual" });
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? (JSON.parse(text) as object) : text };
}
const PATHS = {
  auth: "/auth/v1/settings",
  rest: "/rest/v1/health_check",
  storage: "/storage/v1/bucket",
  functions: "/functions/v1/check-subscription",
};

test("a client with a wrong key is told so by every call of it", async () => {
  const foreign = await signToken({ role: "anon" }, { jwtSecret: "the secret of another project, which is long enough" });
  for (const key of ["wrong", "sb_publishable_wrong", foreign]) {
    const client = clientWith(key);
    const signIn = await client.auth.signInWithPassword({ email: ruth.email, password: "a long enough password" });
    expect(signIn.error).toMatchObject({ message: WRONG.message, status: 401 });
    expect((await client.from("health_check").select("status")).error).toMatchObject(WRONG);
    expect((await client.storage.from("avatars").list()).error).toMatchObject({ message: WRONG.message });
    const called = await client.functions.invoke("check-subscription", { body: {} });
    expect(called.error?.context.status).toBe(401);
    expect(await called.error?.context.json()).toEqual(WRONG);
  }
});

test.for(Object.entries(PATHS))(
  "/%s refuses a wrong key beside a good token, and a person's token in its place",
  async ([, path]) => {
    for (const apikey of ["wrong", ruth.token])
      expect(await ask(path, { apikey, authorization: `Bearer ${ruth.token}` }), apikey.slice(0, 5)).toEqual({
        status: 401,
        body: WRONG,
      });
  },
);

test("auth and rest ask for a key where there is none, storage and functions for a token", async () => {
  expect(await ask(PATHS.auth, {})).toEqual({ status: 401, body: NONE });
  expect(await ask(PATHS.rest, {})).toEqual({ status: 401, body: NONE });
  expect(await ask("/auth/v1/token?grant_type=password", {}, "POST")).toEqual({ status: 401, body: NONE });
  expect(await ask(PATHS.storage, {})).toMatchObject({ status: 400, body: { code: "InvalidRequest" } });
  expect(await ask(PATHS.functions, {}, "POST")).toMatchObject({ status: 401, body: { code: "no_authorization" } });
});

test("either key serves, alone or beside a person's token, and a token without a key", async () => {
  for (const apikey of [app.keys.anonKey, app.keys.serviceRoleKey]) {
    expect((await ask(PATHS.rest, { apikey })).status).toBe(200);
    expect((await ask(PATHS.auth, { apikey })).status).toBe(200);
    expect((await ask("/auth/v1/user", { apikey, authorization: `Bearer ${ruth.token}` })).status).toBe(200);
  }
  expect((await ask("/rest/v1/profiles", { authorization: `Bearer ${ruth.token}` })).status).toBe(200);
  expect((await ask("/auth/v1/user", { authorization: `Bearer ${ruth.token}` })).status).toBe(200);
});

test("what a browser opens or a monitor asks needs no key", async () => {
  const open = [
    "/auth/v1/verify?token=none&type=signup",
    "/auth/v1/callback?state=none",
    "/auth/v1/authorize?provider=none",
    "/auth/v1/health",
    "/auth/v1/.well-known/jwks.json",
    "/storage/v1/object/public/avatars/none.webp",
    "/storage/v1/object/sign/sermon-audio/none.mp3?token=none",
    "/audio-cors-proxy?bucket=sermon-audio&path=none&token=none",
    "/healthz",
    "/readyz",
    "/config.json",
  ];
  for (const path of open) {
    const { status, body } = await ask(path, {});
    expect([path, body]).not.toEqual([path, NONE]);
    expect(status, path).not.toBe(401);
  }
  expect((await ask("/auth/v1/health", { apikey: "wrong" })).status).toBe(200);
  expect(await ask("/webhooks/stripe", {}, "POST")).toMatchObject({ status: 400 });
});

test("a preflight needs no key, and another origin can read the refusal", async () => {
  const preflight = { origin: "https://elsewhere.example", "access-control-request-method": "POST" };
  expect((await ask(PATHS.auth, preflight, "OPTIONS")).status).toBe(204);
  const refused = await fetch(app.url + PATHS.rest, { headers: { apikey: "wrong", origin: "https://elsewhere.example" } });
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  expect(refused.headers.get("cache-control")).toBe("no-store");
});
