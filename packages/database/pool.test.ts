import pg from "pg";
import { expect, test } from "vitest";
import { acquireConnection, PoolBusyError } from "./pool.ts";

test("a pool with a full queue refuses at once", async () => {
  const pool = { waitingCount: 10, connect: () => Promise.reject(new Error("was asked for a connection")) } as unknown as pg.Pool;
  await expect(acquireConnection({ pool, maxWaiting: 10, maxWaitSeconds: 5 })).rejects.toEqual(new PoolBusyError(5));
});

test("other connection errors are passed on unchanged", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1 });
  await expect(acquireConnection({ pool, maxWaiting: 1, maxWaitSeconds: 5 })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await pool.end();
});
