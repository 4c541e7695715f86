import type { Server } from "node:http";
import { observers, type Observer } from "@lampstand/telemetry";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { GaugeSources } from "./gauges.ts";
import { logOperations } from "./log-operations.ts";

export interface Telemetry {
  /** Told of every request, job, step and vendor's call. */
  observer: Observer;
  /** Serves the metrics, if they are asked for. */
  start(sources: GaugeSources): Promise<void>;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** The log, and what is asked for of metrics and traces; the libraries of these are loaded only then. */
export async function createTelemetry(config: Config, log: Logger): Promise<Telemetry> {
  const { metrics: metricsConfig, traces } = config;
  const [metrics, tracer] = await Promise.all([
    metricsConfig && import("./metrics.ts").then(({ createMetrics }) => createMetrics()),
    traces && import("./traces.ts").then(({ createTracer }) => createTracer(traces, log)),
  ]);
  let server: Server | null = null;
  return {
    observer: observers([logOperations(log), ...(metrics ? [metrics.observer] : []), ...(tracer ? [tracer.observer] : [])]),
    start: async (sources) => {
      if (!metrics || !metricsConfig) return;
      const [{ addGauges }, { serveMetrics }] = await Promise.all([import("./gauges.ts"), import("./metrics-server.ts")]);
      addGauges(metrics, sources);
      server = await serveMetrics(metricsConfig, metrics.registry);
    },
    close: async () => {
      server?.close();
      server?.closeAllConnections();
      await tracer?.close();
    },
  };
}
