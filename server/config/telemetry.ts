import { z } from "zod";
import { BRAND } from "../../shared/brand.ts";
import { httpUrl } from "./values.ts";

export interface TelemetryConfig {
  /** Where Prometheus finds `/metrics`; null: nowhere, and nothing is counted. */
  metrics: { address: string; port: number; token: string | null } | null;
  /** Where traces go (OTLP over HTTP); null: nowhere, and nothing is traced. */
  traces: { url: string; headers: Readonly<Record<string, string>>; serviceName: string; ratio: number } | null;
}

/** `name=value` pairs with commas between, the values percent-encoded (OpenTelemetry, "Specifying headers via environment variables"). */
const headers = z.string().transform((text, context): Record<string, string> => {
  const pairs = text.split(",").map((pair) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (!pair?.[1]) throw new Error("no pair");
        return [pair[1], decodeURIComponent(pair[2] ?? "")];
      }),
    );
  } catch {
    // The value is a secret, so the message does not quote it.
    context.addIssue({ code: "custom", message: "must be name=value pairs with commas between" });
    return z.NEVER;
  }
});

export const telemetryVariables = {
  METRICS_PORT: z.coerce.number("must be a number").int().min(0).max(65_535).optional(),
  METRICS_ADDRESS: z.string().default("127.0.0.1"),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number("must be a number").min(0).max(1, "must be from 0 to 1").default(1),
  OTEL_SERVICE_NAME: z.string().default(BRAND.product.toLowerCase()),
};

type Values = z.output<z.ZodObject<typeof telemetryVariables>>;

export function telemetryProblems(value: Values, isLoopback: (host: string) => boolean): string[] {
  if (value.METRICS_PORT === undefined)
    return value.METRICS_TOKEN === undefined ? [] : ["METRICS_PORT is missing: METRICS_TOKEN protects what it serves"];
  if (isLoopback(value.METRICS_ADDRESS) || value.METRICS_TOKEN !== undefined) return [];
  return ["METRICS_TOKEN is missing: METRICS_ADDRESS can be reached from other machines"];
}

export function readTelemetry(value: Values): TelemetryConfig {
  return {
    metrics:
      value.METRICS_PORT === undefined
        ? null
        : { address: value.METRICS_ADDRESS, port: value.METRICS_PORT, token: value.METRICS_TOKEN ?? null },
    traces:
      value.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            url: `${value.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
            headers: value.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            serviceName: value.OTEL_SERVICE_NAME,
            ratio: value.OTEL_TRACES_SAMPLER_ARG,
          },
  };
}
