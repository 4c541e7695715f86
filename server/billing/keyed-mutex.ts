import { createSemaphore } from "@lampstand/semaphore";

const last = new Map<string, Promise<unknown>>();

/** How many of a process's connections for jobs and payments (at least 6, packages/database/database.ts) may wait for the payment provider. */
const MAX_CONCURRENT = 5;
const semaphore = createSemaphore(MAX_CONCURRENT);

/**
 * Runs `work` after all earlier work with the same key in this process has ended, and beside at most four with other keys. Between
 * processes `lockUser` does the first, but a transaction that waits for that lock, or for the provider, holds a connection: without these
 * limits many requests about one user, or a provider that hangs, would take all of them.
 */
export async function withKeyedMutex<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const runWork = (): Promise<T> => semaphore.run(work);
  const mine = before.then(runWork, runWork);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
