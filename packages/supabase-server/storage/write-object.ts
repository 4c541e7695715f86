import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import { asUser, type RequestContext, type Transaction } from "@lampstand/database";
import { checkQuota, lockActiveAccount } from "./upload-limits.ts";
import { noSuchObject } from "./errors.ts";
import { bytesKey, fullPath, type ObjectRef } from "./object-ref.ts";
import { objectRow, OBJECT_COLUMNS, type ObjectMetadata, type ObjectRow } from "./object-row.ts";
import type { Storage } from "./storage.ts";
import { registerPendingBytes, attachBytes, discard } from "./unreferenced-bytes.ts";

/** `insert` refuses an existing object, `replace` a missing one, `upsert` neither. */
export type WriteMode = "insert" | "upsert" | "replace";

export interface NewObject {
  ref: ObjectRef;
  /** `sub` of the caller; null for a key without a user. */
  owner: string | null;
  contentType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

const INSERT = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3::uuid, $3::text, $4, $5, $6)`;

const STATEMENTS: Record<WriteMode, string> = {
  insert: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
    version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()`,
  replace: `update storage.objects set owner = $3::uuid, owner_id = $3::text, version = $4, metadata = $5, user_metadata = $6,
    updated_at = now() where bucket_id = $1 and name = $2`,
};

const values = (object: NewObject, version: string, metadata: Partial<ObjectMetadata>): unknown[] => [
  object.ref.bucket,
  object.ref.name,
  object.owner,
  version,
  metadata,
  object.userMetadata,
];

/** Checks the caller's policies by writing the row and rolling back. Throws AccessDenied, KeyAlreadyExists or NoSuchKey. */
export async function tryWrite(
  storage: Storage,
  context: RequestContext,
  mode: WriteMode,
  object: NewObject,
  size?: number,
): Promise<void> {
  const metadata = { mimetype: object.contentType, cacheControl: object.cacheControl, ...(size === undefined ? {} : { size }) };
  await tryAsUser(storage, context, async (tx) => {
    // No RETURNING, which would also require a SELECT policy.
    const { rowCount } = await tx.query(STATEMENTS[mode], values(object, randomUUID(), metadata));
    if (rowCount !== 1) throw noSuchObject();
  });
}

/** Runs `work` under the caller's policies and rolls back. */
export async function tryAsUser(
  storage: Storage,
  context: RequestContext,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await asUser(storage.db, context, async (tx) => {
    await tx.query("savepoint trial");
    await work(tx);
    await tx.query("rollback to savepoint trial");
  });
}

/** Locks an object's name for writing, whether or not it exists. Returns its current version, or null. */
export async function lockObject(tx: Transaction, ref: ObjectRef): Promise<string | null> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [fullPath(ref)]);
  const { rows } = await tx.query<{ version: string | null }>(
    "select version from storage.objects where bucket_id = $1 and name = $2 for update",
    [ref.bucket, ref.name],
  );
  return rows[0]?.version ?? null;
}

function metadataOf(object: NewObject, stored: { size: number; etag: string }): ObjectMetadata {
  return {
    eTag: stored.etag,
    size: stored.size,
    mimetype: object.contentType,
    cacheControl: object.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: stored.size,
    httpStatusCode: 200,
  };
}

/**
 * Stores new bytes for `ref`, then calls `write` in a transaction, which makes the object's row refer to them and returns the keys that are
 * no longer used. The bytes are not visible before the commit, and are deleted if anything fails.
 */
export async function storeVersion<T>(
  storage: Storage,
  ref: ObjectRef,
  body: Readable | Uint8Array,
  log: Pick<FastifyBaseLogger, "error">,
  write: (tx: Transaction, version: string, stored: { size: number; etag: string }) => Promise<{ result: T; released: string[] }>,
): Promise<T> {
  const version = randomUUID();
  const key = bytesKey(ref, version);
  await registerPendingBytes(storage, key);
  try {
    const stored = await storage.store.put(key, body);
    const { result, released } = await asPlatform(storage.db, async (tx) => {
      await attachBytes(tx, key);
      return write(tx, version, stored);
    });
    await discard(storage, released, log);
    return result;
  } catch (error) {
    await discard(storage, [key], log);
    throw error;
  }
}

/** Stores bytes and row, if the account is still active, its policies allow it and the quota is not exceeded. */
export async function writeObject(
  storage: Storage,
  caller: RequestContext,
  mode: WriteMode,
  object: NewObject,
  body: Readable | Uint8Array,
  log: Pick<FastifyBaseLogger, "error">,
): Promise<ObjectRow> {
  return storeVersion(storage, object.ref, body, log, async (tx, version, stored) => {
    await lockActiveAccount(tx, caller);
    await checkQuota(storage, tx, { ref: object.ref, owner: object.owner, bytes: stored.size });
    await tryWrite(storage, caller, mode, object, stored.size);
    const former = await lockObject(tx, object.ref);
    const { rows } = await tx.query(
      `${STATEMENTS[mode]} returning ${OBJECT_COLUMNS}`,
      values(object, version, metadataOf(object, stored)),
    );
    if (!rows[0]) throw noSuchObject();
    return { result: objectRow.parse(rows[0]), released: former ? [bytesKey(object.ref, former)] : [] };
  });
}
