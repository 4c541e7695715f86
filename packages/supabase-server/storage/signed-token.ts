import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Claims } from "@lampstand/database";
import type { Keys } from "../gateway/tokens.ts";
import { expiredToken, invalidJwt, invalidSignature, parseInput } from "./errors.ts";
import { fullPath, type ObjectRef } from "./object-ref.ts";

const MOST_REMEMBERED = 5000;

interface Signing {
  key: KeyObject;
  /** Payloads of tokens that were verified: a listener sends the same one for each range. */
  verified: LRUCache<string, JWTPayload>;
}
const signings = new WeakMap<Keys, Signing>();

function signingOf(keys: Keys): Signing {
  let signing = signings.get(keys);
  if (!signing) {
    // A separate key, so that session tokens are not accepted as signed URLs, nor the reverse.
    const key = createSecretKey(createHmac("sha256", keys.jwtSecret).update("lampstand:storage-signed-urls").digest());
    signings.set(keys, (signing = { key, verified: new LRUCache({ max: MOST_REMEMBERED }) }));
  }
  return signing;
}

async function sign(keys: Keys, payload: Record<string, unknown>, seconds: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(signingOf(keys).key);
}

async function payloadOf(keys: Keys, token: string): Promise<JWTPayload> {
  const { key, verified } = signingOf(keys);
  const known = verified.get(token);
  // One that has expired is verified again, for the error.
  if (known?.exp && known.exp > Date.now() / 1000) return known;
  const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"] }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw expiredToken();
    if (error instanceof errors.JWSSignatureVerificationFailed) throw invalidSignature();
    throw invalidJwt("Invalid JWT");
  });
  verified.set(token, payload);
  return payload;
}

async function verify<T>(keys: Keys, token: string, ref: ObjectRef, schema: z.ZodType<T & { url: string }>): Promise<T> {
  const parsed = schema.safeParse(await payloadOf(keys, token));
  if (!parsed.success || parsed.data.url !== fullPath(ref)) throw invalidSignature();
  return parsed.data;
}

const query = z.object({ token: z.string({ error: "is required" }).min(1) });

/** The `token` of the query. Throws InvalidRequest without one. */
export const tokenOf = (request: FastifyRequest): string => parseInput(query, request.query).token;

/** `sub` is the signer; absent for the service key. */
const download = z.object({ url: z.string(), scope: z.literal("download"), exp: z.number(), sub: z.uuid().optional() });

export function signDownload(keys: Keys, ref: ObjectRef, seconds: number, { sub }: Claims): Promise<string> {
  return sign(keys, { url: fullPath(ref), scope: "download", sub }, seconds);
}

/** Returns expiry and signer. Throws ExpiredToken, InvalidSignature (also for another path or an upload token) or InvalidJWT. */
export async function verifyDownload(
  keys: Keys,
  token: string,
  ref: ObjectRef,
): Promise<{ expires: Date; signer: string | null }> {
  const { exp, sub } = await verify(keys, token, ref, download);
  return { expires: new Date(exp * 1000), signer: sub ?? null };
}

/** Contains the signer's claims, as the policies are checked again when the file is stored. */
const upload = z.object({
  url: z.string(),
  scope: z.literal("upload"),
  upsert: z.boolean(),
  role: z.enum(["anon", "authenticated", "service_role"]),
  sub: z.uuid().optional(),
  aal: z.string().optional(),
});

interface UploadGrant {
  upsert: boolean;
  /** Under whose rights the file is stored. */
  claims: Claims;
}

// The hosted default.
const UPLOAD_SECONDS = 7200;

export function signUpload(keys: Keys, ref: ObjectRef, { upsert, claims }: UploadGrant): Promise<string> {
  const { role, sub, aal } = claims;
  return sign(keys, { url: fullPath(ref), scope: "upload", upsert, role, sub, aal }, UPLOAD_SECONDS);
}

/** Throws as `verifyDownload`. */
export async function verifyUpload(keys: Keys, token: string, ref: ObjectRef): Promise<UploadGrant> {
  const { upsert, role, sub, aal } = await verify(keys, token, ref, upload);
  return { upsert, claims: { role, ...(sub !== undefined && { sub }), ...(aal !== undefined && { aal }) } };
}
