import { createRemoteJWKSet, importPKCS8, SignJWT, type JWTVerifyGetKey } from "jose";
import * as client from "openid-client";
import type { OidcProvider } from "./provider-config.ts";

const TIMEOUT_SECONDS = 5;
/** The discovery document is fetched again after a day. */
const DISCOVERY_LIFE_MS = 86_400_000;
/** Apple accepts up to six months. */
const APPLE_SECRET_LIFE = "2d";

/** A provider with its discovery document. */
interface Discovered {
  configuration: client.Configuration;
  /** For its ID tokens' signatures. */
  keys: JWTVerifyGetKey;
}

/** `discover` asks the provider on first use, and rejects when it does not respond. */
export interface Provider extends OidcProvider {
  discover(): Promise<Discovered>;
}

/** Apple's client secret is a JWT signed by the team's key (developer.apple.com, "Creating a client secret"); each discovery renews it. */
async function appleSecret(provider: OidcProvider, signer: NonNullable<OidcProvider["signer"]>): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: "ES256", kid: signer.keyId })
    .setIssuer(signer.teamId)
    .setSubject(provider.clientId)
    .setAudience(provider.issuer)
    .setIssuedAt()
    .setExpirationTime(APPLE_SECRET_LIFE)
    .sign(await importPKCS8(signer.privateKey, "ES256"));
}

async function clientAuth(provider: OidcProvider): Promise<client.ClientAuth> {
  const { signer, clientSecret } = provider;
  if (signer) return client.ClientSecretPost(await appleSecret(provider, signer));
  if (clientSecret === null) return client.None();
  return (server, metadata, body, headers) => {
    // The default is Basic (OpenID Connect Discovery 1.0, section 3).
    const posts = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    const authenticate = posts ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
    return authenticate(server, metadata, body, headers);
  };
}

async function ask(provider: OidcProvider): Promise<Discovered> {
  const issuer = new URL(provider.issuer);
  const configuration = await client.discovery(issuer, provider.clientId, undefined, await clientAuth(provider), {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Also check the signatures of ID tokens that come directly from the provider.
      client.enableNonRepudiationChecks,
      // provider-config.ts allows http only for this machine.
      ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri: keysAt } = configuration.serverMetadata();
  if (!keysAt) throw new Error("the provider names no keys");
  return { configuration, keys: createRemoteJWKSet(new URL(keysAt), { timeoutDuration: TIMEOUT_SECONDS * 1000 }) };
}

/** The configured providers by id. Discovery is cached for a day, failures are not. */
export function createProviders(list: readonly OidcProvider[]): ReadonlyMap<string, Provider> {
  return new Map(
    list.map((provider) => {
      let asked: { at: number; answer: Promise<Discovered> } | null = null;
      const discover = async (): Promise<Discovered> => {
        if (!asked || Date.now() - asked.at > DISCOVERY_LIFE_MS) asked = { at: Date.now(), answer: ask(provider) };
        const current = asked;
        return current.answer.catch((error: unknown) => {
          if (asked === current) asked = null;
          throw error;
        });
      };
      return [provider.id, { ...provider, discover }];
    }),
  );
}
