import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { serveMetrics } from "./metrics-server.ts";

async function start(token: string | null): Promise<Server> {
  const server = await serveMetrics({ address: "127.0.0.1", port: 0, token }, new Registry());
  onTestFinished(() => void server.close());
  return server;
}

const status = async (server: Server, headers: Record<string, string>, path = "/metrics"): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, path, headers, agent: false }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });

test("without a token it answers to the names of this machine alone", async () => {
  const server = await start(null);
  expect(await status(server, { host: "localhost:9464" })).toBe(200);
  // A foreign site's name that resolves to this machine.
  expect(await status(server, { host: "evil.example" })).toBe(403);
});

test("with a token it answers to whoever has it, under any name", async () => {
  const server = await start("sixteen-letters-or-more");
  const host = "metrics.internal";
  expect(await status(server, { host, authorization: "Bearer sixteen-letters-or-more" })).toBe(200);
  for (const authorization of ["Bearer sixteen", "sixteen-letters-or-more", ""])
    expect(await status(server, { host, authorization }), authorization).toBe(401);
});

test("a port that is taken is told with the setting's name", async () => {
  const { port } = (await start(null)).address() as AddressInfo;
  await expect(serveMetrics({ address: "127.0.0.1", port, token: null }, new Registry())).rejects.toThrow(
    `METRICS_PORT ${port} at METRICS_ADDRESS 127.0.0.1 can't be used (EADDRINUSE)`,
  );
});
