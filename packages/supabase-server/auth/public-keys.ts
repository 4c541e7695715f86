import type { FastifyInstance } from "fastify";
import type { Auth } from "./options.ts";

/** JWKS and discovery document, to verify access tokens with. Without signing keys (HS256 secret) the set is empty. */
export function publicKeyRoutes(app: FastifyInstance, auth: Auth): void {
  const issuer = new URL("/auth/v1", auth.publicUrl).href;
  const { signing } = auth.keys;
  const documents = {
    "/.well-known/jwks.json": signing?.jwks ?? { keys: [] },
    "/.well-known/openid-configuration": {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      userinfo_endpoint: `${issuer}/user`,
      id_token_signing_alg_values_supported: [signing?.current.alg ?? "HS256"],
    },
  };
  for (const [path, document] of Object.entries(documents))
    app.get(path, async (_request, reply) => reply.header("cache-control", "public, max-age=600").send(document));
}
