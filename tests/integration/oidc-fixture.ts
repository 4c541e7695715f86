import type { SupabaseClient } from "@supabase/supabase-js";
import { oidcProviders } from "../../packages/supabase-server/auth/oidc/provider-config.ts";
import { createRedirectFollower, startOidcProvider, type TestProvider } from "../support/oidc-provider.ts";
import { openAuthRoom, SITE, type AuthRoom } from "./auth-fixture.ts";

export const CALLBACK = `${SITE}/auth/v1/callback`;

export interface OidcRoom extends AuthRoom {
  /** Tells the address in the ID token. */
  google: TestProvider;
  /** Tells it at the userinfo endpoint, and comes back with a form. */
  acme: TestProvider;
  /** A browser's walk over pages and forms; what belongs to the site's auth goes to this room. */
  surfer(): ReturnType<typeof createRedirectFollower>;
  authorizeUrl(client: SupabaseClient, provider: string, options?: object): Promise<string>;
  /** The whole walk in a browser of its own, with PKCE; answers the browser and where it ended. */
  walk(provider: string, options?: object): Promise<{ client: SupabaseClient; end: URL }>;
  signInWith(provider: string): ReturnType<typeof signInWith>;
  usersWith(email: string): Promise<number>;
}

let count = 0;
/** A person whom nobody has met, as a provider describes them. */
export const somebody = (more: object = {}) => {
  const sub = `sub-${++count}`;
  return { sub, email: `${sub}@example.org`, email_verified: true, name: `Person ${count}`, ...more };
};

export const isSite = (url: URL): boolean => url.origin === SITE && !url.pathname.startsWith("/auth/v1/");

async function signInWith(walk: OidcRoom["walk"], provider: string) {
  const { client, end } = await walk(provider);
  const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get("code") ?? "");
  if (error) throw error;
  return { client, session: data.session, user: data.user };
}

/** An auth service with two providers that answer and one that is gone. */
export async function openOidcRoom(): Promise<OidcRoom> {
  const google = await startOidcProvider({ redirectUri: CALLBACK });
  const acme = await startOidcProvider({ redirectUri: CALLBACK, claimsInIdToken: false });
  const room = await openAuthRoom({
    manualLinking: true,
    redirectAllowList: ["https://shop.example/**"],
    oidcProviders: oidcProviders.parse([
      { id: "google", issuer: google.issuer, clientId: google.clientId, clientSecret: google.clientSecret },
      { id: "acme", issuer: acme.issuer, clientId: acme.clientId, clientSecret: acme.clientSecret, responseMode: "form_post" },
      { id: "gone", issuer: "http://127.0.0.1:9", clientId: "x", clientSecret: "y" },
    ]),
  });
  const surfer = () =>
    createRedirectFollower((url) => (url.startsWith(`${SITE}/auth/v1/`) ? room.url + url.slice(SITE.length) : url));
  const authorizeUrl: OidcRoom["authorizeUrl"] = async (client, provider, options = {}) => {
    const { data, error } = await client.auth.signInWithOAuth({ provider: provider as "google", options });
    if (error) throw error;
    return data.url;
  };
  const walk: OidcRoom["walk"] = async (provider, options) => {
    const client = room.browser();
    return { client, end: await surfer().surf(await authorizeUrl(client, provider, options), isSite) };
  };
  return {
    ...room,
    google,
    acme,
    surfer,
    authorizeUrl,
    walk,
    signInWith: (provider) => signInWith(walk, provider),
    usersWith: async (email) => (await room.db.owner.query("select from auth.users where email = $1", [email])).rowCount ?? 0,
    async close() {
      await room.close();
      await Promise.all([google.stop(), acme.stop()]);
    },
  };
}
