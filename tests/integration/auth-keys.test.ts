import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authRoutes } from "../../packages/supabase-server/auth/routes.ts";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import { jwkSet, loadSigningKeys } from "../../packages/supabase-server/gateway/signing-keys.ts";
import { startApp } from "../support/app.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { startAuthServer, SITE, type AuthServer } from "./auth-fixture.ts";

type Jwk = Record<string, unknown> & { kid: string; alg: string };

function newKey(kid: string, alg: "ES256" | "RS256"): Jwk {
  const { privateKey } =
    alg === "ES256" ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { kid, alg, ...privateKey.export({ format: "jwk" }) };
}

let server: AuthServer;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(async () => {
  for (const close of closing) await close();
  await server.close();
});

/** Another server process with these signing keys on the same database. */
async function serve(keys: Jwk[], acceptsSecret = true): Promise<{ url: string; client: () => SupabaseClient }> {
  const signing = await loadSigningKeys(jwkSet.parse({ keys }), acceptsSecret);
  const app = Fastify();
  await app.register(
    authRoutes({ db: server.db, keys: { ...server.keys, signing }, publicUrl: SITE, productName: "Lampstand", passwordCost: 4 }),
    {
      prefix: "/auth/v1",
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  closing.push(() => app.close());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    client: () => createClient(url, server.keys.anonKey, { auth: { persistSession: false, autoRefreshToken: false } }),
  };
}

async function signIn(client: SupabaseClient): Promise<{ access: string; refresh: string }> {
  const email = `${randomUUID()}@example.org`;
  await server.admin.auth.admin.createUser({ email, password: "correct horse", email_confirm: true });
  const { data, error } = await client.auth.signInWithPassword({ email, password: "correct horse" });
  if (error) throw error;
  return { access: data.session.access_token, refresh: data.session.refresh_token };
}
const headerOf = (token: string): unknown => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
const status = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status;

test.for(["ES256", "RS256"] as const)("the client verifies a session by itself with the public %s key", async (alg) => {
  const { url, client } = await serve([newKey(`one-${alg}`, alg)]);
  const browser = client();
  const { access } = await signIn(browser);
  expect(headerOf(access)).toEqual({ alg, kid: `one-${alg}`, typ: "JWT" });
  const { data, error } = await browser.auth.getClaims(access);
  expect(error).toBeNull();
  expect(data?.claims).toMatchObject({ role: "authenticated", iss: `${SITE}/auth/v1`, aal: "aal1" });
  const [head, body, signature = ""] = access.split(".");
  const turned = `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  expect((await browser.auth.getClaims(turned)).error).not.toBeNull();
  expect(await status(url, turned)).toBe(403);
});

test("with a shared secret alone the client asks the server, and no key is published", async () => {
  const browser = server.browser();
  const { access } = await signIn(browser);
  expect((await browser.auth.getClaims(access)).data?.claims.role).toBe("authenticated");
  expect(await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()).toEqual({ keys: [] });
});

test("the key set has only public parts, and openid-configuration links to it", async () => {
  const { url } = await serve([newKey("one", "ES256"), newKey("two", "RS256")]);
  const answer = await fetch(`${url}/auth/v1/.well-known/jwks.json`);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=600");
  const { keys } = (await answer.json()) as { keys: Jwk[] };
  const common = ["alg", "key_ops", "kid", "kty", "use"];
  expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
    [...common, "crv", "x", "y"].toSorted(),
    [...common, "e", "n"].toSorted(),
  ]);
  expect(await (await fetch(`${url}/auth/v1/.well-known/openid-configuration`)).json()).toEqual({
    issuer: `${SITE}/auth/v1`,
    jwks_uri: `${SITE}/auth/v1/.well-known/jwks.json`,
    userinfo_endpoint: `${SITE}/auth/v1/user`,
    id_token_signing_alg_values_supported: ["ES256"],
  });
});

test("signing keys are rotated without signing anybody out, and tokens of a removed one are refused", async () => {
  const [old, young] = [newKey("old", "RS256"), newKey("young", "ES256")];
  const { refresh: legacyRefresh, access: legacy } = await signIn(server.browser());

  const first = await serve([old]);
  const { access, refresh } = await signIn(first.client());
  expect([await status(first.url, access), await status(first.url, legacy)]).toEqual([200, 200]);

  const second = await serve([old, young]);
  expect(await status(second.url, access)).toBe(200);

  const third = await serve([young, old]);
  expect(await status(third.url, access)).toBe(200);
  const newer = (await signIn(third.client())).access;
  expect(headerOf(newer)).toMatchObject({ kid: "young" });
  // A process that has not been restarted yet knows the new key already.
  expect(await status(second.url, newer)).toBe(200);

  const last = await serve([young], false);
  expect([await status(last.url, access), await status(last.url, newer), await status(last.url, legacy)]).toEqual([
    403, 200, 403,
  ]);
  for (const refresh_token of [refresh, legacyRefresh]) {
    const { data } = await last.client().auth.refreshSession({ refresh_token });
    expect(await status(last.url, data.session?.access_token ?? "")).toBe(200);
  }
});

describe("the whole app with opaque keys and no shared secret", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({
      AUTH_SIGNING_KEYS: JSON.stringify({ keys: [newKey("one", "ES256")] }),
      AUTH_ACCEPT_JWT_SECRET: "false",
      PUBLISHABLE_KEY: "sb_publishable_0123456789abcdef",
      SECRET_KEY: "sb_secret_0123456789abcdef0123456789abcdef",
    });
  });
  afterAll(() => app.close());

  test("sign-in, rows, files and functions accept its sessions and keys", async () => {
    const person = await signUpAndPay(app, "ruth@example.com");
    const { session } = (await person.auth.getSession()).data;
    expect(headerOf(session?.access_token ?? "")).toMatchObject({ alg: "ES256", kid: "one" });
    expect((await person.from("profiles").select("id")).data).toEqual([{ id: session?.user.id }]);
    const path = `${session?.user.id}/avatar.png`;
    expect((await person.storage.from("avatars").createSignedUrl(path, 60)).error?.message).not.toMatch(/jwt|signature/i);
    expect((await person.functions.invoke("check-subscription", { body: {} })).error).toBeNull();
    expect((await app.service().auth.admin.listUsers()).data.users).toHaveLength(1);
    const trail = await app.service().rpc("audit_log").eq("action", "login").order("id");
    expect(trail.error).toBeNull();
    expect(trail.data?.length).toBeGreaterThan(0);
    expect(await (await fetch(`${app.url}/config.json`)).json()).toMatchObject({ supabaseAnonKey: app.keys.anonKey });
  });

  test("an opaque key has its role and no user; a wrong one, and a key signed with the secret, are refused", async () => {
    const visitor = app.visitor();
    expect((await visitor.from("sermons").select("id")).error?.code).toBe("42501");
    expect((await visitor.rpc("audit_log")).error).not.toBeNull();
    expect(await status(app.url, app.keys.anonKey)).toBe(403);
    const { data } = await createClient(app.url, "x").auth.admin.listUsers();
    expect(data.users).toEqual([]);
    const secretKeys = await loadKeys({ jwtSecret: app.keys.jwtSecret }, "unused");
    for (const key of [
      secretKeys.serviceRoleKey,
      "sb_secret_",
      "sb_secret_0123456789abcdef0123456789abcdeX",
      "sb_publishable_",
    ]) {
      const rows = await fetch(`${app.url}/rest/v1/profiles`, { headers: { apikey: key } });
      expect(rows.status, key).toBe(401);
      const admin = await fetch(`${app.url}/auth/v1/admin/users`, { headers: { authorization: `Bearer ${key}` } });
      expect(admin.status, key).toBe(403);
    }
  });
});
