import { connect, type AddressInfo } from "node:net";
import Fastify, { type FastifyRequest } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadKeys } from "./keys.ts";
import { createRequestLimiter } from "./limit-requests.ts";
import { withDefaultRequestLimits } from "./request-limits.ts";
import { signToken } from "./tokens.ts";

test("a client that leaves before it was counted takes no place of the person's simultaneous requests", async () => {
  const keys = await loadKeys({ jwtSecret: "a secret that is long enough for a test" }, "unused");
  const app = Fastify();
  onTestFinished(() => app.close());
  const begun: FastifyRequest[] = [];
  let held: Promise<unknown> = Promise.resolve();
  // As the check of a token does that asks the database.
  app.addHook("onRequest", async (request) => {
    begun.push(request);
    await held;
  });
  const limits = withDefaultRequestLimits({ functionsPerson: { atOnce: 1, waiting: 0 } });
  const limit = await createRequestLimiter(app, keys, limits, 0);
  await app.register(
    limit(
      "functions",
      () => Object.assign(new Error("too many"), { statusCode: 429 }),
      async (scope) => void scope.get("/", async () => "done"),
    ),
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const sub = "8f0b1c4e-5a0e-4a0e-9d56-3b1f5f0a7c11";
  const token = await signToken({ role: "authenticated", sub, exp: Math.floor(Date.now() / 1000) + 60 }, keys);
  const headers = { authorization: `Bearer ${token}` };

  const release = Promise.withResolvers<null>();
  held = release.promise;
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  socket.destroy();
  await vi.waitFor(() => expect(begun[0]?.raw.socket.destroyed).toBe(true));
  release.resolve(null);
  await vi.waitFor(async () => expect((await fetch(url, { headers })).status).toBe(200));
});
