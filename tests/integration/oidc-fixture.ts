import type { SupabaseClient } from "@supabase/supabase-js";
import { oidcProviders } from "../../packages/supabase-server/auth/oidc/provider-config.ts";
import { createRedirectFollower, startOidcProvider, type TestProvider } from "../support/oidc-provider.ts";
import { startAuthServer, SITE, type AuthServer } from "./auth-fixture.ts";

export const CALLBACK = `${SITE}/auth/v1/callback`;

export interface OidcServer extends AuthServer {
  /** Has the email claim in the ID token. */
  google: TestProvider;
  /** Has the email claim at the userinfo endpoint only, and returns with `response_mode=form_post`. */
  acme: TestProvider;
  /** Follows redirects and forms; requests for the site's `/auth/v1` go to this server. */
  redirectFollower(): ReturnType<typeof createRedirectFollower>;
  authorizeUrl(client: SupabaseClient, provider: string, options?: object): Promise<string>;
  /** Signs in at the provider in a new browser, with PKCE, up to the redirect to the site; returns the browser and that address. */
  signInAtProvider(provider: string, options?: object): Promise<{ client: SupabaseClient; end: URL }>;
  signInWith(provider: string): ReturnType<typeof signInWith>;
  usersWith(email: string): Promise<number>;
}

let count = 0;
/** The claims of a new user. */
export const somebody = (more: object = {}) => {
  const sub = `sub-${++count}`;
  return { sub, email: `${sub}@example.org`, email_verified: true, name: `Person ${count}`, ...more };
};

export const isSite = (url: URL): boolean => url.origin === SITE && !url.pathname.startsWith("/auth/v1/");

async function signInWith(signInAtProvider: OidcServer["signInAtProvider"], provider: string) {
  const { client, end } = await signInAtProvider(provider);
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "");
  if (error) throw error;
  return { client, session: data.session, user: data.user };
}

/** An auth server with two OpenID providers that answer and one that does not. */
export async function startOidcServer(): Promise<OidcServer> {
  const google = await startOidcProvider({ redirectUri: CALLBACK });
  const acme = await startOidcProvider({ redirectUri: CALLBACK, claimsInIdToken: false });
  const server = await startAuthServer({
    manualLinking: true,
    redirectAllowList: ["https://shop.example/**"],
    oidcProviders: oidcProviders.parse([
      { id: "google", issuer: google.issuer, clientId: google.clientId, clientSecret: google.clientSecret },
      { id: "acme", issuer: acme.issuer, clientId: acme.clientId, clientSecret: acme.clientSecret, responseMode: "form_post" },
      { id: "gone", issuer: "http://127.0.0.1:9", clientId: "x", clientSecret: "y" },
    ]),
  });
  const redirectFollower = () =>
    createRedirectFollower((url) => (url.startsWith(`${SITE}/auth/v1/`) ? server.url + url.slice(SITE.length) : url));
  const authorizeUrl: OidcServer["authorizeUrl"] = async (client, provider, options = {}) => {
    const { data, error } = await client.auth.signInWithOAuth({ provider: provider as "google", options });
    if (error) throw error;
    return data.url;
  };
  const signInAtProvider: OidcServer["signInAtProvider"] = async (provider, options) => {
    const client = server.browser();
    return { client, end: await redirectFollower().follow(await authorizeUrl(client, provider, options), isSite) };
  };
  return {
    ...server,
    google,
    acme,
    redirectFollower,
    authorizeUrl,
    signInAtProvider,
    signInWith: (provider) => signInWith(signInAtProvider, provider),
    usersWith: async (email) => (await server.db.owner.query("select from auth.users where email = $1", [email])).rowCount ?? 0,
    async close() {
      await server.close();
      await Promise.all([google.stop(), acme.stop()]);
    },
  };
}
