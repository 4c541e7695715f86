import type pg from "pg";

/** No connection is free: too many callers wait already, or this one has waited too long. */
export class PoolBusyError extends Error {
  override readonly name = "PoolBusyError";
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("no database connection became free in time");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface BoundedPool {
  pool: pg.Pool;
  /** With this many callers waiting, further ones are refused at once. */
  maxWaiting: number;
  maxWaitSeconds: number;
}

/** Takes a connection from the pool; the caller releases it. Throws `PoolBusyError`. */
export async function acquireConnection({ pool, maxWaiting, maxWaitSeconds }: BoundedPool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= maxWaiting) throw new PoolBusyError(maxWaitSeconds);
  try {
    return await pool.connect();
  } catch (error) {
    // pg-pool's message; it sets no code.
    if (error instanceof Error && error.message === "timeout exceeded when trying to connect")
      throw new PoolBusyError(maxWaitSeconds);
    throw error;
  }
}
