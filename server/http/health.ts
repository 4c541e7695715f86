import type { FastifyPluginAsync } from "fastify";
import { inTime } from "./in-time.ts";

/** By name of a dependency; each resolves if it can be used, and rejects if not. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>;

interface Readiness {
  ready: boolean;
  states: Record<string, "ok" | "unavailable">;
}

/** A check that takes longer counts as failed, so that a server which says nothing does not keep the answer from coming. */
const LONGEST_CHECK_MS = 5000;

/** Results are reused for this long, so that frequent requests put no load on the database and the object store. */
const CACHE_MS = 1000;

async function runChecks(checks: ReadinessChecks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const checked = check().then(() => "ok" as const);
      const state = await inTime(LONGEST_CHECK_MS, checked, "unavailable" as const);
      return [name, state] as const;
    }),
  );
  return { ready: results.every(([, state]) => state === "ok"), states: Object.fromEntries(results) };
}

/**
 * GET /healthz: 200 while the process runs. GET /readyz: 200 if database, storage and queue can be used; else 503, with each one's state; 503
 * too once the process is `draining`.
 */
export function healthRoutes(checks: ReadinessChecks, draining: () => boolean = () => false): FastifyPluginAsync {
  let latest: Promise<Readiness> | null = null;
  const readiness = async (): Promise<Readiness> => {
    latest ??= runChecks(checks).finally(() => {
      setTimeout(() => {
        latest = null;
      }, CACHE_MS).unref();
    });
    return latest;
  };
  return async (app) => {
    app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
    app.get("/readyz", async (_request, reply) => {
      if (draining()) return reply.status(503).header("cache-control", "no-store").send({ status: "draining" });
      const { ready, states } = await readiness();
      return reply
        .status(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status: ready ? "ok" : "unavailable", ...states });
    });
  };
}
