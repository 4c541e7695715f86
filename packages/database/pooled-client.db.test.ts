import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { openDatabase } from "./database.ts";
import { BoundedClient } from "./bounded-client.ts";
import { PooledClient } from "./pooled-client.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const PREPARED = "select name from pg_prepared_statements";

test.each([
  ["keeps a named statement on its connection", BoundedClient, [{ name: "a-psalm" }]],
  ["prepares none behind a pooler, in whichever form it is asked", PooledClient, []],
] as const)("a client %s", async (_title, Client, prepared) => {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    expect((await client.query({ name: "a-psalm", text: "select $1::int as psalm", values: [23] })).rows).toEqual([
      { psalm: 23 },
    ]);
    expect((await client.query({ name: "a-psalm", text: "select $1::int as psalm" }, [121])).rows).toEqual([{ psalm: 121 }]);
    expect((await client.query("select $1::int as psalm", [46])).rows).toEqual([{ psalm: 46 }]);
    expect((await client.query(PREPARED)).rows).toEqual(prepared);
  } finally {
    await client.end();
  }
});

test("with a pooler its address is used for everything but what needs a session, with the server's login and database", async () => {
  const server = new URL(database.ownerUrl);
  const pooler = new URL("postgres://somebody:else@localhost/other?application_name=ignored");
  pooler.search = server.search;
  pooler.host = server.host;
  const db = openDatabase({
    ownerUrl: database.ownerUrl,
    poolerUrl: pooler.href,
    authenticatorPassword: "unused",
    maxConnections: 12,
    onIdleError: () => {},
  });
  try {
    expect(db.direct).not.toBe(db.owner);
    const who = "select current_user::text as login, current_database()::text as database";
    const [direct, pooled] = await Promise.all([db.direct.query(who), db.owner.query(who)]);
    expect(pooled.rows).toEqual(direct.rows);
    const pools: [pg.Pool, typeof pg.Client][] = [
      [db.owner, PooledClient],
      [db.requests.anon.pool, PooledClient],
      [db.direct, BoundedClient],
    ];
    for (const [pool, Client] of pools) expect(pool.options.Client).toBe(Client);
  } finally {
    await db.close();
  }
});
