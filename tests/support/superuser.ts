import type { EmbeddedPostgres } from "@lampstand/embedded-postgres";
import pg from "pg";

/** Runs `work` on a connection of the superuser's. */
export async function asSuperuser<T>(postgres: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.connectionString("postgres") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
