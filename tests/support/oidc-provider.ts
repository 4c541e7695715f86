import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import Provider from "oidc-provider";

/** Somebody with an account at the provider. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user who signs in at the provider; null: consent is denied. */
  visitor: Person | null;
  /** Replaces the answer of the token endpoint; null: the real answer. */
  forged: { id_token: string } | null;
  /** An ID token signed with the provider's key; `claims` override valid ones. `life`: until it expires; null: no `exp` claim. */
  idToken(claims: JWTPayload, life?: string | null): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A real OpenID provider (npm's oidc-provider) on loopback, without pages: its interactions are answered at once for `visitor`.
 * `claimsInIdToken: false` tells the address at the userinfo endpoint alone, as many providers do.
 */
export async function startOidcProvider(options: { redirectUri: string; claimsInIdToken?: boolean }): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: "test", alg: "RS256", use: "sig" };
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "lampstand",
        client_secret: "a secret of the test provider",
        redirect_uris: [options.redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["a key of the tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: options.claimsInIdToken === false,
    features: { devInteractions: { enabled: false } },
    issueRefreshToken: async () => true,
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, RefreshToken: 300, Session: 300 },
    findAccount: async (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    interactions: { url: async (_context, interaction) => `/interaction/${interaction.uid}` },
  });

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    const { visitor } = state;
    if (!visitor) {
      const refusal = { error: "access_denied", error_description: "The person said no" };
      return provider.interactionFinished(request, response, refusal);
    }
    people.set(visitor.sub, visitor);
    if (details.prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: visitor.sub } });
    const grant = new provider.Grant({ accountId: visitor.sub, clientId: String(details.params["client_id"]) });
    grant.addOIDCScope(String(details.params["scope"]));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  const handleProtocol = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith("/interaction/")) {
      interact(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    } else if (request.url === "/token" && state.forged) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ access_token: "forged", token_type: "Bearer", expires_in: 60, ...state.forged }));
    } else {
      void handleProtocol(request, response);
    }
  };

  const state: TestProvider = {
    issuer,
    clientId: "lampstand",
    clientSecret: "a secret of the test provider",
    visitor: null,
    forged: null,
    idToken: async (claims, life = "5m") => {
      const token = new SignJWT({ iss: issuer, aud: "lampstand", ...claims })
        .setProtectedHeader({ alg: "RS256", kid: "test" })
        .setIssuedAt();
      if (life !== null) token.setExpirationTime(claims.exp ?? life);
      return token.sign(privateKey);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** An HTTP client that keeps cookies, follows redirects and submits auto-submitting forms, as a browser without scripts would. */
export function createRedirectFollower(rewrite: (url: string) => string = (url) => url) {
  const cookies = new Map<string, string>();
  async function ask(url: string, init: Omit<RequestInit, "headers"> = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(rewrite(url), { ...init, redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return answer;
  }
  return {
    ask,
    /** Follows redirects and forms from `url` until `stop` is true for an address, and returns that address. */
    async follow(url: string, stop: (url: URL) => boolean): Promise<URL> {
      let next = url;
      let form: URLSearchParams | null = null;
      for (let steps = 0; steps < 20; steps++) {
        if (!form && stop(new URL(next))) return new URL(next);
        const here: string = next;
        const answer: Response = await ask(here, form ? { method: "POST", body: form } : {});
        form = null;
        const location = answer.headers.get("location");
        if (location) {
          next = new URL(location, here).href;
          continue;
        }
        const page = await answer.text();
        const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1];
        if (answer.status !== 200 || !action)
          throw new Error(`neither a redirect nor a form at ${here}: ${answer.status} ${page.slice(0, 300)}`);
        form = new URLSearchParams(
          [...page.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
        );
        next = new URL(action.replaceAll("&amp;", "&"), here).href;
      }
      throw new Error("too many redirects");
    },
  };
}
