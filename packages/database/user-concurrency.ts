import { createSemaphore, type Semaphore } from "@lampstand/semaphore";
import type { Claims } from "./claims.ts";
import { PoolBusyError } from "./pool.ts";

/** Of the 4 connections that people have at least (database.ts), those that one of them may hold. */
const AT_ONCE = 3;
const MAX_WAITING = 100;
const MAX_WAIT_SECONDS = 5;

const semaphores = new Map<string, Semaphore>();

/**
 * Runs `work` beside at most two others of the same person, so that one account with slow requests leaves connections to everybody else.
 * Whoever is nobody, or the service, does not wait. Throws `PoolBusyError`.
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
