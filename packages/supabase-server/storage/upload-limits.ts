import { asPlatform } from "@lampstand/database/as-platform";
import type { RequestContext, Transaction } from "@lampstand/database";
import { accessDenied, overQuota, slowDown } from "./errors.ts";
import type { ObjectRef } from "./object-ref.ts";
import type { Storage } from "./storage.ts";

/** Retry-After of an exceeded upload limit, in seconds. */
const RETRY_AFTER = 60;

/** Counts an upload, copy or move against the caller's rate limit. Throws SlowDown. */
export async function countWrite(storage: Storage, { claims }: RequestContext): Promise<void> {
  if (claims.sub && !((await storage.withinRate?.(claims.sub)) ?? true)) throw slowDown(429, RETRY_AFTER);
}

/**
 * Checks that the caller's account is still active: an upload can take minutes, and a URL may have been signed hours ago. Call it first in the
 * transaction that stores the file: until that ends, its lock on the account's row holds up whoever closes, bans or deletes the account.
 * Throws AccessDenied.
 */
export async function lockActiveAccount(tx: Transaction, { claims }: RequestContext): Promise<void> {
  if (!claims.sub) return;
  const { rowCount } = await tx.query("select from auth.users u where id = $1 and auth.is_active(u) for share", [claims.sub]);
  if (rowCount !== 1) throw accessDenied();
}

/** A file that is about to be stored. */
export interface NewFile {
  ref: ObjectRef;
  owner: string | null;
  bytes: number;
}

/**
 * Throws QuotaExceeded if the owner's files would be too many or too large with this one. In the transaction that stores the file: the lock makes
 * another upload of this owner wait for its end, so that two can't pass the check together.
 */
export async function checkQuota(storage: Storage, tx: Transaction, { ref, owner, bytes }: NewFile): Promise<void> {
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

/** The same check before the body is read, to refuse early; `checkQuota` decides. */
export async function checkQuotaEarly(storage: Storage, file: NewFile): Promise<void> {
  if (storage.quota && file.owner) await asPlatform(storage.db, (tx) => checkQuota(storage, tx, file));
}
