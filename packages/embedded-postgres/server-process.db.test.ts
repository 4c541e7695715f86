import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { addressOf } from "./address.ts";
import { locateBinaries } from "./binaries.ts";
import { chooseEndpoint } from "./endpoint.ts";
import { createCluster } from "./initdb.ts";
import { chooseRuntime } from "./runtime.ts";
import { startServerProcess } from "./server-process.ts";

test("where PostgreSQL has no Unix sockets it listens on a loopback port, and a taken port is reported", async () => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), "tcp-")));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const runtime = await chooseRuntime(dataDir, await locateBinaries(), { onProgress: () => undefined });
  await createCluster(runtime, "secret", false);
  const endpoint = await chooseEndpoint(runtime.identity, "tcp");
  const server = startServerProcess(runtime, endpoint, { fsync: "off" }, join(dataDir, "log"));
  onTestFinished(() => server.stop());
  expect(await server.ready).toBe(true);

  const client = new Client({ connectionString: addressOf(endpoint, "secret").connectionString("postgres") });
  await client.connect();
  const { rows } = await client.query("select host(inet_server_addr()) as host, inet_server_port() as port");
  await client.end();
  expect(rows).toEqual([{ host: "127.0.0.1", port: endpoint.kind === "tcp" && endpoint.port }]);

  const other = { ...runtime, cluster: join(dataDir, "other") };
  await createCluster(other, "secret", false);
  const late = startServerProcess(other, endpoint, { fsync: "off" }, join(dataDir, "log"));
  expect(await late.ready).toBe(false);
  expect(late.said()).toContain("Address already in use");
});
