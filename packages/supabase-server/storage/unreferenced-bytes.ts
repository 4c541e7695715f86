import type { FastifyBaseLogger } from "fastify";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import type { Storage } from "./storage.ts";

type Stores = Pick<Storage, "db" | "store">;
type Log = Pick<FastifyBaseLogger, "error">;

/** Says that bytes are about to be written under `key`, so that a crash before an object refers to them is found later. */
export async function registerPendingBytes(storage: Stores, key: string): Promise<void> {
  await asPlatform(storage.db, (tx) => tx.query("insert into storage.unreferenced_bytes (key) values ($1)", [key]));
}

/** Takes the announcement back in the transaction that lets an object refer to the bytes. Throws if they have been swept meanwhile. */
export async function attachBytes(tx: Transaction, key: string): Promise<void> {
  const { rowCount } = await tx.query("delete from storage.unreferenced_bytes where key = $1", [key]);
  if (rowCount !== 1) throw new Error("the announced bytes were swept before they were referred to");
}

/** Deletes the bytes of those keys that are still unreferenced, as `condition` picks them, and forgets them. */
async function remove(storage: Stores, condition: string, value: unknown): Promise<number> {
  return asPlatform(storage.db, async (tx) => {
    const { rows } = await tx.query<{ key: string }>(`delete from storage.unreferenced_bytes where ${condition} returning key`, [
      value,
    ]);
    // Before the commit: if the store fails, the rows stay.
    await storage.store.delete(rows.map((row) => row.key));
    return rows.length;
  });
}

/**
 * To be called with the keys that a committed, or failed, transaction has left without an object. What is referred to after all
 * (the answer to a commit can get lost) is kept. Resolves even when it fails: `sweepUnreferencedBytes` finds the rest.
 */
export async function discard(storage: Stores, keys: readonly string[], log: Log): Promise<void> {
  if (keys.length === 0) return;
  await remove(storage, "key = any($1)", keys).catch((error: Error) =>
    log.error({ err: error }, "storage left bytes to the sweeper"),
  );
}

/**
 * Deletes bytes that have been without an object for `olderThanSeconds`, which must exceed the longest upload (a day by default).
 * Returns how many. To be run now and then; several processes at once share the work.
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
