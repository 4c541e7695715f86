import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("nothing is counted or traced unless it is asked for", () => {
  expect(readConfig({})).toMatchObject({ metrics: null, traces: null });
});

test("metrics are for this machine alone, unless a token is given", () => {
  expect(readConfig({ METRICS_PORT: "9464" }).metrics).toEqual({ address: "127.0.0.1", port: 9464, token: null });
  expect(problems({ METRICS_PORT: "9464", METRICS_ADDRESS: "0.0.0.0" })).toEqual([
    "METRICS_TOKEN is missing: METRICS_ADDRESS can be reached from other machines",
  ]);
  expect(problems({ METRICS_PORT: "9464", METRICS_ADDRESS: "0.0.0.0", METRICS_TOKEN: "a-long-enough-token" })).toEqual([]);
  expect(problems({ METRICS_PORT: "9464", METRICS_TOKEN: "short" })).toEqual(["METRICS_TOKEN must have at least 16 characters"]);
  expect(problems({ METRICS_TOKEN: "a-long-enough-token" })).toEqual([
    "METRICS_PORT is missing: METRICS_TOKEN protects what it serves",
  ]);
});

test("traces go to the address with its headers, which are never sent in clear", () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc, x=1",
  };
  expect(readConfig(env).traces).toEqual({
    url: "http://127.0.0.1:4318/v1/traces",
    headers: { authorization: "Basic abc", x: "1" },
    serviceName: "lampstand",
    ratio: 1,
  });
  expect(problems({ OTEL_EXPORTER_OTLP_HEADERS: "secret" })).toEqual([
    "OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs with commas between",
  ]);
  expect(problems({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: "http://traces.example" })[0]).toContain(
    "OTEL_EXPORTER_OTLP_ENDPOINT must be https",
  );
});
