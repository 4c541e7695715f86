import type pg from "pg";

/** A pool has no connection to lend: too many wait already, or one has waited too long. */
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
  /** As many as this wait; who comes after them is refused at once. */
  maxWaiting: number;
  maxWaitSeconds: number;
}

/** Borrows a connection, which the caller releases. Throws `PoolBusyError`. */
export async function acquireConnection({ pool, maxWaiting, maxWaitSeconds }: BoundedPool): Promise<pg.PoolClient> {
  if (pool.waitingCount >= maxWaiting) throw new PoolBusyError(maxWaitSeconds);
  try {
    return await pool.connect();
  } catch (error) {
    // pg-pool's own words; it sets no code.
    if (error instanceof Error && error.message === "timeout exceeded when trying to connect")
      throw new PoolBusyError(maxWaitSeconds);
    throw error;
  }
}
