import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedIn } from "./auth-fixture.ts";
import { startOidcServer, somebody, type OidcServer } from "./oidc-fixture.ts";

let server: OidcServer;
beforeAll(async () => {
  server = await startOidcServer();
});
afterAll(() => server.close());

describe("an ID token that the client got itself", () => {
  const grant = async (client: SupabaseClient, token: string, more: object = {}) =>
    client.auth.signInWithIdToken({ provider: "google", token, ...more });
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

  test("opens a session, its nonce and access token checked", async () => {
    const person = somebody();
    const half = createHash("sha256").update("their access token").digest().subarray(0, 16).toString("base64url");
    const token = await server.google.idToken({ ...person, nonce: sha256("my nonce"), at_hash: half });
    const { data, error } = await grant(server.browser(), token, { nonce: "my nonce", access_token: "their access token" });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ amr: [{ method: "oauth", provider: "google" }] });
  });

  test("can be linked to an account", async () => {
    const client = await signedIn(server, somebody().email);
    const { data, error } = await client.auth.linkIdentity({
      provider: "google",
      token: await server.google.idToken(somebody()),
    });
    expect(error).toBeNull();
    expect(data && "user" in data ? data.user?.identities?.map(({ provider }) => provider) : []).toEqual(["email", "google"]);
  });

  test("is refused in OAuth's own form, whatever is wrong with it", async () => {
    const person = somebody();
    const now = Math.floor(Date.now() / 1000);
    const good = await server.google.idToken({ ...person });
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
      [
        "another's",
        { id_token: await server.acme.idToken({ ...person, iss: server.google.issuer }) },
        "invalid request",
        "Bad ID token",
      ],
      ["of another issuer", { id_token: await server.acme.idToken({ ...person }) }, "invalid request", "Bad ID token"],
      [
        "of the provider for another issuer",
        { id_token: await server.google.idToken({ ...person, iss: server.acme.issuer }) },
        "invalid request",
        "Bad ID token",
      ],
      ["without an end", { id_token: await server.google.idToken({ ...person }, null) }, "invalid request", "Bad ID token"],
      // The issuer does not match, so the provider is not asked for its keys.
      ["of another issuer than one that is gone", { provider: "gone", id_token: good }, "invalid request", "Bad ID token"],
      ["expired", { id_token: await server.google.idToken({ ...person, exp: now - 60 }) }, "invalid request", "Bad ID token"],
      [
        "for others",
        { id_token: await server.google.idToken({ ...person, aud: "x" }) },
        "invalid request",
        "Unacceptable audience in id_token",
      ],
      [
        "for others and us, who are not the party",
        { id_token: await server.google.idToken({ ...person, aud: ["lampstand", "x"], azp: "x" }) },
        "invalid request",
        "Unacceptable audience in id_token",
      ],
      [
        "a nonce that was not sent",
        { id_token: await server.google.idToken({ ...person, nonce: sha256("n") }) },
        "invalid request",
        "Passed nonce and nonce in id_token should either both exist or not.",
      ],
      [
        "another nonce",
        { id_token: await server.google.idToken({ ...person, nonce: sha256("n") }), nonce: "m" },
        "invalid nonce",
        "Nonces mismatch",
      ],
      [
        "another at_hash",
        { id_token: await server.google.idToken({ ...person, at_hash: "x" }), access_token: "y" },
        "invalid request",
        "Bad ID token",
      ],
    ];
    for (const [what, body, error, error_description] of bad) {
      const answer = await server.post("/token?grant_type=id_token", { provider: "google", ...body });
      expect([answer.status, await answer.json()], what).toEqual([400, { error, error_description }]);
    }
    const gone = await server.google.idToken({ ...person, iss: "http://127.0.0.1:9" });
    const down = await server.post("/token?grant_type=id_token", { provider: "gone", id_token: gone });
    expect([down.status, await down.json()]).toMatchObject([400, { error: "server_error" }]);
    const custom = await server.post("/token?grant_type=id_token", { provider: "nonsense", id_token: good });
    expect([custom.status, await custom.json()]).toMatchObject([400, { code: "validation_failed" }]);
    expect(await server.usersWith(person.email)).toBe(0);
  });
});

test("an ID token may name its provider by issuer and client id, as older clients do", async () => {
  const body = {
    issuer: server.google.issuer,
    client_id: server.google.clientId,
    id_token: await server.google.idToken({ ...somebody() }),
  };
  expect((await server.post("/token?grant_type=id_token", body)).status).toBe(200);
  const other = await server.post("/token?grant_type=id_token", { ...body, client_id: "x" });
  expect([other.status, await other.json()]).toMatchObject([400, { code: "validation_failed" }]);
});
