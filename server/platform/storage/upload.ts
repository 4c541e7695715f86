import { buffer } from "node:stream/consumers";
import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import { allowsMimeType, findBucket } from "./bucket-row.ts";
import { callerOf } from "./caller.ts";
import { invalidMimeType, tooLarge } from "./errors.ts";
import { fullPath, readRef, type ObjectRef } from "./object-ref.ts";
import type { ObjectRow } from "./object-row.ts";
import { tokenOf, verifyUpload } from "./signed-token.ts";
import type { Storage } from "./storage.ts";
import { bounded, drain, readUploadBody } from "./upload-body.ts";
import { tryWrite, writeObject, type NewObject, type WriteMode } from "./write-object.ts";

/** `authorize` is asked before any byte is stored. */
async function receive(
  storage: Storage,
  request: FastifyRequest,
  target: { ref: ObjectRef; owner: string | null; mode: WriteMode },
  authorize: (object: NewObject, size: number | undefined) => Promise<void>,
): Promise<ObjectRow> {
  try {
    const bucket = await findBucket(storage, target.ref.bucket);
    const limit = Math.min(bucket.file_size_limit ?? Infinity, storage.maxObjectBytes);
    const { stream, contentType, cacheControl, userMetadata } = await readUploadBody(request);
    if (!allowsMimeType(bucket, contentType)) throw invalidMimeType(contentType);
    // A form is longer than the file in it, so only a raw body's length says anything.
    const declared = request.headers["content-length"];
    const size = declared === undefined || request.isMultipart() ? undefined : Number(declared);
    if (size !== undefined && size > limit) throw tooLarge();

    const object: NewObject = { ref: target.ref, owner: target.owner, contentType, cacheControl, userMetadata };
    await authorize(object, size);

    const body = bounded(stream, limit);
    const transform = storage.transforms?.[bucket.id];
    if (!transform) return await writeObject(storage, target.mode, object, body, request.log);
    const transformed = await transform(await buffer(body));
    if (!transformed) throw invalidMimeType(contentType);
    return await writeObject(
      storage,
      target.mode,
      { ...object, contentType: transformed.contentType },
      transformed.body,
      request.log,
    );
  } catch (error) {
    drain(request);
    throw error;
  }
}

function receiveAsCaller(storage: Storage, modeOf: (request: FastifyRequest) => WriteMode): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const caller = await callerOf(request, storage);
    const mode = modeOf(request);
    const object = await receive(storage, request, { ref, owner: caller.claims.sub ?? null, mode }, (draft, size) =>
      tryWrite(storage, caller, mode, draft, size),
    );
    return { Id: object.id, Key: fullPath(ref) };
  };
}

export const wantsUpsert = (request: FastifyRequest): boolean => request.headers["x-upsert"] === "true";

/** POST /object/:bucket/* with `x-upsert`, needs INSERT (and SELECT, UPDATE to overwrite). */
export const uploadObject = (storage: Storage): RouteHandlerMethod =>
  receiveAsCaller(storage, (request) => (wantsUpsert(request) ? "upsert" : "insert"));

/** PUT /object/:bucket/*, needs SELECT and UPDATE. */
export const updateObject = (storage: Storage): RouteHandlerMethod => receiveAsCaller(storage, () => "replace");

/** PUT /object/upload/sign/:bucket/*?token=: the token is the right, given by `createSignedUploadUrl`. */
export function uploadToSignedUrl(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const ref = readRef(request.params);
    const grant = await verifyUpload(storage.keys, tokenOf(request), ref);
    await receive(storage, request, { ref, owner: grant.owner, mode: grant.upsert ? "upsert" : "insert" }, async () => {});
    return { Key: fullPath(ref) };
  };
}
