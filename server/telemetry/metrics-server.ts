import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import type { Registry } from "prom-client";
import { ConfigError, isLoopback, type Config } from "../config/config.ts";

type MetricsConfig = NonNullable<Config["metrics"]>;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** With a token: whoever has it. Without: this machine, asked by a loopback name, so that no foreign site's name leads a browser here. */
function isAllowed({ headers }: IncomingMessage, token: string | null): boolean {
  if (token === null) return isLoopback((headers.host ?? "").replace(/:\d+$/, ""));
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}

/** Serves `/metrics` on a port of its own, and nothing else. Throws `ConfigError` when the port can't be used. */
export async function serveMetrics({ address, port, token }: MetricsConfig, registry: Registry): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      const asked = status === 401 ? { "www-authenticate": "Bearer" } : {};
      response.writeHead(status, { "content-type": type, "cache-control": "no-store", ...asked }).end(body);
    };
    if (!isAllowed(request, token)) return answer(token === null ? 403 : 401, "text/plain", "");
    if (request.method !== "GET" || request.url !== "/metrics") return answer(404, "text/plain", "");
    registry.metrics().then(
      (text) => answer(200, registry.contentType, text),
      () => answer(500, "text/plain", ""),
    );
  });
  server.requestTimeout = 10_000;
  server.headersTimeout = 10_000;
  server.maxConnections = 20;
  server.listen(port, address);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an error";
    throw new ConfigError([`METRICS_PORT ${port} at METRICS_ADDRESS ${address} can't be used (${code})`]);
  }
  return server;
}
