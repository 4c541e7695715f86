import type { FastifyReply, FastifyRequest } from "fastify";
import * as client from "openid-client";
import { z } from "zod";
import { requireSecondFactor, requireUser } from "../caller.ts";
import { insufficientAal, manualLinkingDisabled, providerFailed, unsupportedProvider } from "../errors.ts";
import type { Auth } from "../options.ts";
import { challengeFields, readChallenge } from "../pkce.ts";
import { requireRecentProof } from "../recent-proof.ts";
import { resolveRedirect } from "../redirects.ts";
import { isKnownProvider } from "../settings.ts";
import { faultOf, refuseByRedirect } from "./error-redirect.ts";
import { flowSecrets, openFlow } from "./flow.ts";
import type { Provider } from "./providers.ts";

const query = z.looseObject({ provider: z.string().default(""), scopes: z.string().max(1000).default(""), ...challengeFields });

/** The redirect URI, which has to be registered with each provider. */
export const callbackUrl = (auth: Pick<Auth, "publicUrl">): string => new URL("/auth/v1/callback", auth.publicUrl).href;

// Not forwarded to the provider, unlike all other parameters (`queryParams` of the client, such as prompt or login_hint).
const RESERVED = new Set(
  [
    "provider scopes redirect_to skip_http_redirect invite_token code_challenge code_challenge_method",
    "client_id client_secret client_assertion client_assertion_type redirect_uri response_type response_mode scope state nonce",
    "request request_uri registration claims resource",
  ].flatMap((names) => names.split(" ")),
);

function forwardedParams(asked: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(asked).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !RESERVED.has(entry[0]),
  );
  return Object.fromEntries(entries.slice(0, 20));
}

const words = (text: string): string[] => text.split(/[ ,]+/).filter((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word));

/** Authorization URL for this request, with a new `state`. Throws `validation_failed` before a flow is stored. */
async function providerPage(auth: Auth, request: FastifyRequest, linkingUserId: string | null): Promise<URL> {
  const asked = query.parse(request.query);
  const provider = auth.providers.get(asked.provider);
  if (!provider) {
    throw unsupportedProvider(
      isKnownProvider(asked.provider) ? "provider is not enabled" : `Provider ${asked.provider.slice(0, 64)} could not be found`,
    );
  }
  const challenge = readChallenge(asked);
  const configuration = await discoverProvider(provider, request);
  const state = await openFlow(auth, {
    provider: provider.id,
    redirectTo: resolveRedirect(auth, request),
    challenge,
    linkingUserId,
  });
  const { nonce, verifier } = flowSecrets(state, auth.keys.jwtSecret);
  return client.buildAuthorizationUrl(configuration, {
    ...forwardedParams(asked),
    redirect_uri: callbackUrl(auth),
    scope: [...new Set([...words(provider.scopes), ...words(asked.scopes)])].join(" "),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(provider.responseMode ? { response_mode: provider.responseMode } : {}),
  });
}

async function discoverProvider(provider: Provider, request: FastifyRequest): Promise<client.Configuration> {
  try {
    return (await provider.discover()).configuration;
  } catch (error) {
    request.log.warn({ provider: provider.id, fault: faultOf(error) }, "a sign-in provider did not answer");
    throw providerFailed("The sign-in provider can't be reached");
  }
}

/** GET /authorize: sends the browser to the provider. */
export async function authorize(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    return reply.redirect((await providerPage(auth, request, null)).href, 302);
  } catch (error) {
    return refuseByRedirect(error, resolveRedirect(auth, request), reply, { onlyFor: "unexpected_failure" });
  }
}

/** GET /user/identities/authorize: like `authorize`, but links the provider to the caller's account. */
export async function authorizeLink(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!auth.manualLinking) throw manualLinkingDisabled();
  const caller = await requireUser(auth, request);
  await requireSecondFactor(auth.db.owner, caller, insufficientAal(403, "AAL2 required to link an identity"));
  await requireRecentProof(auth.db.owner, caller, "Identity linking");
  const page = await providerPage(auth, request, caller.user.id);
  const skips = (request.query as { skip_http_redirect?: unknown }).skip_http_redirect === "true";
  return skips ? reply.send({ url: page.href }) : reply.redirect(page.href, 302);
}
