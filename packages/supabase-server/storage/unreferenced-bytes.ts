import type { FastifyBaseLogger } from "fastify";
import type { ClientBase } from "pg";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import type { Storage } from "./storage.ts";

type Stores = Pick<Storage, "db" | "store">;
type Log = Pick<FastifyBaseLogger, "error">;

/** Registers `key` before its bytes are written, so that the sweep deletes them if the process crashes before an object refers to them. */
export async function registerPendingBytes(storage: Stores, key: string): Promise<void> {
  await asPlatform(storage.db, (tx) => tx.query("insert into storage.unreferenced_bytes (key) values ($1)", [key]));
}

/** Unregisters `key` in the transaction in which an object starts to refer to it. Throws if it has been swept meanwhile. */
export async function attachBytes(tx: Transaction, key: string): Promise<void> {
  const { rowCount } = await tx.query("delete from storage.unreferenced_bytes where key = $1", [key]);
  if (rowCount !== 1) throw new Error("the bytes were swept before an object referred to them");
}

/** An arbitrary number, the same in every process: whoever deletes bytes shares this lock, and a backup has it alone. */
const BYTES_LOCK = 7_263_091_145;

/** How long to wait for deletions that have begun. */
const HOLD_TIMEOUT_MS = 30_000;

/**
 * Keeps all bytes in the store, for a backup: until the returned function is called or the connection ends, nothing is deleted, and what would
 * have been is left to the sweep.
 */
export async function holdStoredBytes(client: ClientBase): Promise<() => Promise<void>> {
  await client.query(`set lock_timeout = ${HOLD_TIMEOUT_MS}`);
  try {
    await client.query("select pg_advisory_lock($1)", [BYTES_LOCK]);
  } finally {
    await client.query("reset lock_timeout");
  }
  return async () => {
    await client.query("select pg_advisory_unlock($1)", [BYTES_LOCK]);
  };
}

/** Deletes the unreferenced bytes whose keys match `condition`, and their rows. Returns how many. */
async function remove(storage: Stores, condition: string, value: unknown): Promise<number> {
  return asPlatform(storage.db, async (tx) => {
    const lock = await tx.query<{ free: boolean }>("select pg_try_advisory_xact_lock_shared($1) as free", [BYTES_LOCK]);
    if (!lock.rows[0]?.free) return 0;
    const { rows } = await tx.query<{ key: string }>(`delete from storage.unreferenced_bytes where ${condition} returning key`, [
      value,
    ]);
    // Before the commit: if the store fails, the rows stay.
    await storage.store.delete(rows.map((row) => row.key));
    return rows.length;
  });
}

/**
 * Deletes the bytes that a committed or failed transaction has left without an object. Keys that an object does refer to are kept (the
 * response to a commit can get lost). Resolves even when it fails: `sweepUnreferencedBytes` deletes the rest.
 */
export async function discard(storage: Stores, keys: readonly string[], log: Log): Promise<void> {
  if (keys.length === 0) return;
  await remove(storage, "key = any($1)", keys).catch((error: Error) =>
    log.error({ err: error }, "storage left bytes to the sweeper"),
  );
}

/**
 * Deletes bytes that have been without an object for `olderThanSeconds` (default: a day), which must exceed the longest upload. Returns how
 * many. Run it regularly; concurrent processes share the work.
 */
export async function sweepUnreferencedBytes(storage: Stores, { olderThanSeconds = 86_400 } = {}): Promise<number> {
  const oldest = `key in (select key from storage.unreferenced_bytes where since <= now() - make_interval(secs => $1)
    order by since limit 100 for update skip locked)`;
  let swept = 0;
  for (;;) {
    const count = await remove(storage, oldest, olderThanSeconds);
    if (count === 0) return swept;
    swept += count;
  }
}
