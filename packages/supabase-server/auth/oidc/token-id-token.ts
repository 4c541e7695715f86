import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { decodeJwt, jwtVerify, type JWTPayload } from "jose";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit, auditFailedLogin } from "../audit.ts";
import { requireSecondFactor, requireUser } from "../caller.ts";
import { AuthError, insufficientAal, manualLinkingDisabled, OAuthError, providerOff, validationFailed } from "../errors.ts";
import type { Auth } from "../options.ts";
import { requireRecentProof } from "../recent-proof.ts";
import { openSession, type SessionAnswer } from "../sessions.ts";
import { isKnownProvider } from "../settings.ts";
import { faultOf } from "./error-redirect.ts";
import { accountOf, linkTo } from "./identity-account.ts";
import { readProfile } from "./profile.ts";
import { presetIssuer } from "./provider-config.ts";
import type { Provider } from "./providers.ts";

const body = z.object({
  provider: z.string().default(""),
  issuer: z.string().default(""),
  client_id: z.string().default(""),
  id_token: z.string().max(16_384).default(""),
  access_token: z.string().max(16_384).nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().default(false),
});
type Given = z.output<typeof body>;

/** Asymmetric algorithms only. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"];
const HASHES: Record<string, string> = { "256": "sha256", "384": "sha384", "512": "sha512" };

const badToken = (): OAuthError => new OAuthError("invalid request", "Bad ID token");

function providerOf(auth: Auth, given: Given): Provider {
  if (!given.id_token) throw new OAuthError("invalid request", "id_token required");
  if (!given.provider && !(given.client_id && given.issuer))
    throw new OAuthError("invalid request", "provider or client_id and issuer required");
  const provider = given.provider
    ? auth.providers.get(given.provider)
    : [...auth.providers.values()].find(
        ({ issuer, clientIds }) => issuer === given.issuer && clientIds.includes(given.client_id),
      );
  if (provider) return provider;
  if (isKnownProvider(given.provider)) throw providerOff(given.issuer || presetIssuer(given.provider));
  throw validationFailed(`Custom OIDC provider "${given.provider.slice(0, 64)}" not allowed`);
}

/** OpenID Connect Core 1.0, section 3.1.3.6: the left half of the access token's hash. */
function hashMatches(accessToken: string, claimed: string, alg: string): boolean {
  const digest = createHash(HASHES[alg.slice(-3)] ?? "sha512")
    .update(accessToken)
    .digest();
  const half = Buffer.from(digest.subarray(0, digest.length / 2).toString("base64url"));
  const given = Buffer.from(claimed);
  return half.length === given.length && timingSafeEqual(half, given);
}

function checkNonce(given: Given, claimed: unknown): void {
  if (Boolean(given.nonce) !== (claimed !== undefined))
    throw new OAuthError("invalid request", "Passed nonce and nonce in id_token should either both exist or not.");
  if (given.nonce && createHash("sha256").update(given.nonce).digest("hex") !== claimed)
    throw new OAuthError("invalid nonce", "Nonces mismatch");
}

function checkAudience(provider: Provider, { aud, azp }: JWTPayload): void {
  // With several audiences `azp` names the one that may use the token (section 3.1.3.7).
  const party = Array.isArray(aud) && aud.length > 1 ? azp : [aud].flat()[0];
  if (typeof party !== "string" || !provider.clientIds.includes(party))
    throw new OAuthError("invalid request", "Unacceptable audience in id_token");
}

/** Verifies issuer, signature, times, audience, nonce and at_hash. Throws `OAuthError`. */
async function verifyIdToken(provider: Provider, given: Given, request: FastifyRequest): Promise<JWTPayload> {
  try {
    // Checked first, to make no request to the provider for a token that is not its own.
    if (decodeJwt(given.id_token).iss !== provider.issuer) throw badToken();
  } catch {
    throw badToken();
  }
  const { configuration, keys } = await provider.discover().catch((error: unknown) => {
    request.log.warn({ provider: provider.id, fault: faultOf(error) }, "a sign-in provider did not answer");
    throw new OAuthError("server_error", "The sign-in provider can't be reached");
  });
  const verified = await jwtVerify(given.id_token, keys, {
    issuer: configuration.serverMetadata().issuer,
    algorithms: ALGORITHMS,
    requiredClaims: ["sub", "aud", "exp", "iat"],
    clockTolerance: 30,
  }).catch((error: unknown) => {
    request.log.warn({ provider: provider.id, fault: faultOf(error) }, "an ID token was refused");
    throw badToken();
  });
  const { payload, protectedHeader } = verified;
  checkAudience(provider, payload);
  checkNonce(given, payload["nonce"]);
  const atHash = payload["at_hash"];
  if (given.access_token && typeof atHash === "string" && !hashMatches(given.access_token, atHash, protectedHeader.alg))
    throw badToken();
  return payload;
}

async function linkingUser(auth: Auth, given: Given, request: FastifyRequest): Promise<string | null> {
  if (!given.link_identity) return null;
  if (!auth.manualLinking) throw manualLinkingDisabled();
  const caller = await requireUser(auth, request);
  await requireSecondFactor(auth.db.owner, caller, insufficientAal(403, "AAL2 required to link an identity"));
  await requireRecentProof(auth.db.owner, caller, "Identity linking");
  return caller.user.id;
}

/** POST /token?grant_type=id_token: exchanges an ID token, which a native app or the provider's button got, for a session. */
export async function signInWithIdToken(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const given = body.parse(request.body);
  const provider = providerOf(auth, given);
  const linkTarget = await linkingUser(auth, given, request);
  try {
    const profile = readProfile(provider.issuer, await verifyIdToken(provider, given, request));
    return await asPlatform(auth.db, async (tx) => {
      const signIn = { provider: provider.id, profile, request };
      const user = linkTarget ? await linkTo(tx, linkTarget, signIn) : await accountOf(tx, signIn);
      const userAgent = request.headers["user-agent"];
      const session = await openSession(auth, tx, user, { method: "oauth", provider: provider.id, userAgent });
      await audit(tx, { action: "login", actorId: user.id, request, traits: { method: "id_token", provider: provider.id } });
      return session;
    });
  } catch (error) {
    await auditFailedLogin(auth, error, {
      subjectId: linkTarget ?? undefined,
      request,
      traits: { method: "id_token", provider: provider.id },
    });
    // On this endpoint a ban has the status 400.
    if (error instanceof AuthError && error.code === "user_banned") throw new AuthError(400, error.code, error.message);
    throw error;
  }
}
