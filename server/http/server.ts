import helmet from "@fastify/helmet";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Observer } from "@lampstand/telemetry";
import type { Logger } from "pino";
import { ConfigError, type Config } from "../config/config.ts";
import { limitConnections } from "./connections.ts";
import { tellFullDisk } from "./full-disk.ts";
import { escapeMalformedPath } from "./malformed-url.ts";
import { traceRequests } from "./request-trace.ts";
import { rejectSlowBodies } from "./slow-bodies.ts";

/** A Fastify instance with this product's limits, security headers and request log, and without routes. */
export function createServer(config: Config, log: Logger, observer: Observer | null = null): FastifyInstance {
  // Requests are logged below, without query and body. Of Fastify's own log only warnings are of use.
  const frameworkLog: FastifyBaseLogger = log.child({}, { level: log.isLevelEnabled("debug") ? "debug" : "warn" });
  const server = Fastify({
    loggerInstance: frameworkLog,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    // For a whole request, uploads included. slow-bodies.ts sets how fast a body must come.
    requestTimeout: 5 * 60_000,
    // Closes sockets without traffic, against clients that do not read their response. Longer than a function waits for a generation's step.
    connectionTimeout: 150_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1200 },
    rewriteUrl: ({ url = "/" }) => escapeMalformedPath(url),
  });
  limitConnections(server.server, {
    max: config.connections.max,
    maxPerNetwork: config.trustProxy === false ? config.connections.maxPerNetwork : null,
  });
  rejectSlowBodies(server);
  if (observer) traceRequests(server, observer);
  server.addHook("onResponse", async (request, reply) => {
    log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "answered");
  });
  tellFullDisk(server, log);
  // HTML pages set their own content security policy (static-site.ts, inbox, sandbox).
  server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: false,
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: config.publicUrl.startsWith("https:"),
  });
  return server;
}

/** Listens. Throws `ConfigError` that names the setting when the port is taken or not allowed. */
export async function listenOn(server: FastifyInstance | null, host: string, port: number, name: string): Promise<void> {
  try {
    await server?.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE")
      throw new ConfigError([`${name} ${port} is taken by another program; choose another with ${name}=...`]);
    if (code === "EACCES")
      throw new ConfigError([`${name} ${port} needs more rights than this process has; choose one above 1023`]);
    throw error;
  }
}
