import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_JWT_SECRET } from "../../tests/support/cluster.ts";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { authenticatorPassword, openDatabase, type Database } from "./database.ts";
import { listen } from "./notifications.ts";
import { retryAfterOf } from "./unavailable.ts";

const TIMES = { silentMs: 200, againMs: 200, everyMs: 20 };

/** A network between the program and PostgreSQL. */
interface Network {
  url: string;
  /** Nothing goes through on the connections that there are, and neither end is told: the host is gone, or its name was given to another one. */
  lose(): void;
  /** New connections are taken, and nothing goes through on them. */
  hold(): void;
  goOn(): void;
  close(): Promise<void>;
}

async function networkTo(url: string): Promise<Network> {
  const target = new URL(url);
  const folder = target.searchParams.get("host") ?? target.hostname;
  const address = folder.startsWith("/")
    ? { path: `${folder}/.s.PGSQL.${target.port}` }
    : { port: Number(target.port), host: folder };
  const pairs: [Socket, Socket][] = [];
  let held = false;
  const server = createServer((near) => {
    const far = connect(address);
    for (const socket of [near, far]) socket.on("error", () => {});
    pairs.push([near, far]);
    if (held) return;
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  target.searchParams.delete("host");
  target.hostname = "127.0.0.1";
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    lose() {
      for (const [near, far] of pairs.splice(0)) {
        near.unpipe();
        far.unpipe();
        near.pause();
        far.destroy();
        lost.push(near);
      }
    },
    hold() {
      held = true;
      for (const [near, far] of pairs) {
        near.unpipe();
        far.unpipe();
      }
    },
    goOn() {
      held = false;
      for (const [near, far] of pairs) near.pipe(far).pipe(near);
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
      for (const near of lost.splice(0)) near.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
const lost: Socket[] = [];

let database: TestDatabase;
let network: Network;
let db: Database;
let idleErrors: string[];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  network = await networkTo(database.ownerUrl);
  idleErrors = [];
  db = openDatabase({
    ownerUrl: network.url,
    authenticatorPassword: authenticatorPassword(TEST_JWT_SECRET),
    maxConnections: 12,
    onIdleError: ({ message }) => void idleErrors.push(message),
    watchTimes: TIMES,
  });
});
afterEach(async () => {
  await Promise.all(pools().map(async ([, pool]) => pool.ended || pool.end()));
  await network.close();
});

const pools = (): [string, pg.Pool][] => [
  ["owner", db.owner],
  ...Object.entries(db.requests).map(([role, { pool }]): [string, pg.Pool] => [role, pool]),
];
const ENDED = "Connection terminated: the server does not have it any more";

test("a query on a connection that its server has lost is refused as one to try again, and the pool goes on with new ones", async () => {
  for (const [name, pool] of pools()) {
    const [used, idle] = await Promise.all([pool.connect(), pool.connect().catch(() => null)]);
    idle?.release();
    network.lose();
    const error = await used.query("select 1").catch((reason: unknown) => reason);
    expect(error, name).toMatchObject({ message: ENDED });
    expect(retryAfterOf(error)).toBe(5);
    used.release(error as Error);
    await expect.poll(() => pool.totalCount).toBe(0);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  }
  expect(new Set(idleErrors)).toEqual(new Set([ENDED]));
});

test("a statement that takes longer than a connection may be quiet gets its answer", async () => {
  const { rows } = await db.owner.query("select pg_sleep(1.5), 1 as one");
  expect(rows).toMatchObject([{ one: 1 }]);
});

test("while no server answers, connections are kept, and get their answers when it goes on", async () => {
  const client = await db.owner.connect();
  network.hold();
  let isThere = false;
  const answer = client.query("select 1 as one").finally(() => (isThere = true));
  const refused = db.requests.anon.pool.query("select 1").catch((error: Error) => error.message);
  // The pool of visitors waits a second for a connection; meanwhile the server was asked.
  expect(await refused).toBe("Connection terminated due to connection timeout");
  expect(isThere).toBe(false);
  network.goOn();
  expect((await answer).rows).toEqual([{ one: 1 }]);
  client.release();
});

test("connections to a server that is gone are closed when a program stops, and do not keep it", async () => {
  const clients = await Promise.all(pools().map(([, pool]) => pool.connect()));
  const streams = clients.map((client) => (client as unknown as { connection: { stream: Socket } }).connection.stream);
  for (const client of clients) client.release();
  network.lose();
  await db.close();
  await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual(streams.map(() => true));
});

test("the connection that listens is made anew", async () => {
  const heard: string[] = [];
  const errors: string[] = [];
  const notifications = await listen(network.url, ["psalms"], ({ message }) => void errors.push(message), TIMES);
  notifications.on("psalms", (payload) => void heard.push(payload));
  network.lose();
  const notify = async (): Promise<string[]> => {
    await database.db.owner.query("select pg_notify('psalms', '23')");
    return heard;
  };
  await expect.poll(notify).toContain("23");
  expect(errors).toEqual([ENDED]);
  await notifications.close();
});
