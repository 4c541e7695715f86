import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { limitConnections } from "./connections.ts";

/** A fake connection with a remote address; real ones in a test all come from this machine. */
class Connection extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function arrive(server: Server, address: string): Connection {
  const connection = new Connection(address);
  server.emit("connection", connection);
  return connection;
}

function serverWith(maxPerNetwork: number | null): Server {
  const server = createServer();
  // Node's own listener needs a real socket.
  server.removeAllListeners("connection");
  limitConnections(server, { max: 1000, maxPerNetwork });
  return server;
}

test("connections of a network beyond its limit are closed, however its address is written", () => {
  const server = serverWith(2);
  const addresses = [
    "203.0.113.1",
    "::ffff:203.0.113.1",
    "203.0.113.1",
    "203.0.113.2",
    "2001:db8::1",
    "2001:db8::2",
    "2001:db8::3",
  ];
  expect(addresses.map((address) => arrive(server, address).destroyed)).toEqual([false, false, true, false, false, false, true]);
});

test("a connection that ends makes room for another", () => {
  const server = serverWith(1);
  const first = arrive(server, "203.0.113.1");
  expect(arrive(server, "203.0.113.1").destroyed).toBe(true);
  first.destroy();
  expect(arrive(server, "203.0.113.1").destroyed).toBe(false);
});

test("this machine and a trusted proxy have no limit of their own", () => {
  const server = serverWith(1);
  expect(["127.0.0.1", "127.0.0.1", "::1", "::1", "::ffff:127.0.0.1"].some((a) => arrive(server, a).destroyed)).toBe(false);
  const behindProxy = serverWith(null);
  expect(["10.0.0.1", "10.0.0.1", "10.0.0.1"].some((a) => arrive(behindProxy, a).destroyed)).toBe(false);
});

test("connections beyond the server's limit are closed before a request is read", async () => {
  const server = createServer((_, response) => response.end());
  limitConnections(server, { max: 1, maxPerNetwork: null });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const first = connect(port, "127.0.0.1");
  await once(server, "connection");
  const second = connect(port, "127.0.0.1");
  second.on("error", () => {});
  await Promise.all([once(server, "drop"), once(second, "close")]);
  expect([first.destroyed, second.destroyed]).toEqual([false, true]);
  first.destroy();
  server.close();
});
