import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "@lampstand/database";
import { addGauges } from "./gauges.ts";
import { createMetrics } from "./metrics.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

const ALERTS = read("deploy/monitoring/alerts.yml");
const expressions = [...ALERTS.matchAll(/^ +expr: (.*)$/gm)].map(([, expression = ""]) => expression);
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}
const dashboard = JSON.parse(read("deploy/monitoring/dashboard.json")) as Dashboard;
const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Every name that the program exports, with those of a histogram's parts. */
async function exported(): Promise<Set<string>> {
  const metrics = createMetrics();
  const db = openDatabase({
    ownerUrl: "postgres://nobody@127.0.0.1:1/none",
    authenticatorPassword: "none",
    maxConnections: 12,
    onIdleError: () => {},
  });
  const backups = { name: "", list: async () => new Map(), put: async () => {}, get: async () => null, delete: async () => {} };
  addGauges(metrics, { config: { databaseUrl: null, role: "all" }, db, engines: {}, packageJobs: [], backups });
  const names = metrics.registry
    .getMetricsAsArray()
    .flatMap(({ name }) => ["", "_bucket", "_sum", "_count"].map((part) => name + part));
  await db.close();
  return new Set(names);
}

test("the alerts and the dashboard ask for metrics that the program exports", async () => {
  const names = await exported();
  expect(expressions.length).toBeGreaterThan(10);
  expect(asked.length).toBeGreaterThan(10);
  const used = [...expressions, ...asked].flatMap((text) => text.match(/\b(?:lampstand|nodejs|process)_\w+/g) ?? []);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

test("what is exported, whole, is alerted about or shown, but for what only explains", async () => {
  const all = [...expressions, ...asked].join("\n");
  const own = createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => name.startsWith("lampstand_"));
  expect(own.filter((name) => !all.includes(name))).toEqual([]);
});

test("of each alert the operator's document says what it means and what to do", () => {
  const document = read("docs/operating.md");
  const alerts = [...ALERTS.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(alerts).toHaveLength(expressions.length);
  expect(alerts.filter((name) => !document.includes(`| \`${name}\``))).toEqual([]);
});

test("while the database is away the rest is still told", async () => {
  const metrics = createMetrics();
  metrics.addGauge("lampstand_test", "Fails.", [], async () => Promise.reject(new Error("away")));
  const text = await metrics.registry.metrics();
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toMatch(/^lampstand_test\b/m);
});
