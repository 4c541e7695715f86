import type { FastifyPluginAsync } from "fastify";

/** Each resolves when the thing it is named after can be used. */
export type ReadinessChecks = Record<string, () => Promise<unknown>>;

/** GET /healthz: the process answers. GET /readyz: so do its database, storage and queue; 503 names what does not. */
export function healthRoutes(checks: ReadinessChecks): FastifyPluginAsync {
  return async (app) => {
    app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
    app.get("/readyz", async (_request, reply) => {
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => {
          const state = await check().then(
            () => "ok",
            () => "unavailable",
          );
          return [name, state] as const;
        }),
      );
      const ready = results.every(([, state]) => state === "ok");
      return reply
        .status(ready ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status: ready ? "ok" : "unavailable", ...Object.fromEntries(results) });
    });
  };
}
