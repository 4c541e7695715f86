import { createSemaphore } from "@lampstand/semaphore";

const last = new Map<string, Promise<unknown>>();

/** Of the 6 connections that jobs and payments have at least (db/database.ts), those that may wait for the payment provider. */
const AT_ONCE = 5;
const places = createSemaphore(AT_ONCE);

/**
 * Runs `work` after every earlier `work` of the same key in this process has ended, and beside a few of other keys. The database's lock
 * does the first among processes, but whoever waits there, or for the provider, holds a connection: a hundred requests about one user, or
 * a provider that hangs, would take everybody's.
 */
export async function withKeyedMutex<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const inTurn = (): Promise<T> => places.run(work);
  const mine = before.then(inTurn, inTurn);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
