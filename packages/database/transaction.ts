import type pg from "pg";

/** A connection inside a transaction. */
export type Transaction = Pick<pg.PoolClient, "query">;

/** Runs `work` in one transaction on the `borrowed` connection: commits when it resolves, rolls back when it throws. */
export async function transaction<T>(
  borrowed: Promise<pg.PoolClient>,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await borrowed;
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
