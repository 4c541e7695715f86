import { asPlatform } from "@lampstand/database/as-platform";
import type { RequestContext, Transaction } from "@lampstand/database";
import { accessDenied, overQuota, slowDown } from "./errors.ts";
import type { ObjectRef } from "./object-ref.ts";
import type { Storage } from "./storage.ts";

/** Retry-After of an exceeded upload limit, in seconds. */
const RETRY_AFTER = 60;

/** Counts a write of this person against their rate limit. Throws SlowDown. */
export async function countWrite(storage: Storage, { claims }: RequestContext): Promise<void> {
  if (claims.sub && !((await storage.withinRate?.(claims.sub)) ?? true)) throw slowDown(429, RETRY_AFTER);
}

/**
 * Call it first in the transaction that stores a file: the account may have been closed, banned or deleted since the request began (an
 * upload can take minutes) or its URL was signed. The lock serializes with all of these. Throws AccessDenied.
 */
export async function lockActiveAccount(tx: Transaction, { claims }: RequestContext): Promise<void> {
  if (!claims.sub) return;
  const { rowCount } = await tx.query("select from auth.users u where id = $1 and auth.is_active(u) for share", [claims.sub]);
  if (rowCount !== 1) throw accessDenied();
}

/** A file to be counted against its owner's quota. */
export interface Addition {
  ref: ObjectRef;
  owner: string | null;
  bytes: number;
}

/** Throws QuotaExceeded. Within the storing transaction a lock keeps concurrent uploads of this person from exceeding it together. */
export async function checkQuota(storage: Storage, tx: Transaction, { ref, owner, bytes }: Addition): Promise<void> {
  if (!storage.quota || !owner) return;
  await tx.query("select pg_advisory_xact_lock(hashtextextended('storage-quota:' || $1, 0))", [owner]);
  const { rows } = await tx.query<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum((metadata ->> 'size')::float8), 0) as bytes
     from storage.objects where owner_id = $1 and (bucket_id, name) <> ($2, $3)`,
    [owner, ref.bucket, ref.name],
  );
  const used = rows[0] ?? { files: 0, bytes: 0 };
  if (used.files + 1 > storage.quota.files || used.bytes + bytes > storage.quota.bytes) throw overQuota();
}

/** The same check, before any work is done for the file. */
export async function checkQuotaEarly(storage: Storage, addition: Addition): Promise<void> {
  if (storage.quota && addition.owner) await asPlatform(storage.db, (tx) => checkQuota(storage, tx, addition));
}
