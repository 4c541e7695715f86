import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { BoundedClient } from "./bounded-client.ts";
import { listen } from "./notifications.ts";

// With 600 million, more than the longest string of V8, this ended the process; making them takes PostgreSQL ten seconds.
const TOO_LONG = "select repeat('x', 70000000)";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

describe("an answer that can't be read", () => {
  test.each(["owner", "anon", "service_role"] as const)(
    "(a row of 70 MB) fails its own query through the pool of %s, and the pool goes on with another connection",
    async (login) => {
      const pool = login === "owner" ? database.db.owner : database.db.requests[login].pool;
      const other = await pool.connect();
      await expect(pool.query(TOO_LONG)).rejects.toThrow("PostgreSQL's answer can't be read");
      expect((await other.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
      other.release();
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    },
  );

  test("ends the listening connection, which then reconnects and receives notifications", async () => {
    const lost: Error[] = [];
    const heard: string[] = [];
    const notifications = await listen(database.ownerUrl, ["psalms"], (error) => void lost.push(error));
    onTestFinished(() => notifications.close());
    notifications.on("psalms", (payload) => {
      if (payload === "unreadable") throw new RangeError("as the parser throws");
      heard.push(payload);
    });
    await database.db.owner.query("select pg_notify('psalms', 'unreadable')");
    await expect.poll(() => lost.map((error) => error.message)).toEqual(["PostgreSQL's answer can't be read"]);
    const notify = async (): Promise<string[]> => {
      await database.db.owner.query("select pg_notify('psalms', '23')");
      return heard;
    };
    await expect.poll(notify).toContain("23");
  });
});

describe("a server that does not speak the protocol", () => {
  const AUTHENTICATION_OK = Buffer.from("520000000800000000", "hex");
  const READY_FOR_QUERY = Buffer.from("5a0000000549", "hex");
  // One column, "one", of type int4.
  const ROW_DESCRIPTION = Buffer.from("00016f6e6500000000000000000000170004000000000000", "hex");
  let answer: Buffer;
  let url: string;
  let sockets: Socket[];

  beforeEach(async () => {
    sockets = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]));
        socket.once("data", () => socket.write(answer));
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `postgresql://anyone:none@127.0.0.1:${(server.address() as AddressInfo).port}/any`;
    return async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    };
  });

  /** A message of the protocol: its letter, its length, its content. */
  const message = (letter: string, content: Buffer, length = content.length + 4): Buffer => {
    const header = Buffer.alloc(5, letter);
    header.writeUInt32BE(length, 1);
    return Buffer.concat([header, content]);
  };

  const BAD: Record<string, Buffer> = {
    "a row that ends before its columns": Buffer.concat([
      message("T", ROW_DESCRIPTION),
      message("D", Buffer.from("0009", "hex")),
    ]),
    "a message of an unknown kind": message("j", Buffer.alloc(4)),
    "a message that announces four gigabytes and does not stop": Buffer.concat([
      message("D", Buffer.alloc(0), 0xffff_fff0),
      Buffer.alloc(80 * 1024 * 1024),
    ]),
  };

  test.each(Object.entries(BAD))("%s fails the query and ends the connection, not the process", async (_name, bytes) => {
    answer = bytes;
    const pool = new pg.Pool({ connectionString: url, Client: BoundedClient, max: 1 });
    onTestFinished(() => pool.end());
    pool.on("error", () => {});
    await expect(pool.query("select 1")).rejects.toThrow("PostgreSQL's answer can't be read");
    await expect.poll(() => sockets.map((socket) => socket.destroyed)).toEqual([true]);
    expect(pool.totalCount).toBe(0);
  });
});
