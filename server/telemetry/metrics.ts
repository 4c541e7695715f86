import type { Observer, Outcome } from "@lampstand/telemetry";
import { inTime } from "../http/in-time.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

// Loaded only where METRICS_PORT is set. No label takes a value that a caller could choose.

const REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const WORK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** The units of vendors' usage, by the attribute that tells it. */
const UNITS = {
  inputTokens: "input_tokens",
  outputTokens: "output_tokens",
  characters: "characters",
  audioSeconds: "audio_seconds",
};

/** A gauge that is not read by then is left out, well within the 10 s that Prometheus waits for all of them. */
export const READ_MS = 4000;

/** One value at a time of a gauge, by its labels. */
export type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

export interface Metrics {
  observer: Observer;
  registry: Registry;
  /** A gauge that is read when it is asked for, and left out of what is told if `read` rejects or takes more than four seconds. */
  addGauge(name: string, help: string, labelNames: readonly string[], read: () => Promise<readonly Sample[]>): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "lampstand_http_requests_total",
    help: "Requests that were answered, by route pattern, method and class of the status (499: the client went away).",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "lampstand_http_request_duration_seconds",
    help: "Time to answer a request, by route pattern and method.",
    labelNames: ["route", "method"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobSeconds = new Histogram({
    name: "lampstand_job_duration_seconds",
    help: "Time of a job's attempt, by job and result (ok, error, interrupted).",
    labelNames: ["job", "result"],
    buckets: WORK_SECONDS,
    registers,
  });
  const stepSeconds = new Histogram({
    name: "lampstand_generation_step_duration_seconds",
    help: "Time of a step of a generation, by step and result (ok, error, interrupted).",
    labelNames: ["step", "result"],
    buckets: WORK_SECONDS,
    registers,
  });
  const vendorSeconds = new Histogram({
    name: "lampstand_vendor_call_duration_seconds",
    help: "Time of a call of a vendor, by vendor, action and result.",
    labelNames: ["vendor", "action", "result"],
    buckets: WORK_SECONDS,
    registers,
  });
  const vendorUnits = new Counter({
    name: "lampstand_vendor_units_total",
    help: "What vendors were used for, by vendor and unit (input_tokens, output_tokens, characters, audio_seconds).",
    labelNames: ["vendor", "unit"],
    registers,
  });
  const vendorCents = new Counter({
    name: "lampstand_vendor_cost_cents_total",
    help: "Cost of vendors in US cents by the configured prices, by vendor.",
    labelNames: ["vendor"],
    registers,
  });

  const tell: Record<string, (outcome: Outcome) => void> = {
    request: ({ attributes, seconds }) => {
      const { route = "", method = "", status = 0 } = attributes;
      const known = Number(status) === 499 ? "499" : `${Math.floor(Number(status) / 100)}xx`;
      requests.inc({ route, method, status: known });
      requestSeconds.observe({ route, method }, seconds);
    },
    job: ({ attributes, result, seconds }) => jobSeconds.observe({ job: attributes["job"] ?? "", result }, seconds),
    step: ({ attributes, result, seconds }) => stepSeconds.observe({ step: attributes["step"] ?? "", result }, seconds),
    vendor: ({ attributes, result, seconds }) => {
      const { vendor = "", action = "", cents } = attributes;
      vendorSeconds.observe({ vendor, action, result }, seconds);
      for (const [name, unit] of Object.entries(UNITS)) {
        const used = attributes[name];
        if (typeof used === "number") vendorUnits.inc({ vendor, unit }, used);
      }
      if (typeof cents === "number") vendorCents.inc({ vendor }, cents);
    },
  };
  return {
    observer: ({ kind }) => ({ traceparent: null, end: (outcome) => tell[kind]?.(outcome) }),
    registry,
    addGauge: (name, help, labelNames, read) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        async collect() {
          // What can't be read is left out, so that the rest is still told.
          const samples = await inTime(READ_MS, read(), []);
          gauge.reset();
          // One without labels is reset to 0, which would tell of something.
          if (labelNames.length === 0) gauge.remove();
          for (const [labels, value] of samples) gauge.set(labels, value);
        },
      });
    },
  };
}
