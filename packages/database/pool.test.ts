import pg from "pg";
import { expect, test } from "vitest";
import { acquireConnection, PoolBusyError } from "./pool.ts";

test("a pool that enough are waiting for refuses at once", async () => {
  const pool = { waitingCount: 10, connect: () => Promise.reject(new Error("was asked for a connection")) } as unknown as pg.Pool;
  await expect(acquireConnection({ pool, maxWaiting: 10, maxWaitSeconds: 5 })).rejects.toEqual(new PoolBusyError(5));
});

test("what the connection itself fails with is told as it is", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
  await expect(acquireConnection({ pool, maxWaiting: 1, maxWaitSeconds: 5 })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await pool.end();
});
