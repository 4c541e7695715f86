import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Keys } from "../gateway/tokens.ts";
import { expiredToken, invalidJwt, invalidSignature, parseInput } from "./errors.ts";
import { fullPath, type ObjectRef } from "./object-ref.ts";

// A key of its own: a session's token is no signed URL, nor the other way round.
function signingKey(keys: Pick<Keys, "jwtSecret">): Uint8Array {
  return createHmac("sha256", keys.jwtSecret).update("lampstand:storage-signed-urls").digest();
}

async function sign(keys: Keys, payload: Record<string, unknown>, seconds: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(signingKey(keys));
}

async function verify<T>(keys: Keys, token: string, ref: ObjectRef, schema: z.ZodType<T & { url: string }>): Promise<T> {
  const verified = await jwtVerify(token, signingKey(keys), { algorithms: ["HS256"] }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw expiredToken();
    if (error instanceof errors.JWSSignatureVerificationFailed) throw invalidSignature();
    throw invalidJwt("Invalid JWT");
  });
  const parsed = schema.safeParse(verified.payload);
  if (!parsed.success || parsed.data.url !== fullPath(ref)) throw invalidSignature();
  return parsed.data;
}

const query = z.object({ token: z.string({ error: "is required" }).min(1) });

/** The `token` of the query. Throws InvalidRequest without one. */
export const tokenOf = (request: FastifyRequest): string => parseInput(query, request.query).token;

const download = z.object({ url: z.string(), scope: z.literal("download"), exp: z.number() });

export function signDownload(keys: Keys, ref: ObjectRef, seconds: number): Promise<string> {
  return sign(keys, { url: fullPath(ref), scope: "download" }, seconds);
}

/** Throws ExpiredToken, InvalidSignature (also for another path or an upload's token) or InvalidJWT. Returns when it ends. */
export async function verifyDownload(keys: Keys, token: string, ref: ObjectRef): Promise<{ expires: Date }> {
  const { exp } = await verify(keys, token, ref, download);
  return { expires: new Date(exp * 1000) };
}

const upload = z.object({ url: z.string(), scope: z.literal("upload"), owner: z.uuid().nullable(), upsert: z.boolean() });

type UploadGrant = Pick<z.infer<typeof upload>, "owner" | "upsert">;

// The hosted default.
const UPLOAD_SECONDS = 7200;

export function signUpload(keys: Keys, ref: ObjectRef, grant: UploadGrant): Promise<string> {
  return sign(keys, { url: fullPath(ref), scope: "upload", ...grant }, UPLOAD_SECONDS);
}

/** Throws as `verifyDownload`. */
export async function verifyUpload(keys: Keys, token: string, ref: ObjectRef): Promise<UploadGrant> {
  return verify(keys, token, ref, upload);
}
