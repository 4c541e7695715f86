import { importJWK, type CryptoKey, type JWK } from "jose";
import { z } from "zod";

type Algorithm = "RS256" | "ES256";

/** Asymmetric keys of the project (RFC 7517). */
export interface SigningKeys {
  /** Signs new tokens. */
  current: { kid: string; alg: Algorithm; key: CryptoKey };
  /** By `kid`, each for one algorithm only: the token's header must not choose the algorithm. */
  verifying: ReadonlyMap<string, { alg: Algorithm; key: CryptoKey }>;
  /** The public keys, the body of /.well-known/jwks.json. */
  jwks: { keys: JWK[] };
  /** Whether tokens signed with the project's secret (HS256) are accepted too. */
  acceptsSecret: boolean;
}

const common = { kid: z.string().min(1).max(200), use: z.literal("sig").optional() };
const jwk = z.discriminatedUnion("kty", [
  z.object({
    ...common,
    kty: z.literal("RSA"),
    alg: z.literal("RS256").default("RS256"),
    // RFC 7518 section 3.3: 2,048 bits or more.
    n: z.string().min(342, "is shorter than 2048 bits"),
    e: z.string(),
    d: z.string().optional(),
    p: z.string().optional(),
    q: z.string().optional(),
    dp: z.string().optional(),
    dq: z.string().optional(),
    qi: z.string().optional(),
  }),
  z.object({
    ...common,
    kty: z.literal("EC"),
    alg: z.literal("ES256").default("ES256"),
    crv: z.literal("P-256"),
    x: z.string(),
    y: z.string(),
    d: z.string().optional(),
  }),
]);

/** A JWK set of RSA and P-256 keys with a `kid` each; the first private one signs, all verify. */
export const jwkSet = z
  .object({ keys: z.array(jwk) })
  .refine(({ keys }) => keys.some((key) => key.d), "holds no private key")
  .refine(({ keys }) => new Set(keys.map((key) => key.kid)).size === keys.length, "has one kid twice");
export type JwkSet = z.infer<typeof jwkSet>;

function publicPart(key: JwkSet["keys"][number]): JWK {
  const { kid, alg } = key;
  const head = { kid, alg, use: "sig", key_ops: ["verify"] };
  return key.kty === "RSA"
    ? { ...head, kty: "RSA", n: key.n, e: key.e }
    : { ...head, kty: "EC", crv: key.crv, x: key.x, y: key.y };
}

const cryptoKey = async (key: JWK, alg: Algorithm): Promise<CryptoKey> => (await importJWK(key, alg)) as CryptoKey;

/** Imports the keys of a set. Rejects for an invalid key. */
export async function loadSigningKeys(set: JwkSet, acceptsSecret: boolean): Promise<SigningKeys> {
  const first = set.keys.find((key) => key.d);
  if (!first) throw new TypeError("The key set holds no private key");
  const { kid, alg } = first;
  const verifying = new Map<string, { alg: Algorithm; key: CryptoKey }>();
  for (const key of set.keys)
    verifying.set(key.kid, { alg: key.alg, key: await cryptoKey({ ...publicPart(key), ext: true }, key.alg) });
  return {
    current: { kid, alg, key: await cryptoKey({ ...first, key_ops: ["sign"] } as JWK, alg) },
    verifying,
    jwks: { keys: set.keys.map(publicPart) },
    acceptsSecret,
  };
}
