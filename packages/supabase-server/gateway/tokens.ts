import { createHash, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type CryptoKey } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Claims, Role } from "@lampstand/database";
import type { SigningKeys } from "./signing-keys.ts";

/** The project's secrets. `anonKey` and `serviceRoleKey` are JWTs signed with `jwtSecret` (HS256), or opaque (`sb_…`). */
export interface Keys {
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  /** Left out: `jwtSecret` alone signs and verifies. */
  signing?: SigningKeys;
}

/** The keys for signing and verifying tokens. */
export type TokenKeys = Pick<Keys, "jwtSecret"> & Partial<Keys>;

export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly reason: "invalid" | "expired";
  constructor(reason: TokenError["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const claims = z.looseObject({
  role: z.enum(["anon", "authenticated", "service_role"]).default("anon"),
  sub: z.uuid().optional(),
  // Refuses tokens that the same keys signed for another service.
  aud: z
    .union([z.string(), z.array(z.string())])
    .refine((aud) => [aud].flat().includes("authenticated"))
    .optional(),
});

// Cached: creating a key object costs more than verifying with it.
const keyObjects = new Map<string, KeyObject>();

function keyOf({ jwtSecret }: Pick<Keys, "jwtSecret">): KeyObject {
  let key = keyObjects.get(jwtSecret);
  if (!key) keyObjects.set(jwtSecret, (key = createSecretKey(jwtSecret, "utf8")));
  return key;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
/** Compares two secrets of any length in a time that does not depend on their text. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));

/** Opaque keys have a role but no user (docs/dialect.md#keys). */
function readOpaqueKey(token: string, keys: TokenKeys): Claims {
  const roles: [Role, string | undefined][] = [
    ["anon", keys.anonKey],
    ["service_role", keys.serviceRoleKey],
  ];
  const found = roles.find(([, key]) => key !== undefined && isSameSecret(token, key));
  if (!found) throw new TokenError("invalid", "Invalid API key");
  return { role: found[0] };
}

/** The key of the token's `kid` with its algorithm, else the secret. Throws `TokenError` when the secret is not accepted. */
function verifyingKey(token: string, keys: TokenKeys): { key: CryptoKey | KeyObject; alg: string } {
  const { kid } = decodeProtectedHeader(token);
  const named = kid === undefined ? undefined : keys.signing?.verifying.get(kid);
  if (named) return named;
  if (keys.signing && !keys.signing.acceptsSecret) throw new TokenError("invalid", "Invalid JWT");
  return { key: keyOf(keys), alg: "HS256" };
}

/** Cache of verified tokens: each is sent with many requests, and verifying needs a thread of libuv's pool. */
const verified = new WeakMap<TokenKeys, LRUCache<string, Claims>>();
const MOST_REMEMBERED = 5000;

function remember(token: string, keys: TokenKeys, found: Claims): void {
  const known = verified.get(keys) ?? new LRUCache<string, Claims>({ max: MOST_REMEMBERED });
  verified.set(keys, known);
  known.set(token, found);
}

/** The same time check as `jwtVerify`; a token that fails is verified again, for the error. */
function holdsNow({ exp, nbf }: Claims): boolean {
  const now = Math.floor(Date.now() / 1000);
  return (typeof exp !== "number" || exp > now) && (typeof nbf !== "number" || nbf <= now);
}

/** Verifies a JWT's signature and times, or compares an opaque key. Throws `TokenError`. */
export async function verifyToken(token: string, keys: TokenKeys): Promise<Claims> {
  if (token.startsWith("sb_")) return readOpaqueKey(token, keys);
  const known = verified.get(keys)?.get(token);
  if (known && holdsNow(known)) return known;
  try {
    const { key, alg } = verifyingKey(token, keys);
    const { payload } = await jwtVerify(token, key, { algorithms: [alg] });
    const found = Object.freeze(claims.parse(payload)) as Claims;
    remember(token, keys, found);
    return found;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenError("expired", "JWT expired", { cause: error });
    throw new TokenError("invalid", "Invalid JWT", { cause: error });
  }
}

/** Signs with the project's current key, else with its secret. */
export async function signToken(payload: Claims & { iat?: number; exp?: number }, keys: TokenKeys): Promise<string> {
  const current = keys.signing?.current;
  const header = current ? { alg: current.alg, kid: current.kid } : { alg: "HS256" };
  return new SignJWT(payload).setProtectedHeader({ ...header, typ: "JWT" }).sign(current?.key ?? keyOf(keys));
}

/** The token of an `Authorization: Bearer` header, or null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

type CallerHeaders = { apikey?: string | string[] | undefined; authorization?: string | undefined };

// Cached by request (its headers object): limits and APIs both need the caller, and verifying is expensive.
const callers = new WeakMap<CallerHeaders, Promise<Claims>>();

/**
 * The caller's claims: of the bearer token, else of the API key, else `anon` (docs/dialect.md#tokens). Throws `TokenError` for an invalid
 * token, which is never treated as anonymous.
 */
export function readCaller(headers: CallerHeaders, keys: Keys): Promise<Claims> {
  const known = callers.get(headers) ?? verifyCaller(headers, keys);
  callers.set(headers, known);
  return known;
}

async function verifyCaller(headers: CallerHeaders, keys: Keys): Promise<Claims> {
  const key = Array.isArray(headers.apikey) ? headers.apikey[0] : headers.apikey;
  const token = bearerToken(headers.authorization) ?? key;
  if (!token) return { role: "anon" };
  return verifyToken(token, keys);
}
