import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The packages of `prom-client` and OpenTelemetry that a program loads with these settings. */
function loaded(env: Record<string, string>): string[] {
  const program = `
    import { registerHooks } from "node:module";
    const seen = new Set();
    registerHooks({ resolve: (name, context, next) => (seen.add(name), next(name, context)) });
    await import("./server/app.ts");
    const { createTelemetry } = await import("./server/telemetry/telemetry.ts");
    const { readConfig } = await import("./server/config/config.ts");
    const telemetry = await createTelemetry(readConfig(process.env), null);
    await telemetry.close();
    console.log(JSON.stringify([...seen].filter((name) => /^(prom-client|@opentelemetry\\/(sdk|exporter)[\\w-]*)$/.test(name))));`;
  const args = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", env })) as string[];
}

test("neither library is loaded unless it is asked for", () => {
  expect(loaded({})).toEqual([]);
  expect(loaded({ METRICS_PORT: "9464", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" })).toEqual(
    expect.arrayContaining(["prom-client", "@opentelemetry/sdk-trace", "@opentelemetry/exporter-trace-otlp-http"]),
  );
});
