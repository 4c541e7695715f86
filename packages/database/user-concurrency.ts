import { createSemaphore, type Semaphore } from "@lampstand/semaphore";
import type { Claims } from "./claims.ts";
import { PoolBusyError } from "./pool.ts";

/** Connections that one user may hold, of at least 4 for all users (database.ts). */
const AT_ONCE = 3;
const MAX_WAITING = 100;
const MAX_WAIT_SECONDS = 5;

const semaphores = new Map<string, Semaphore>();

/**
 * Runs `work` with at most `AT_ONCE` at a time for the same user, so that one account with slow requests does not take all connections.
 * Claims without a user (anon, service_role) are not limited. Throws `PoolBusyError`.
 */
export async function withUserConcurrency<T>({ sub }: Claims, work: () => Promise<T>): Promise<T> {
  if (sub === undefined) return work();
  const mine = semaphores.get(sub) ?? createSemaphore(AT_ONCE);
  semaphores.set(sub, mine);
  if (mine.waiting() >= MAX_WAITING) throw new PoolBusyError(MAX_WAIT_SECONDS);
  const signal = AbortSignal.timeout(MAX_WAIT_SECONDS * 1000);
  try {
    return await mine.run(work, signal);
  } catch (error) {
    throw error === signal.reason ? new PoolBusyError(MAX_WAIT_SECONDS) : error;
  } finally {
    if (mine.idle()) semaphores.delete(sub);
  }
}
