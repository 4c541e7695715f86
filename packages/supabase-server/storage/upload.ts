import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { RequestContext } from "@lampstand/database";
import { checkQuotaEarly, countWrite } from "./upload-limits.ts";
import { allowsMimeType, findBucket } from "./bucket-row.ts";
import { callerOf } from "./caller.ts";
import { invalidMimeType, tooLarge } from "./errors.ts";
import { fullPath, readRef, type ObjectRef } from "./object-ref.ts";
import type { ObjectRow } from "./object-row.ts";
import { tokenOf, verifyUpload } from "./signed-token.ts";
import type { Storage } from "./storage.ts";
import { transformUpload } from "./transform-upload.ts";
import { withByteLimit, discardBody, readUploadBody } from "./upload-body.ts";
import { tryWrite, writeObject, type NewObject, type WriteMode } from "./write-object.ts";

/** Receives an upload. The caller's policies are checked before reading the body (for a signed URL: when it was signed), and when storing. */
async function receive(
  storage: Storage,
  request: FastifyRequest,
  target: { ref: ObjectRef; mode: WriteMode; caller: RequestContext; signed?: boolean },
): Promise<ObjectRow> {
  try {
    const { ref, mode, caller } = target;
    const owner = caller.claims.sub ?? null;
    const bucket = await findBucket(storage, ref.bucket);
    const limit = Math.min(bucket.file_size_limit ?? Infinity, storage.maxObjectBytes);
    const { stream, contentType, cacheControl, userMetadata } = await readUploadBody(request);
    if (!allowsMimeType(bucket, contentType)) throw invalidMimeType(contentType);
    // A form is longer than its file, so only a raw body's Content-Length is usable.
    const declared = request.headers["content-length"];
    const size = declared === undefined || request.isMultipart() ? undefined : Number(declared);
    if (size !== undefined && size > limit) throw tooLarge();

    const object: NewObject = { ref, owner, contentType, cacheControl, userMetadata };
    if (!target.signed) await tryWrite(storage, caller, mode, object, size);
    await countWrite(storage, caller);
    const transform = storage.transforms?.[bucket.id];
    // The size after a transform is not known yet.
    await checkQuotaEarly(storage, { ref, owner, bytes: transform ? 0 : (size ?? 0) });

    const body = withByteLimit(stream, limit);
    if (!transform) return await writeObject(storage, caller, mode, object, body, request.log);
    const transformed = await transformUpload(transform, { body, contentType, owner });
    return await writeObject(storage, caller, mode, { ...object, contentType: transform.contentType }, transformed, request.log);
  } catch (error) {
    discardBody(request);
    throw error;
  }
}

function receiveAsCaller(storage: Storage, modeOf: (request: FastifyRequest) => WriteMode): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const caller = await callerOf(request, storage);
    const object = await receive(storage, request, { ref, caller, mode: modeOf(request) });
    return { Id: object.id, Key: fullPath(ref) };
  };
}

export const wantsUpsert = (request: FastifyRequest): boolean => request.headers["x-upsert"] === "true";

/** POST /object/:bucket/* with `x-upsert`, needs INSERT (and SELECT, UPDATE to overwrite). */
export const uploadObject = (storage: Storage): RouteHandlerMethod =>
  receiveAsCaller(storage, (request) => (wantsUpsert(request) ? "upsert" : "insert"));

/** PUT /object/:bucket/*, needs SELECT and UPDATE. */
export const updateObject = (storage: Storage): RouteHandlerMethod => receiveAsCaller(storage, () => "replace");

/** PUT /object/upload/sign/:bucket/*?token=: uploads with the rights of the signer (`createSignedUploadUrl`). */
export function uploadToSignedUrl(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const { upsert, claims } = await verifyUpload(storage.keys, tokenOf(request), ref);
    await receive(storage, request, { ref, caller: { claims }, mode: upsert ? "upsert" : "insert", signed: true });
    return { Key: fullPath(ref) };
  };
}
