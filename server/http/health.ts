import type { FastifyPluginAsync } from "fastify";

/** Each resolves when the thing it is named after can be used. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>;

interface Readiness {
  ready: boolean;
  states: Record<string, "ok" | "unavailable">;
}

/** Whoever asks more often is told the same, so that nobody can wear down a database or a bucket by asking. */
const CACHE_MS = 1000;

async function runChecks(checks: ReadinessChecks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const state = await check().then(
        () => "ok" as const,
        () => "unavailable" as const,
      );
      return [name, state] as const;
    }),
  );
  return { ready: results.every(([, state]) => state === "ok"), states: Object.fromEntries(results) };
}

/** GET /healthz: the process answers. GET /readyz: so do its database, storage and queue, a second ago at most; 503 names what does not. */
export function healthRoutes(checks: ReadinessChecks): FastifyPluginAsync {
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
      const { ready, states } = await readiness();
      return reply
        .status(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status: ready ? "ok" : "unavailable", ...states });
    });
  };
}
