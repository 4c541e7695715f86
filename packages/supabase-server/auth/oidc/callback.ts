import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as client from "openid-client";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { audit, auditFailedLogin } from "../audit.ts";
import { badOAuthCallback, badOAuthState, flowStateUsed, OAuthError, providerFailed, validationFailed } from "../errors.ts";
import { hashSecret } from "../mailed-token.ts";
import type { Auth } from "../options.ts";
import { openSession, type SessionAnswer } from "../sessions.ts";
import type { UserRow } from "../users.ts";
import { callbackUrl } from "./authorize.ts";
import { faultOf, refuseByRedirect } from "./error-redirect.ts";
import { flowSecrets, useFlow, type Flow } from "./flow.ts";
import { accountOf, linkTo } from "./identity-account.ts";
import { readAppleName, readProfile, type Profile } from "./profile.ts";
import { writeCode, type ProviderTokens } from "./provider-tokens.ts";

interface Vouched {
  profile: Profile;
  tokens: ProviderTokens;
}

/** Exchanges the provider's code and checks its ID token: issuer, audience, signature, times, nonce. Throws `unexpected_failure`. */
async function askProvider(auth: Auth, flow: Flow, params: URLSearchParams, request: FastifyRequest): Promise<Vouched> {
  const provider = auth.providers.get(flow.provider);
  if (!provider) throw providerFailed("The sign-in provider is no longer configured");
  const { nonce, verifier } = flowSecrets(flow.id, auth.keys.jwtSecret);
  const url = new URL(callbackUrl(auth));
  url.search = params.toString();
  try {
    const { configuration } = await provider.discover();
    const answer = await client.authorizationCodeGrant(configuration, url, {
      expectedState: flow.id,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = answer.claims();
    if (!claims) throw new Error("no ID token");
    // Many providers return the mail address only from the userinfo endpoint.
    const asksMore = claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint;
    const told = asksMore ? await client.fetchUserInfo(configuration, answer.access_token, claims.sub) : {};
    const profile = readProfile(claims.iss, { ...readAppleName(params.get("user")), ...told, ...claims });
    return {
      profile,
      tokens: {
        provider_token: answer.access_token,
        ...(answer.refresh_token ? { provider_refresh_token: answer.refresh_token } : {}),
      },
    };
  } catch (error) {
    request.log.warn({ provider: provider.id, fault: faultOf(error) }, "a sign-in provider's answer was refused");
    throw providerFailed("Unable to exchange external code");
  }
}

const printable = (text: string, most: number): string => text.replaceAll(/[^\x20-\x7e]/g, "").slice(0, most);

/** The provider's error instead of a code: the person declined, or the request was invalid. */
function refusalIn(params: URLSearchParams): OAuthError | null {
  const error = params.get("error");
  if (error === null) return null;
  return new OAuthError(
    /^[a-z_]{1,64}$/.test(error) ? error : "server_error",
    printable(params.get("error_description") ?? "", 500),
  );
}

/** The code that the client exchanges with its verifier (token-pkce.ts). */
async function issueCode(auth: Auth, tx: Transaction, flow: Flow, user: UserRow, tokens: ProviderTokens): Promise<string> {
  const code = writeCode(tokens, auth.keys.jwtSecret);
  await tx.query(
    `insert into auth.flow_state
       (user_id, authentication_method, provider_type, code_challenge, code_challenge_method, auth_code_hash, auth_code_issued_at)
     values ($1, 'oauth', $2, $3, $4, $5, now())`,
    [user.id, flow.provider, flow.code_challenge, flow.code_challenge_method, hashSecret(code)],
  );
  return code;
}

function inFragment(target: string, session: SessionAnswer, tokens: ProviderTokens): URL {
  const url = new URL(target);
  url.hash = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...tokens,
    refresh_token: session.refresh_token,
    sb: "",
    token_type: session.token_type,
  }).toString();
  return url;
}

async function finish(auth: Auth, flow: Flow, params: URLSearchParams, request: FastifyRequest): Promise<URL> {
  const refusal = refusalIn(params);
  if (refusal) throw refusal;
  if (!params.get("code")) throw badOAuthCallback("OAuth callback with missing authorization code missing");
  const { profile, tokens } = await askProvider(auth, flow, params, request);
  return asPlatform(auth.db, async (tx) => {
    const signIn = { provider: flow.provider, profile, request };
    const user = flow.linking_user_id ? await linkTo(tx, flow.linking_user_id, signIn) : await accountOf(tx, signIn);
    if (flow.code_challenge) {
      const url = new URL(flow.redirect_to);
      url.searchParams.set("code", await issueCode(auth, tx, flow, user, tokens));
      return url;
    }
    const userAgent = request.headers["user-agent"];
    const session = await openSession(auth, tx, user, { method: "oauth", provider: flow.provider, userAgent });
    await audit(tx, { action: "login", actorId: user.id, request, traits: { method: "oauth", provider: flow.provider } });
    return inFragment(flow.redirect_to, session, tokens);
  });
}

async function callback(
  auth: Auth,
  params: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const state = params.get("state");
  const flow = await useFlow(auth, state);
  if (!flow) {
    const refusal = state
      ? badOAuthState("OAuth callback with invalid state")
      : badOAuthCallback("OAuth state parameter missing");
    return refuseByRedirect(refusal, auth.publicUrl, reply, { status: 303 });
  }
  try {
    if (flow.used) throw flowStateUsed();
    return reply.redirect((await finish(auth, flow, params, request)).href, 302);
  } catch (error) {
    const subjectId = flow.linking_user_id ?? undefined;
    await auditFailedLogin(auth, error, { subjectId, request, traits: { method: "oauth", provider: flow.provider } });
    return refuseByRedirect(error, flow.redirect_to, reply);
  }
}

/** GET and POST /callback, the redirect URI. Apple sends a POST (`form_post`). */
export async function callbackRoutes(app: FastifyInstance, auth: Auth): Promise<void> {
  // In a scope of its own, as everywhere else a body is parsed as JSON whatever its content type.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: unknown, body: string) => body,
    );
    // No HEAD route: a link scanner's HEAD would use up the state.
    scope.get("/callback", { exposeHeadRoute: false }, (request, reply) =>
      callback(auth, new URL(request.url, auth.publicUrl).searchParams, request, reply),
    );
    scope.post("/callback", (request, reply) => {
      if (typeof request.body !== "string") throw validationFailed("A form is expected");
      return callback(auth, new URLSearchParams(request.body), request, reply);
    });
  });
}
