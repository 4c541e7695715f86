import type { FastifyReply, RouteHandlerMethod } from "fastify";
import { findBucket } from "./bucket-row.ts";
import { callerOf } from "./caller.ts";
import { noSuchBucket, noSuchObject } from "./errors.ts";
import { readRef } from "./object-ref.ts";
import { findAsCaller, findAsPlatform, findSigned, type ObjectRow } from "./object-row.ts";
import { serveObject } from "./serve-object.ts";
import { tokenOf, verifyDownload } from "./signed-token.ts";
import type { Storage } from "./storage.ts";

/** GET, HEAD /object/:bucket/* and /object/authenticated/:bucket/*, needs SELECT. */
export function downloadObject(storage: Storage): RouteHandlerMethod {
  return async (request, reply) => {
    const ref = readRef(request.params);
    const caller = await callerOf(request, storage);
    return serveObject(storage, request, reply, { find: () => findAsCaller(storage, caller, ref), shared: false });
  };
}

/** GET, HEAD /object/public/:bucket/*: for anybody if the bucket is public, else NoSuchBucket. */
export function downloadPublicObject(storage: Storage): RouteHandlerMethod {
  return async (request, reply) => {
    const ref = readRef(request.params);
    if (!(await findBucket(storage, ref.bucket)).public) throw noSuchBucket();
    return serveObject(storage, request, reply, { find: () => findAsPlatform(storage, ref), shared: true });
  };
}

/** GET, HEAD /object/sign/:bucket/*?token=: for anybody with the link, until it expires or its account ends. */
export function downloadSignedObject(storage: Storage): RouteHandlerMethod {
  return async (request, reply) => {
    const ref = readRef(request.params);
    const { expires, signer } = await verifyDownload(storage.keys, tokenOf(request), ref);
    return serveObject(storage, request, reply, { find: () => findSigned(storage, ref, signer), shared: false, expires });
  };
}

/** The object's metadata, with ETag and Last-Modified. */
const describe = (row: ObjectRow, reply: FastifyReply) => {
  const modified = row.metadata?.lastModified ?? row.updated_at;
  reply.headers({ "cache-control": "no-cache", "last-modified": new Date(modified).toUTCString() });
  if (row.metadata) reply.header("etag", row.metadata.eTag);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: row.metadata?.size ?? null,
    content_type: row.metadata?.mimetype ?? null,
    cache_control: row.metadata?.cacheControl ?? null,
    etag: row.metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: modified,
    created_at: row.created_at,
  };
};

/** GET, HEAD /object/info/:bucket/* and /object/info/authenticated/:bucket/*, needs SELECT. */
export function objectInfo(storage: Storage): RouteHandlerMethod {
  return async (request, reply) => {
    const ref = readRef(request.params);
    const row = await findAsCaller(storage, await callerOf(request, storage), ref);
    if (!row) throw noSuchObject();
    return describe(row, reply);
  };
}

/** GET, HEAD /object/info/public/:bucket/*. */
export function publicObjectInfo(storage: Storage): RouteHandlerMethod {
  return async (request, reply) => {
    const ref = readRef(request.params);
    if (!(await findBucket(storage, ref.bucket)).public) throw noSuchBucket();
    const row = await findAsPlatform(storage, ref);
    if (!row) throw noSuchObject();
    return describe(row, reply);
  };
}
