import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace, type Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Observer, Operation } from "@lampstand/telemetry";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";

// Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set.

const KINDS: Record<Operation["kind"], SpanKind> = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  step: SpanKind.INTERNAL,
  vendor: SpanKind.CLIENT,
};
/** For one batch of spans; a stop waits no longer for the last. */
const EXPORT_TIMEOUT_MS = 5000;

export interface Tracer {
  observer: Observer;
  close(): Promise<void>;
}

/** One span for each operation: its name, its time, its ids, codes and counts. */
export function createTracer({ url, headers, serviceName, ratio }: NonNullable<Config["traces"]>, log: Logger): Tracer {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS });
  const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS, scheduledDelayMillis: 1000 });
  const provider = new TracerProvider({
    sampler: new TraceIdRatioBasedSampler(ratio),
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("lampstand");
  return {
    observer: ({ kind, name, attributes }, { requestId, traceparent }) => {
      const options = { kind: KINDS[kind], attributes: { ...attributes, "lampstand.request_id": requestId } };
      const span = tracer.startSpan(kind === "job" || kind === "step" ? `${kind} ${name}` : name, options, parentOf(traceparent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
        end: ({ result, attributes: ended }) => {
          span.setAttributes({ ...ended, result });
          if (result === "error") span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown().catch((err: unknown) => log.warn({ err }, "the last traces could not be sent")),
  };
}

/** W3C Trace Context; a browser's or a job's. */
function parentOf(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = traceparent?.split("-") ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? "0", 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
