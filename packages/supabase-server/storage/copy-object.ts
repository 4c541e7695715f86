import type { Readable } from "node:stream";
import type { RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { checkQuotaEarly, countWrite, lockActiveAccount } from "./upload-limits.ts";
import { allowsMimeType, findBucket } from "./bucket-row.ts";
import { callerOf } from "./caller.ts";
import { invalidMimeType, noSuchBytes, noSuchObject, objectExists, parseInput, tooLarge } from "./errors.ts";
import { bytesKey, checkName, checkObjectBucket, fullPath, type ObjectRef } from "./object-ref.ts";
import { findAsCaller, type ObjectMetadata, type ObjectRow } from "./object-row.ts";
import type { Storage } from "./storage.ts";
import { wantsUpsert } from "./upload.ts";
import { checkType, readUserMetadata } from "./upload-body.ts";
import { lockObject, storeVersion, tryAsUser, tryWrite, writeObject } from "./write-object.ts";

const address = {
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().optional(),
  destinationKey: z.string(),
};
// Sent as a header with the object (RFC 9110 section 5.5).
const CACHE_CONTROL = /^[\x20-\x7e]{1,200}$/;

// Strict, so that `sourceVersionId` (another version than the current one) is refused, not ignored.
const copyInput = z.strictObject({
  ...address,
  copyMetadata: z.boolean().default(true),
  // The file's own metadata; user metadata is in the header `x-metadata`.
  metadata: z
    .strictObject({ cacheControl: z.string().regex(CACHE_CONTROL), mimetype: z.string().transform(checkType) })
    .partial()
    .default({}),
});
const moveInput = z.strictObject(address);

function refsOf(input: {
  bucketId: string;
  sourceKey: string;
  destinationBucket?: string | undefined;
  destinationKey: string;
}): [ObjectRef, ObjectRef] {
  const source = { bucket: checkObjectBucket(input.bucketId), name: checkName(input.sourceKey) };
  const bucket = checkObjectBucket(input.destinationBucket ?? input.bucketId);
  return [source, { bucket, name: checkName(input.destinationKey) }];
}

/** Checks the target bucket's rules: so far the object was only checked, or transformed, by those of its own bucket. */
async function checkRules(
  storage: Storage,
  target: ObjectRef,
  metadata: Pick<ObjectMetadata, "mimetype" | "size">,
): Promise<void> {
  const bucket = await findBucket(storage, target.bucket);
  if (!allowsMimeType(bucket, metadata.mimetype) || storage.transforms?.[bucket.id]) throw invalidMimeType(metadata.mimetype);
  if (metadata.size > Math.min(bucket.file_size_limit ?? Infinity, storage.maxObjectBytes)) throw tooLarge();
}

/** Opens the object's bytes for `use`, and closes them whether it read them or not. */
async function withBytes<T>(storage: Storage, row: ObjectRow, use: (bytes: Readable) => Promise<T>): Promise<T> {
  const bytes = row.version && (await storage.store.get(bytesKey({ bucket: row.bucket_id, name: row.name }, row.version)));
  if (!bytes) throw noSuchBytes();
  try {
    return await use(bytes);
  } finally {
    bytes.destroy();
  }
}

/** POST /object/copy, needs SELECT on the source and INSERT (with `x-upsert` also SELECT, UPDATE) for the copy, which is the caller's. */
export function copyObject(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const input = parseInput(copyInput, request.body);
    const [source, target] = refsOf(input);
    const caller = await callerOf(request, storage);
    const row = await findAsCaller(storage, caller, source);
    if (!row) throw noSuchObject();
    if (!row.metadata) throw noSuchBytes();
    const given = input.copyMetadata ? {} : input.metadata;
    const mimetype = given.mimetype ?? row.metadata.mimetype;
    if (source.bucket !== target.bucket || mimetype !== row.metadata.mimetype) {
      await checkRules(storage, target, { mimetype, size: row.metadata.size });
    }
    const copy = {
      ref: target,
      owner: caller.claims.sub ?? null,
      contentType: mimetype,
      cacheControl: given.cacheControl ?? row.metadata.cacheControl,
      userMetadata: input.copyMetadata ? row.user_metadata : readUserMetadata(request),
    };
    const mode = wantsUpsert(request) ? "upsert" : "insert";
    await tryWrite(storage, caller, mode, copy, row.metadata.size);
    await countWrite(storage, caller);
    await checkQuotaEarly(storage, { ref: target, owner: copy.owner, bytes: row.metadata.size });
    const written = await withBytes(storage, row, (bytes) => writeObject(storage, caller, mode, copy, bytes, request.log));
    return { Id: written.id, Key: fullPath(target), ...written };
  };
}

/** POST /object/move, needs SELECT and UPDATE, for the new name too. */
export function moveObject(storage: Storage): RouteHandlerMethod {
  return async (request) => {
    const [source, target] = refsOf(parseInput(moveInput, request.body));
    const caller = await callerOf(request, storage);
    const row = await findAsCaller(storage, caller, source);
    if (!row) throw noSuchObject();
    if (!row.metadata) throw noSuchBytes();
    if (fullPath(source) === fullPath(target)) throw objectExists();
    if (source.bucket !== target.bucket) await checkRules(storage, target, row.metadata);

    const rename = "update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2";
    const names = [source.bucket, source.name, target.bucket, target.name];
    const tryMove = () =>
      tryAsUser(storage, caller, async (tx) => {
        const { rowCount } = await tx.query(rename, names);
        if (rowCount !== 1) throw noSuchObject();
      });
    await tryMove();
    await countWrite(storage, caller);

    await withBytes(storage, row, (bytes) =>
      storeVersion(storage, target, bytes, request.log, async (tx, version) => {
        await lockActiveAccount(tx, caller);
        await tryMove();
        // A newer version was uploaded meanwhile; the copied bytes are not it.
        if ((await lockObject(tx, source)) !== row.version) throw noSuchObject();
        await tx.query(rename.replace("updated_at", "version = $5, updated_at"), [...names, version]);
        return { result: null, released: [bytesKey(source, row.version ?? "")] };
      }),
    );
    return { message: "Successfully moved", Id: row.id, Key: fullPath(target) };
  };
}
