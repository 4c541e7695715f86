import { asPlatform } from "@lampstand/database/as-platform";
import type { RequestContext, Transaction } from "@lampstand/database";
import { accessDenied, overQuota, slowDown } from "./errors.ts";
import type { ObjectRef } from "./object-ref.ts";
import type { Storage } from "./storage.ts";

/** Seconds after which somebody who writes too often may try again. */
const RETRY_AFTER = 60;

/** Of a row of auth.users: neither deleted, nor closed or banned, which are the same to us. */
export const ACCOUNT_IS_ACTIVE = "deleted_at is null and coalesce(banned_until <= now(), true)";

/** Counts what this person writes. Throws SlowDown. */
export async function countWrite(storage: Storage, { claims }: RequestContext): Promise<void> {
  if (claims.sub && !((await storage.withinRate?.(claims.sub)) ?? true)) throw slowDown(429, RETRY_AFTER);
}

/**
 * To be asked first in the transaction that stores: a body can come for minutes, and a signature counts for hours, while the account is
 * closed, banned or deleted. All of that changes its row, so that it waits for this transaction, or this one for it. Throws AccessDenied.
 */
export async function lockActiveAccount(tx: Transaction, { claims }: RequestContext): Promise<void> {
  if (!claims.sub) return;
  const { rowCount } = await tx.query(`select from auth.users where id = $1 and ${ACCOUNT_IS_ACTIVE} for share`, [claims.sub]);
  if (rowCount !== 1) throw accessDenied();
}

/** What a file would add to its owner's share. */
export interface Addition {
  ref: ObjectRef;
  owner: string | null;
  bytes: number;
}

/** Throws QuotaExceeded. In the transaction that stores nobody else adds to the share of this person at the same moment. */
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

/** The same before any work is done for the file. */
export async function checkQuotaEarly(storage: Storage, addition: Addition): Promise<void> {
  if (storage.quota && addition.owner) await asPlatform(storage.db, (tx) => checkQuota(storage, tx, addition));
}
