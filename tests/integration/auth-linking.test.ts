import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oidcProviders } from "../../packages/supabase-server/auth/oidc/provider-config.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { startAuthServer, signedIn } from "./auth-fixture.ts";
import { isSite, startOidcServer, somebody, type OidcServer } from "./oidc-fixture.ts";

let server: OidcServer;
beforeAll(async () => {
  server = await startOidcServer();
});
afterAll(() => server.close());

describe("manual linking", () => {
  const link = async (client: SupabaseClient): Promise<URL> => {
    const { data, error } = await client.auth.linkIdentity({ provider: "google" });
    if (error) throw error;
    return server.redirectFollower().follow(data?.url ?? "", isSite);
  };

  test("adds a provider with another address, once, and removes it again, but never the last identity", async () => {
    const email = somebody().email;
    const client = await signedIn(server, email);
    server.google.visitor = somebody();
    const end = await link(client);
    expect((await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "")).error).toBeNull();
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {};
    expect(identities.map(({ provider }) => provider)).toEqual(["email", "google"]);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);

    const again = await link(client);
    expect(again.searchParams.get("error_code")).toBe("identity_already_exists");
    const stranger = await signedIn(server, somebody().email);
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
    const { rows } = await server.db.owner.query(
      "select action, traits ->> 'provider' as provider from auth.audit_log_entries where actor_id = $1 and action like 'identity%' order by id",
      [first.user_id],
    );
    expect(rows).toEqual([
      { action: "identity_linked", provider: "google" },
      { action: "identity_unlinked", provider: "email" },
    ]);
    const user = (await client.auth.getUser()).data.user;
    expect(user).toMatchObject({
      email: server.google.visitor.email,
      app_metadata: { provider: "google", providers: ["google"] },
    });
    const byPassword = await server
      .browser()
      .auth.signInWithPassword({ email: server.google.visitor.email ?? "", password: "correct horse" });
    expect(byPassword.error?.code).toBe("invalid_credentials");
    expect((await client.auth.unlinkIdentity(second)).error?.code).toBe("single_identity_not_deletable");
  });

  test("of two simultaneous unlinkings one is refused, so that an identity remains", async () => {
    const person = somebody();
    const client = await signedIn(server, person.email);
    server.google.visitor = person;
    await server.signInWith("google");
    const { identities = [] } = (await client.auth.getUserIdentities()).data ?? {};
    const answers = await Promise.all(identities.map((identity) => client.auth.unlinkIdentity(identity)));
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set(["single_identity_not_deletable", undefined]));
  });

  test("an identity stays if removing it would give this account an address that another account has", async () => {
    const other = somebody();
    const client = await signedIn(server, somebody().email);
    server.google.visitor = other;
    await link(client);
    await signedIn(server, other.email);
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
    const client = await signedIn(server, own);
    server.google.visitor = somebody({ email_verified: false });
    await link(client);
    const email = (await client.auth.getUserIdentities()).data?.identities.find(({ provider }) => provider === "email");
    if (!email) throw new Error("no e-mail identity");
    expect((await client.auth.unlinkIdentity(email)).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(own);
  });

  test.each([
    ["a new password", (client: SupabaseClient) => client.auth.updateUser({ password: "another correct horse" })],
    ["a second factor", (client: SupabaseClient) => withSecondFactor(client)],
  ])("a redirect to a provider that was started before %s adds nothing", async (_, protect) => {
    const client = await signedIn(server, somebody().email);
    server.google.visitor = somebody();
    const { data } = await client.auth.linkIdentity({ provider: "google" });
    await protect(client);
    const end = await server.redirectFollower().follow(data?.url ?? "", isSite);
    expect(end.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1);
  });

  test("needs the second factor of an account that has one, and a session in any case", async () => {
    const email = somebody().email;
    await withSecondFactor(await signedIn(server, email));
    const weak = server.browser();
    await weak.auth.signInWithPassword({ email, password: "correct horse" });
    expect((await weak.auth.linkIdentity({ provider: "google" })).error).toMatchObject({ status: 403, code: "insufficient_aal" });
    const own = (await weak.auth.getUserIdentities()).data?.identities[0];
    expect(own && (await weak.auth.unlinkIdentity(own)).error).toMatchObject({ status: 403, code: "insufficient_aal" });
    const link_identity = { provider: "google", id_token: await server.google.idToken(somebody()), link_identity: true };
    const bearer = `Bearer ${(await weak.auth.getSession()).data.session?.access_token}`;
    for (const [headers, code] of [
      [{}, "no_authorization"],
      [{ authorization: bearer }, "insufficient_aal"],
    ] as const)
      expect(await (await server.post("/token?grant_type=id_token", link_identity, headers)).json()).toMatchObject({ code });
  });

  test("is switched off unless the configuration says otherwise", async () => {
    const { issuer, clientId } = server.google;
    const closed = await startAuthServer({ oidcProviders: oidcProviders.parse([{ id: "acme", issuer, clientId }]) });
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
    const session = (await client.auth.getSession()).data.session;
    const linking = await closed.post(
      "/token?grant_type=id_token",
      { provider: "acme", id_token: await server.google.idToken(somebody()), link_identity: true },
      { authorization: `Bearer ${session?.access_token}` },
    );
    expect([linking.status, await linking.json()]).toMatchObject([404, { code: "manual_linking_disabled" }]);
    await closed.close();
  });
});
