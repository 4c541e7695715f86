import { createSecretKey, type KeyObject } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Claims } from "../../db/claims.ts";

/** The project's secrets. `anonKey` and `serviceRoleKey` are JWTs signed with `jwtSecret` (HS256). */
export interface Keys {
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
}

export class TokenError extends Error {
  override readonly name = "TokenError";
  readonly reason: "invalid" | "expired";
  constructor(reason: TokenError["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const claims = z.looseObject({
  role: z.enum(["anon", "authenticated", "service_role"]).default("anon"),
  sub: z.uuid().optional(),
});

// Made once: making the key costs more than verifying with it.
const keyObjects = new Map<string, KeyObject>();

function keyOf({ jwtSecret }: Pick<Keys, "jwtSecret">): KeyObject {
  let key = keyObjects.get(jwtSecret);
  if (!key) keyObjects.set(jwtSecret, (key = createSecretKey(jwtSecret, "utf8")));
  return key;
}

/** Verifies a JWT's signature and time window. Throws `TokenError`. */
export async function verifyToken(token: string, keys: Pick<Keys, "jwtSecret">): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keyOf(keys), { algorithms: ["HS256"] });
    return claims.parse(payload) as Claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenError("expired", "JWT expired");
    throw new TokenError("invalid", "Invalid JWT");
  }
}

export async function signToken(
  payload: Claims & { iat?: number; exp?: number },
  keys: Pick<Keys, "jwtSecret">,
): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(keyOf(keys));
}

/** The token of an `Authorization: Bearer` header, or null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/**
 * Who is calling: the bearer token's claims, else the API key's; nobody is `anon` (contract section 0).
 * Throws `TokenError` for a token that does not verify: a bad token is never silently anonymous.
 */
export async function readCaller(
  headers: { apikey?: string | string[] | undefined; authorization?: string | undefined },
  keys: Keys,
): Promise<Claims> {
  const key = Array.isArray(headers.apikey) ? headers.apikey[0] : headers.apikey;
  const token = bearerToken(headers.authorization) ?? key;
  if (!token) return { role: "anon" };
  return verifyToken(token, keys);
}
