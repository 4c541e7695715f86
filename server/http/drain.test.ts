import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { drainable } from "./drain.ts";

async function start() {
  const server = Fastify();
  const drain = drainable(server);
  const held = Promise.withResolvers<string>();
  const arrived = Promise.withResolvers<null>();
  server.get("/", async () => "at once");
  server.get("/held", async () => {
    arrived.resolve(null);
    return held.promise;
  });
  await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  onTestFinished(() => agent.destroy());
  const { port } = server.server.address() as AddressInfo;
  const ask = async (path: string): Promise<IncomingMessage> => {
    const [response] = (await once(get({ port, path, agent }), "response")) as [IncomingMessage];
    return response;
  };
  return { server, drain, held, arrived, ask };
}

test("a request that runs is answered, its connection ended, and a kept one closed, before the drain is over", async () => {
  const { server, drain, held, arrived, ask } = await start();
  expect((await ask("/")).resume().headers.connection).toBe("keep-alive");
  const running = ask("/held");
  await arrived.promise;
  let over = false;
  const finished = drain.finish(60_000).then(() => (over = true));
  expect(server.server.listening).toBe(false);
  // A running job still calls this server.
  expect((await server.inject("/")).statusCode).toBe(200);
  expect(over).toBe(false);
  held.resolve("after all");
  const response = await running;
  expect([response.headers.connection, await text(response)]).toEqual(["close", "after all"]);
  await finished;
  await expect(ask("/")).rejects.toThrow("ECONNREFUSED");
});

test("while it is announced requests are still taken, each on a connection of its own", async () => {
  const { drain, ask } = await start();
  drain.announce();
  expect(drain.draining).toBe(true);
  const response = await ask("/");
  expect([response.statusCode, response.headers.connection]).toEqual([200, "close"]);
});

test("a request that does not end is ended when the time is over", async () => {
  const { drain, arrived, ask } = await start();
  const running = ask("/held");
  running.catch(() => {});
  await arrived.promise;
  await drain.finish(1);
  await expect(running).rejects.toThrow();
});
